//! The files of the built web that a page asks for once its first script runs. Named in the head of the page, they are fetched
//! beside that script: on a slow network each turn to the server that is not waited for counts.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::messages::Language;

/// Scripts of routes in Vite's manifest: `src/routes/_app.bags.$id.tsx?tsr-split=component`.
const ROUTES: &str = "src/routes/";
const SPLIT: &str = ".tsx?tsr-split=component";
/// The frame of all pages behind the sign-in.
const FRAME: &str = "_app";
/// The texts that each page starts with.
const TEXTS: [&str; 2] = ["common", "shell"];

/// A file of the build, and those that it imports.
#[derive(Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default, rename = "isEntry")]
    is_entry: bool,
}

type Manifest = BTreeMap<String, Chunk>;

/// What the pages of a route need besides the first script.
struct RouteFiles {
    /// The parts of its path; none for a part that differs, such as an id.
    path: Vec<Option<String>>,
    files: BTreeSet<String>,
}

/// The files of all routes.
#[derive(Default)]
pub struct PageFiles {
    routes: Vec<RouteFiles>,
    texts: BTreeMap<&'static str, Vec<String>>,
}

impl PageFiles {
    /// Reads Vite's manifest of a build.
    pub fn read_manifest(manifest: &str) -> serde_json::Result<Self> {
        let manifest: Manifest = serde_json::from_str(manifest)?;
        let routes = manifest.keys().filter_map(|key| RouteFiles::of(&manifest, key)).collect();
        let texts = Language::ALL.map(|language| (language.as_str(), find_texts(&manifest, language)));
        Ok(Self { routes, texts: texts.into() })
    }

    /// Tags for the head of a page. The language is left out when nobody knows it: texts in another one would be fetched in vain.
    pub fn links(&self, path: &str, language: Option<Language>) -> String {
        let files = self.find(path).map(|route| &route.files).into_iter().flatten();
        let texts = language.and_then(|language| self.texts.get(language.as_str())).into_iter().flatten();
        files.chain(texts).map(|file| link_to(file)).collect()
    }

    /// The route with the most words of its own: `/bags/new` is no bag.
    fn find(&self, path: &str) -> Option<&RouteFiles> {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let fitting = self.routes.iter().filter(|route| route.fits(&parts));
        fitting.max_by_key(|route| route.path.iter().flatten().count())
    }
}

impl RouteFiles {
    fn of(manifest: &Manifest, key: &str) -> Option<Self> {
        let name = key.strip_prefix(ROUTES)?.strip_suffix(SPLIT)?;
        let mut parts: Vec<&str> = name.split('.').collect();
        // A part that is there or not, and a path that nobody knows.
        if parts.iter().any(|part| part.starts_with(['{', '-']) || *part == "$") || name == FRAME {
            return None;
        }
        let mut files = BTreeSet::new();
        for end in 1..=parts.len() {
            collect(manifest, &format!("{ROUTES}{}{SPLIT}", parts[..end].join(".")), &mut files);
        }
        parts.retain(|part| *part != FRAME && *part != "index");
        let path = parts.iter().map(|part| (!part.starts_with('$')).then(|| (*part).to_owned())).collect();
        Some(Self { path, files })
    }

    fn fits(&self, parts: &[&str]) -> bool {
        let is_same = |(own, part): (&Option<String>, &&str)| own.as_ref().is_none_or(|own| own == part);
        self.path.len() == parts.len() && self.path.iter().zip(parts).all(is_same)
    }
}

/// Adds a chunk and everything that it imports. The first script is in the page already.
fn collect(manifest: &Manifest, key: &str, files: &mut BTreeSet<String>) {
    let Some(chunk) = manifest.get(key).filter(|chunk| !chunk.is_entry) else { return };
    if !files.insert(chunk.file.clone()) {
        return;
    }
    files.extend(chunk.css.iter().cloned());
    for next in &chunk.imports {
        collect(manifest, next, files);
    }
}

fn find_texts(manifest: &Manifest, language: Language) -> Vec<String> {
    let keys = TEXTS.map(|name| format!("src/locales/{}/{name}.json", language.as_str()));
    keys.iter().filter_map(|key| manifest.get(key)).map(|chunk| chunk.file.clone()).collect()
}

/// Behind the first script and what it has asked for.
fn link_to(file: &str) -> String {
    let kind = if file.ends_with(".css") { "rel=\"preload\" as=\"style\"" } else { "rel=\"modulepreload\"" };
    format!("<link {kind} fetchpriority=\"low\" crossorigin href=\"/{file}\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
        "index.html": {"file": "assets/index.js", "isEntry": true, "css": ["assets/index.css"]},
        "_small.js": {"file": "assets/small.js", "imports": ["index.html"], "css": ["assets/small.css"]},
        "src/routes/_app.tsx?tsr-split=component": {"file": "assets/frame.js", "imports": ["index.html"]},
        "src/routes/_app.index.tsx?tsr-split=component": {"file": "assets/home.js", "imports": ["_small.js"]},
        "src/routes/_app.bags.$id.tsx?tsr-split=component": {"file": "assets/bag.js"},
        "src/routes/_app.bags.new.tsx?tsr-split=component": {"file": "assets/new-bag.js"},
        "src/routes/_app.$.tsx?tsr-split=component": {"file": "assets/unknown.js"},
        "src/routes/register.index.tsx?tsr-split=component": {"file": "assets/register.js"},
        "src/locales/es/common.json": {"file": "assets/common-es.js"}
    }"#;

    fn files(path: &str, language: Option<Language>) -> Vec<String> {
        let links = PageFiles::read_manifest(MANIFEST).unwrap().links(path, language);
        let addresses = links.split("href=\"/assets/").skip(1);
        addresses.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_page_names_the_files_of_its_route_and_of_its_frame() {
        assert_eq!(files("/", None), ["frame.js", "home.js", "small.css", "small.js"]);
        assert_eq!(files("/bags/0193", None), ["bag.js", "frame.js"]);
        assert_eq!(files("/bags/new", None), ["frame.js", "new-bag.js"]);
        assert_eq!(files("/register", Some(Language::Es)), ["register.js", "common-es.js"]);
        assert_eq!(files("/nowhere/at/all", None), Vec::<String>::new());
    }

    #[test]
    fn styles_are_fetched_as_styles() {
        let links = PageFiles::read_manifest(MANIFEST).unwrap().links("/", None);
        let [style, script] = ["small.css", "small.js"].map(|file| {
            links.split("<link ").find(|link| link.contains(file)).expect("both are named").to_owned()
        });
        assert!(style.starts_with("rel=\"preload\" as=\"style\""), "{style}");
        assert!(script.starts_with("rel=\"modulepreload\""), "{script}");
    }
}
