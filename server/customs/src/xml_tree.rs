//! Reads a small XML file of others into a tree: bounded, without definitions of its own entities.

use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;

/// Elements within each other.
const MAX_DEPTH: usize = 32;
const MAX_ELEMENTS: usize = 20_000;

/// An element by its name without prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlElement {
    pub name: String,
    pub namespace: Option<String>,
    pub attributes: Vec<XmlAttribute>,
    /// The text directly in it, without spaces around.
    pub text: String,
    pub children: Vec<Self>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlAttribute {
    pub name: String,
    pub value: String,
}

/// Why a text is no XML that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XmlProblem {
    IllFormed,
    /// Too deep, or too many elements.
    TooLarge,
    /// Definitions of entities, with which small files become large ones.
    Definitions,
}

/// Reads the whole text, which has one element at its top.
pub fn read_xml(text: &str) -> Result<XmlElement, XmlProblem> {
    let mut reader = NsReader::from_str(text);
    let mut tree = OpenTree::default();
    loop {
        let (namespace, event) = reader.read_resolved_event().map_err(|_| XmlProblem::IllFormed)?;
        match event {
            Event::Start(start) => tree.open(to_element(&start, &namespace)?)?,
            Event::Empty(start) => {
                tree.open(to_element(&start, &namespace)?)?;
                tree.close()?;
            }
            Event::End(_) => tree.close()?,
            Event::Text(text) => tree.write(&text.xml10_content())?,
            Event::CData(text) => tree.write(&text.xml10_content())?,
            Event::GeneralRef(reference) => tree.write(&resolve(&reference)?)?,
            Event::DocType(_) => return Err(XmlProblem::Definitions),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            Event::Eof => return tree.finish(),
        }
    }
}

fn to_element(start: &BytesStart<'_>, namespace: &ResolveResult<'_>) -> Result<XmlElement, XmlProblem> {
    let namespace = match namespace {
        ResolveResult::Bound(namespace) => Some(namespace.into_inner().to_owned()),
        ResolveResult::Unbound => None,
        ResolveResult::Unknown(_) => return Err(XmlProblem::IllFormed),
    };
    let mut attributes = Vec::new();
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|_| XmlProblem::IllFormed)?;
        let name = attribute.key.local_name().into_inner().to_owned();
        attributes.push(XmlAttribute { name, value: attribute.value.into_owned() });
    }
    let name = start.local_name().into_inner().to_owned();
    Ok(XmlElement { name, namespace, attributes, text: String::new(), children: Vec::new() })
}

/// The letter of a reference; only the five that each XML has, and those by number.
fn resolve(reference: &BytesRef<'_>) -> Result<String, XmlProblem> {
    if let Some(letter) = reference.resolve_char_ref().map_err(|_| XmlProblem::IllFormed)? {
        return Ok(letter.to_string());
    }
    let letter = match reference.xml10_content().as_ref() {
        "lt" => "<",
        "gt" => ">",
        "amp" => "&",
        "apos" => "'",
        "quot" => "\"",
        _ => return Err(XmlProblem::Definitions),
    };
    Ok(letter.to_owned())
}

/// The elements that are open, from the top.
#[derive(Default)]
struct OpenTree {
    open: Vec<XmlElement>,
    top: Option<XmlElement>,
    elements: usize,
}

impl OpenTree {
    fn open(&mut self, element: XmlElement) -> Result<(), XmlProblem> {
        self.elements += 1;
        if self.elements > MAX_ELEMENTS || self.open.len() == MAX_DEPTH {
            return Err(XmlProblem::TooLarge);
        }
        if self.top.is_some() {
            return Err(XmlProblem::IllFormed);
        }
        self.open.push(element);
        Ok(())
    }

    fn close(&mut self) -> Result<(), XmlProblem> {
        let mut element = self.open.pop().ok_or(XmlProblem::IllFormed)?;
        element.text = element.text.trim().to_owned();
        match self.open.last_mut() {
            Some(parent) => parent.children.push(element),
            None => self.top = Some(element),
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), XmlProblem> {
        match self.open.last_mut() {
            Some(element) => element.text.push_str(text),
            None if text.trim().is_empty() => {}
            None => return Err(XmlProblem::IllFormed),
        }
        Ok(())
    }

    fn finish(self) -> Result<XmlElement, XmlProblem> {
        if self.open.is_empty() { self.top.ok_or(XmlProblem::IllFormed) } else { Err(XmlProblem::IllFormed) }
    }
}

impl XmlElement {
    /// Its children of a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first one at the end of a path of names below it.
    pub fn find(&self, path: &[&str]) -> Option<&Self> {
        let Some((name, rest)) = path.split_first() else { return Some(self) };
        self.children.iter().filter(|child| child.name == *name).find_map(|child| child.find(rest))
    }

    /// The text at the end of a path, unless it is empty.
    pub fn text_at(&self, path: &[&str]) -> Option<&str> {
        self.find(path).map(|element| element.text.as_str()).filter(|text| !text.is_empty())
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|one| one.name == name).map(|one| one.value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn elements_are_found_by_their_names() {
        let text = "<?xml version='1.0'?><!-- x --><a:top xmlns:a='iata:x'>\n <a:in unit=\"K\">1 &lt; &#50;</a:in>\
            <a:in><![CDATA[<3>]]></a:in><a:none/></a:top>";
        let top = read_xml(text).unwrap();
        assert_eq!((top.name.as_str(), top.namespace.as_deref()), ("top", Some("iata:x")));
        assert_eq!(top.text_at(&["in"]), Some("1 < 2"));
        assert_eq!(top.find(&["in"]).unwrap().attribute("unit"), Some("K"));
        assert_eq!(top.all("in").nth(1).unwrap().text, "<3>");
        assert_eq!((top.text_at(&["none"]), top.text_at(&["in", "x"])), (None, None));
    }

    #[test]
    fn what_is_not_whole_or_defines_entities_is_refused() {
        for text in
            ["", "x", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a/>x", "<p:a/>", "<a>&x</a>", "<a b=c/>"]
        {
            assert_eq!(read_xml(text), Err(XmlProblem::IllFormed), "{text}");
        }
        for text in ["<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a>&b;</a>"] {
            assert_eq!(read_xml(text), Err(XmlProblem::Definitions), "{text}");
        }
    }

    #[test]
    fn depth_and_number_of_elements_are_bounded() {
        assert_eq!(read_xml(&"<a>".repeat(1000)), Err(XmlProblem::TooLarge));
        assert_eq!(read_xml(&format!("<a>{}</a>", "<b/>".repeat(MAX_ELEMENTS))), Err(XmlProblem::TooLarge));
        assert!(read_xml(&format!("<a>{}</a>", "<b/>".repeat(MAX_ELEMENTS - 1))).is_ok());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[<>/a&;!\\[\\]\"= x-]{0,40}") {
            let _ = read_xml(&text);
        }
    }
}
