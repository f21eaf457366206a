//! The floors of `server/src`: a room imports only from its own floor or below, and circles of imports stay
//! small. `server/README.md` lists the floors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// From bottom to top.
const FLOORS: &[(&str, &[&str])] = &[
    ("trade", &["trade"]),
    (
        "core",
        &[
            "address", "apart", "audit", "cache", "clock", "config", "files", "fx", "http", "ledger", "live",
            "mail", "notify", "paper", "process", "record", "sealed", "settings", "state", "tags",
        ],
    ),
    ("access", &["access"]),
    (
        "areas",
        &[
            "account",
            "audit_log",
            "chat",
            "dashboard",
            "freight",
            "money",
            "notifications",
            "parties",
            "registration",
            "site",
            "socket",
            "support",
        ],
    ),
    ("top", &["cli", "explain", "folder", "lib", "main", "openapi", "platform", "sweep"]),
];
const LARGEST_CIRCLE: usize = 4;

/// A file by its module path: `freight::packages::store`.
type Module = String;

#[test]
fn no_room_imports_from_a_floor_above() {
    let wrong = upward(&imports());
    assert!(wrong.is_empty(), "imports from a floor above:\n{}", wrong.join("\n"));
}

#[test]
fn areas_do_not_import_each_other_in_circles() {
    let (_, areas) = FLOORS[3];
    let mut rooms: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (from, to) in
        imports().into_iter().flat_map(|(from, all)| all.into_iter().map(move |to| (from.clone(), to)))
    {
        let (from, to) = (room(&from).to_owned(), room(&to).to_owned());
        if from != to && areas.contains(&from.as_str()) && areas.contains(&to.as_str()) {
            rooms.entry(from).or_default().insert(to);
        }
    }
    assert_eq!(circles(&rooms), Vec::<Vec<Module>>::new());
}

#[test]
fn no_area_imports_the_store_of_another() {
    let (_, areas) = FLOORS[3];
    let strangers = |from: &str, to: &str| {
        room(from) != room(to) && areas.contains(&room(to)) && to.split("::").any(|part| part == "store")
    };
    let wrong = pairs(&imports(), strangers);
    assert!(wrong.is_empty(), "stores of another area:\n{}", wrong.join("\n"));
}

#[test]
fn circles_of_files_stay_small() {
    let large: Vec<_> =
        circles(&imports()).into_iter().filter(|circle| circle.len() > LARGEST_CIRCLE).collect();
    assert!(large.is_empty(), "circles of more than {LARGEST_CIRCLE} files: {large:#?}");
}

#[test]
fn an_import_from_a_higher_floor_is_detected() {
    let mut imports = imports();
    imports.entry("trade::party".into()).or_default().insert("freight::packages".into());
    assert_eq!(upward(&imports), ["trade::party -> freight::packages"]);
    imports.entry("state".into()).or_default().insert("access::ctx".into());
    assert!(circles(&imports).iter().any(|circle| circle.len() > LARGEST_CIRCLE));
}

fn upward(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<String> {
    pairs(imports, |from, to| floor(from) < floor(to))
}

fn pairs(imports: &BTreeMap<Module, BTreeSet<Module>>, is_wrong: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let all = imports.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to)));
    all.filter(|(from, to)| is_wrong(from, to)).map(|(from, to)| format!("{from} -> {to}")).collect()
}

fn room(module: &str) -> &str {
    module.split("::").next().unwrap_or_default()
}

fn floor(module: &str) -> usize {
    let name = room(module);
    let found = FLOORS.iter().position(|(_, rooms)| rooms.contains(&name));
    found.unwrap_or_else(|| panic!("the room `{name}` is on no floor: add it to FLOORS"))
}

/// Imports of each file of the server from other files of it, without tests.
fn imports() -> BTreeMap<Module, BTreeSet<Module>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = BTreeMap::new();
    read(&root, &root, &mut sources);
    let modules: BTreeSet<&str> = sources.keys().map(String::as_str).collect();
    let named = |module: &str, text: &str| -> BTreeSet<Module> {
        let found = paths(module, text).into_iter().filter_map(|path| longest(&path, &modules));
        found.filter(|to| to != module).collect()
    };
    sources.iter().map(|(module, text)| (module.clone(), named(module, text))).collect()
}

fn read(root: &Path, dir: &Path, sources: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(root, &path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap().with_extension("");
            let parts: Vec<_> = name.iter().map(|part| part.to_str().unwrap()).collect();
            let parts = parts.strip_suffix(&["mod"]).unwrap_or(&parts);
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
            sources.insert(parts.join("::"), code.collect::<Vec<_>>().join(" "));
        }
    }
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
