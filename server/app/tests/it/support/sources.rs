//! The sources of the project, for tests that read them.

use std::path::{Path, PathBuf};

/// The folder of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A Rust file of an area of the server.
pub struct Source {
    /// For example `access/sessions.rs`.
    pub name: String,
    pub text: String,
}

/// The areas of the server: each folder of `server/` with a `Cargo.toml`.
pub fn areas() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("server")).unwrap().map(|entry| entry.unwrap().path());
    let mut names: Vec<String> = entries
        .filter(|path| path.join("Cargo.toml").exists())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

/// All Rust files of all areas, without `tests/`.
pub fn of_server() -> Vec<Source> {
    areas().iter().flat_map(|area| within(&root().join("server").join(area).join("src"), area)).collect()
}

/// The Rust files of a folder. Their names begin with `name`.
pub fn within(folder: &Path, name: &str) -> Vec<Source> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{name}/{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            found.extend(within(&path, &name));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(Source { name, text: std::fs::read_to_string(&path).unwrap() });
        }
    }
    found
}
