//! Compares the structure of a message with that of examples: IATA's schemas are sold.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::Event;

/// The names of the children of each element, each once, in their order; by the path of the element.
pub fn read_paths(xml: &str) -> BTreeMap<String, Vec<String>> {
    let mut reader = Reader::from_str(xml);
    let mut paths = BTreeMap::<String, Vec<String>>::new();
    let mut path: Vec<String> = Vec::new();
    loop {
        let event = reader.read_event().unwrap();
        let (start, is_open) = match &event {
            Event::Start(start) => (start, true),
            Event::Empty(start) => (start, false),
            Event::End(_) => {
                path.pop();
                continue;
            }
            Event::Eof => return paths,
            _ => continue,
        };
        let local = start.local_name();
        let name = local.as_ref().to_owned();
        let siblings = paths.entry(path.join("/")).or_default();
        if !siblings.contains(&name) {
            siblings.push(name.clone());
        }
        if is_open {
            path.push(name);
        }
    }
}

/// Each element of the message stands in an example below the same elements and in the same order, but for `more`.
pub fn assert_structure(message: &str, examples: &[&str], more: &[&str]) {
    let examples: Vec<_> = examples.iter().map(|example| read_paths(example)).collect();
    for (path, children) in read_paths(message) {
        if more.iter().any(|name| path.split('/').any(|part| part == *name)) {
            continue;
        }
        let children: Vec<&String> = children.iter().filter(|name| !more.contains(&name.as_str())).collect();
        for (at, child) in children.iter().enumerate() {
            let known = |example: &BTreeMap<String, Vec<String>>| {
                example.get(&path).is_some_and(|names| names.contains(child))
            };
            assert!(examples.iter().any(known), "{path}/{child} is in no example");
            for later in &children[at + 1..] {
                let position = |example: &BTreeMap<String, Vec<String>>, name: &str| {
                    example.get(&path).and_then(|names| names.iter().position(|known| known == name))
                };
                let is_reversed = |example: &BTreeMap<String, Vec<String>>| match (
                    position(example, child),
                    position(example, later),
                ) {
                    (Some(first), Some(second)) => first > second,
                    _ => false,
                };
                assert!(!examples.iter().any(is_reversed), "{path}: {child} stands after {later}");
            }
        }
    }
}
