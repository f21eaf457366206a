//! The order of the server's crates and of the files in each: a crate depends only on those below it, reads no store of
//! another, and circles of files stay small. `server/README.md` draws the crates.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::sources;

/// From bottom to top. Cargo allows no circle; this list says which way is down.
const ORDER: &[&str] = &[
    "trade",
    "core",
    "paper",
    "sheets",
    "inbox",
    "rating",
    "ledger",
    "access",
    "site",
    "parties",
    "integrations",
    "pricing",
    "freight",
    "regulatory",
    "carriers",
    "stock",
    "imports",
    "orders",
    "money",
    "receiving",
    "field",
    "customs",
    "manifests",
    "support",
    "account",
    "reports",
    "live",
    "app",
];
/// Files that use the store of another crate. This list only shrinks.
const FOREIGN_STORES: &[&str] = &["imports/process/store_shipments.rs -> freight::shipments::store"];
const LARGEST_CIRCLE: usize = 4;

/// A file by its module path: `freight::packages`.
type Module = String;

#[test]
fn a_crate_depends_only_on_those_below_it() {
    let position = |name: &str| ORDER.iter().position(|one| *one == name);
    let mut wrong = Vec::new();
    for area in sources::areas() {
        let own = position(&area).unwrap_or_else(|| panic!("`{area}` has no place in ORDER"));
        let wants = dependencies(&area).into_iter().filter(|name| position(name).is_some_and(|at| at >= own));
        wrong.extend(wants.map(|name| format!("{area} -> {name}")));
    }
    assert!(wrong.is_empty(), "dependencies upwards: {wrong:#?}");
}

#[test]
fn no_crate_uses_the_store_of_another() {
    let mut found = Vec::new();
    for source in sources::of_server() {
        let own = source.name.split('/').next().unwrap_or_default();
        // `live` is also a module of `server_core`.
        let is_of_core = |area: &str| area == "live" && source.text.contains("use server_core::live");
        for area in ORDER.iter().filter(|area| **area != own && **area != "core" && !is_of_core(area)) {
            let used = paths_of(&code(&source.text), &format!("{area}::"));
            let stores = used.into_iter().filter(|path| path.split("::").any(|part| part == "store"));
            found.extend(stores.map(|path| format!("{} -> {path}", source.name)));
        }
    }
    found.sort();
    found.dedup();
    assert_eq!(found, FOREIGN_STORES);
}

#[test]
fn circles_of_files_stay_small() {
    for area in sources::areas() {
        let large: Vec<_> =
            circles(&imports(&area)).into_iter().filter(|circle| circle.len() > LARGEST_CIRCLE).collect();
        assert!(large.is_empty(), "{area}: circles of more than {LARGEST_CIRCLE} files: {large:#?}");
    }
}

#[test]
fn a_circle_is_detected() {
    let mut imports = imports("core");
    let path = ["http::visit", "http::observe", "http::guard", "http::limit", "http::list", "http::visit"];
    for (from, to) in path.iter().zip(&path[1..]) {
        imports.entry((*from).into()).or_default().insert((*to).into());
    }
    assert!(circles(&imports).iter().any(|circle| circle.len() > LARGEST_CIRCLE));
}

/// The areas that a `Cargo.toml` names, also those of its tests.
fn dependencies(area: &str) -> Vec<String> {
    let text = std::fs::read_to_string(sources::root().join("server").join(area).join("Cargo.toml")).unwrap();
    let names = text.lines().filter_map(|line| line.strip_suffix(".workspace = true"));
    names.map(|name| name.strip_prefix("server-").unwrap_or(name).to_owned()).collect()
}

/// The code of a file without its tests and comments, in one line.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.collect::<Vec<_>>().join(" ")
}

