//! Where things are kept that are not code: lexical resources, and the user's
//! folders they live in.
//!
//! A resource comes from files of others (WordNet's `dict` folder, a thesaurus)
//! and is compiled once into one compact file that is mapped into memory. A
//! [`Store`] knows the user's folders and what is in them; a [`Kind`] knows how
//! files of one format are read.
//!
//! ```
//! use regua_store::Store;
//!
//! let folder = tempfile::tempdir()?;
//! let table = folder.path().join("small.tsv");
//! std::fs::write(&table, "ferry\tferryboat,barge\nfog\tmist\n")?;
//!
//! let store = Store::at(folder.path().join("data"), folder.path().join("cache"));
//! let added = store.add("small", &[table], None)?;
//! assert_eq!((added.manifest.words, added.manifest.sets), (5, 2));
//!
//! let synonyms = store.synonyms("small")?;
//! let (mut ferry, mut barge) = (Vec::new(), Vec::new());
//! synonyms.sets("Ferry", &mut ferry);
//! synonyms.sets("barge", &mut barge);
//! assert_eq!(ferry, barge);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not the place for what is done with a resource: that is up to the measures.

pub mod container;
pub mod error;
pub mod folders;
pub mod kind;
pub mod lexicon;
pub mod manifest;
pub mod mapped;
pub mod sources;
pub mod store;
pub mod synonyms;
pub mod whole;

pub use error::Error;
pub use kind::Kind;
pub use lexicon::Lexicon;
pub use manifest::{Manifest, Resource};
pub use store::Store;
pub use synonyms::Synonyms;
