//! regua-cli