/// Imports of each file of an area from other files of it, without tests.
fn imports(area: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let module_of = |name: &str| {
        let name = name.strip_prefix(&format!("{area}/")).unwrap_or(name).replace('/', "::");
        let name = name.strip_suffix(".rs").unwrap_or(&name);
        name.strip_suffix("::mod").unwrap_or(name).to_owned()
    };
    let all: BTreeMap<Module, String> = sources::of_server()
        .into_iter()
        .filter(|source| source.name.starts_with(&format!("{area}/")))
        .map(|source| (module_of(&source.name), code(&source.text)))
        .collect();
    let modules: BTreeSet<&str> = all.keys().map(String::as_str).collect();
    let named = |module: &str, text: &str| -> BTreeSet<Module> {
        let found = paths(module, text).into_iter().filter_map(|path| longest(&path, &modules));
        found.filter(|to| to != module).collect()
    };
    all.iter().map(|(module, text)| (module.clone(), named(module, text))).collect()
}

/// All paths of a text that begin with a word, such as `freight::`. Braces are expanded.
fn paths_of(text: &str, start: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(start) {
        let before = text[..at].chars().next_back();
        if !before.is_some_and(|char| char.is_alphanumeric() || char == '_' || char == ':') {
            expand("", &text[at..], &mut found);
        }
    }
    found
}

/// All paths that begin with `crate`, `self` or `super`, as full paths. Braces are expanded.
fn paths(module: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, start) in ["crate::", "super::", "self::"].iter().flat_map(|start| text.match_indices(start)) {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|char| char.is_alphanumeric() || char == '_' || char == ':') {
            continue;
        }
        let mut base: Vec<&str> = module.split("::").collect();
        let mut rest = &text[at..];
        while let Some(after) = rest.strip_prefix("super::") {
            base.pop();
            rest = after;
        }
        if start == "crate::" {
            base.clear();
        }
        let rest = rest.trim_start_matches("crate::").trim_start_matches("self::");
        expand(&base.join("::"), rest, &mut found);
    }
    found
}

/// `a::{b, c::d}` gives the base with `a::b` and with `a::c::d`.
fn expand(base: &str, rest: &str, found: &mut Vec<String>) {
    let end =
        rest.find(|char: char| !(char.is_alphanumeric() || char == '_' || char == ':')).unwrap_or(rest.len());
    let (path, after) = rest.split_at(end);
    let join = |path: &str| {
        [base, path.trim_matches(':')]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("::")
    };
    match after.strip_prefix('{') {
        Some(inner) if path.ends_with("::") || path.is_empty() => {
            let base = join(path);
            parts(inner).into_iter().for_each(|part| expand(&base, part, found));
        }
        _ => found.push(join(path)),
    }
}

/// The parts of a list in braces, up to its closing brace.
fn parts(inner: &str) -> Vec<&str> {
    let (mut depth, mut from, mut found) = (0, 0, Vec::new());
    for (at, char) in inner.char_indices() {
        match char {
            '{' => depth += 1,
            '}' if depth == 0 => {
                found.push(inner[from..at].trim());
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(inner[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    found.retain(|part| !part.is_empty());
    found
}

/// The longest prefix of a path that is a file.
fn longest(path: &str, modules: &BTreeSet<&str>) -> Option<Module> {
    let parts: Vec<_> = path.split("::").collect();
    (1..=parts.len())
        .rev()
        .map(|count| parts[..count].join("::"))
        .find(|name| modules.contains(name.as_str()))
}

/// Groups of several files that all reach each other.
fn circles(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        imports.keys().map(|from| (from, reach(from, imports))).collect();
    let mut circles = BTreeSet::new();
    for (from, all) in &reached {
        let back = all.iter().filter(|to| reached.get(**to).is_some_and(|there| there.contains(*from)));
        let circle: BTreeSet<Module> = back.map(|to| (*to).clone()).collect();
        if circle.len() > 1 {
            circles.insert(circle.into_iter().collect::<Vec<_>>());
        }
    }
    circles.into_iter().collect()
}

fn reach<'a>(from: &Module, imports: &'a BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        for to in imports.get(module).into_iter().flatten() {
            if reached.insert(to) {
                next.push(to);
            }
        }
    }
    reached
}
