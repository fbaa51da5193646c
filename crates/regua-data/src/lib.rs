//! regua-data
