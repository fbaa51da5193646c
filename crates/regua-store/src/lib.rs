//! Where things are kept that are not code: lexical resources, and the user's
//! folders they live in.
//!
//! A resource comes from files of others (WordNet's `dict` folder, a thesaurus)
//! and is compiled once into one compact file that is mapped into memory. A
//! [`Store`] knows the user's folders and what is in them.
//!
//! Not the place for what is done with a resource: that is up to the measures.

pub mod error;
pub mod mapped;
pub mod meteor;
pub mod store;
pub mod synonyms;

pub use error::Error;
pub use store::Store;
pub use synonyms::Synonyms;
