//! Names that a reader understands alone: a function is a verb, a type is a noun, a file says what it contains, and
//! arguments have names of their own. The lists are what is left, and only shrink.

use regex::Regex;

use crate::support::sources::{self, Source};

/// Functions whose name is a past participle alone.
const LONE_FUNCTIONS: &[&str] = &[
    "core/files/archive.rs: read",
    "core/files/mod.rs: put",
    "core/http/error.rs: refused",
    "core/http/error.rs: unauthenticated",
    "core/http/fields.rs: required",
    "core/http/title.rs: stored",
    "core/mail/reply_address.rs: read",
    "core/process/cx.rs: cancelled",
    "sheets/text.rs: read",
    "tenancy/admin/archive/files.rs: read",
];
/// Types whose name is a past participle alone.
const LONE_TYPES: &[&str] = &[];
/// Parameters `(a, b): (A, B)` of functions.
const TUPLE_PARAMETERS: &[&str] = &[];
/// Words that say nothing as the name of a file.
const RIDDLES: &[&str] = &[
    "said",
    "told",
    "kept",
    "sight",
    "reach",
    "standing",
    "asker",
    "apart",
    "lapse",
    "stuck",
    "look",
    "press",
    "desk",
    "course",
    "deeds_api",
    "decisive",
    "again",
    "keep",
    "judge",
];
const IRREGULAR: &[&str] = &[
    "told", "said", "kept", "known", "seen", "given", "taken", "found", "shown", "begun", "sent", "made",
    "left", "written", "read", "drawn", "chosen", "held", "lost", "broken", "worn", "meant", "spoken", "put",
    "got", "gone", "done",
];
/// Words on -ed that are no participles.
const NOT_PARTICIPLES: &[&str] = &["need", "feed", "seed", "exceed", "speed", "embed", "shed"];

#[test]
fn functions_are_verbs() {
    let function = Regex::new(r"\bfn (\w+)").unwrap();
    assert_eq!(found(&function, is_participle), LONE_FUNCTIONS);
}

#[test]
fn types_are_nouns() {
    let of_type = Regex::new(r"\b(?:struct|enum) ([A-Z][a-z]+)\b").unwrap();
    assert_eq!(found(&of_type, |name| is_participle(&name.to_lowercase())), LONE_TYPES);
}

#[test]
fn each_argument_has_a_name_of_its_own() {
    let tuple = Regex::new(r"\bfn \w+[^{};]*?\(((?:\w+, )+\w+)\): &?\(").unwrap();
    assert_eq!(found(&tuple, |_| true), TUPLE_PARAMETERS);
}

#[test]
fn files_say_what_they_contain() {
    let is_riddle = |source: &Source| {
        let file = source.name.rsplit('/').next().unwrap_or_default();
        RIDDLES.contains(&file.trim_end_matches(".rs"))
    };
    let riddles: Vec<_> = all().into_iter().filter(is_riddle).map(|source| source.name).collect();
    assert_eq!(riddles, Vec::<String>::new());
}

fn is_participle(name: &str) -> bool {
    let is_regular = name.len() > 4 && name.ends_with("ed") && !NOT_PARTICIPLES.contains(&name);
    !name.contains('_') && (IRREGULAR.contains(&name) || is_regular)
}

/// The first groups of all matches that are wrong, with their files, in order.
fn found(pattern: &Regex, is_wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for source in all() {
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        let names = pattern.captures_iter(code).map(|capture| capture[1].to_owned());
        found.extend(names.filter(|name| is_wrong(name)).map(|name| format!("{}: {name}", source.name)));
    }
    found.sort();
    found
}

/// The sources of the server and its libraries, without the tests of the libraries.
fn all() -> Vec<Source> {
    let mut all = sources::of_server();
    for library in ["tenancy", "policy"] {
        all.extend(sources::within(&sources::root().join(library).join("src"), library));
    }
    all.retain(|source| !source.name.contains("/tests/"));
    all
}
