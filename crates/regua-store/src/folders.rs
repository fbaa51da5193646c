//! The folders of a user, and where others keep their dictionaries.

use std::env;
use std::path::PathBuf;

use crate::sources::wordnet;

/// A variable that names a folder.
fn variable(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn home() -> Option<PathBuf> {
    variable(if cfg!(windows) { "USERPROFILE" } else { "HOME" })
}

/// An XDG folder: only absolute paths count, as the specification says.
fn xdg(name: &str) -> Option<PathBuf> {
    variable(name).filter(|folder| folder.is_absolute())
}

/// Where resources are: `$REGUA_DATA`, or `regua` in the user's folder for data.
pub fn data() -> Option<PathBuf> {
    variable("REGUA_DATA").or_else(|| {
        let shared = if cfg!(windows) {
            variable("APPDATA")
        } else if cfg!(target_os = "macos") {
            xdg("XDG_DATA_HOME").or_else(|| Some(home()?.join("Library/Application Support")))
        } else {
            xdg("XDG_DATA_HOME").or_else(|| Some(home()?.join(".local/share")))
        };
        Some(shared?.join("regua"))
    })
}

/// Where things are that can be made again: `$REGUA_CACHE`, or `regua` in the
/// user's folder for caches.
pub fn cache() -> Option<PathBuf> {
    variable("REGUA_CACHE").or_else(|| {
        let shared = if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            xdg("XDG_CACHE_HOME").or_else(|| Some(home()?.join("Library/Caches")))
        } else {
            xdg("XDG_CACHE_HOME").or_else(|| Some(home()?.join(".cache")))
        };
        Some(shared?.join("regua"))
    })
}

/// Where a WordNet may be, in the order of looking.
pub fn wordnet_places() -> Vec<PathBuf> {
    let mut places = Vec::new();
    places.extend(variable("WNSEARCHDIR"));
    places.extend(variable("WNHOME").map(|folder| folder.join("dict")));
    places.push("/usr/share/wordnet".into());
    places.push("/usr/share/wordnet/dict".into());
    for folder in ["WordNet-3.1", "WordNet-3.0"] {
        places.push(["/usr/local", folder, "dict"].iter().collect());
    }
    places.push("/usr/local/share/wordnet".into());
    places.push("/opt/homebrew/opt/wordnet/dict".into());
    let corpora = ["corpora/wordnet", "corpora/wordnet31"];
    let nltk = variable("NLTK_DATA").into_iter().chain(home().map(|home| home.join("nltk_data")));
    for folder in nltk.chain(["/usr/share/nltk_data".into(), "/usr/local/share/nltk_data".into()]) {
        places.extend(corpora.map(|corpus| folder.join(corpus)));
    }
    places
}

/// The first place that has a WordNet.
pub fn find_wordnet() -> Option<PathBuf> {
    wordnet_places().into_iter().find(|folder| wordnet::is_folder(folder))
}
