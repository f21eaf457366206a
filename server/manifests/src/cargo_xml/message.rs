//! Elements of the messages, and the head that all of them have.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use rust_decimal::Decimal;

use crate::snapshot::{ManifestHead, ManifestPurpose};
use trade::money::in_currency;

/// The types of the elements inside a message, for all messages.
const DATA_MODEL: &str = "iata:datamodel:3";

/// A kind of message.
pub struct MessageKind {
    /// Name of the outermost element, its namespace, the title, and the version.
    pub root: &'static str,
    pub namespace: &'static str,
    pub title: &'static str,
    pub type_code: &'static str,
    pub version: &'static str,
}

/// A message under way.
pub struct XmlMessage {
    writer: Writer<Vec<u8>>,
    open: Vec<String>,
}

impl XmlMessage {
    /// Begins a message: the head says which manifest it comes from and what it is about.
    pub fn begin(
        kind: &MessageKind,
        head: &ManifestHead,
        about: &str,
        signatory: Option<&str>,
    ) -> io::Result<Self> {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let root = format!("rsm:{}", kind.root);
        let start = BytesStart::new(root.as_str())
            .with_attributes([("xmlns", DATA_MODEL), ("xmlns:rsm", kind.namespace)]);
        writer.write_event(Event::Start(start))?;
        let mut message = Self { writer, open: vec![root] };
        message.write_header(kind, head, about)?;
        message.write_business_header(about, signatory)?;
        Ok(message)
    }

    fn write_header(&mut self, kind: &MessageKind, head: &ManifestHead, about: &str) -> io::Result<()> {
        self.open("rsm:MessageHeaderDocument")?;
        // Unique for ever: the number of a manifest is given once, and so is each of its versions.
        self.text("ID", &format!("{about}_{}_{}", head.number, head.version))?;
        self.text("Name", kind.title)?;
        self.text("TypeCode", kind.type_code)?;
        self.text("IssueDateTime", &head.closed_at.format("%Y-%m-%dT%H:%M:%S+00:00").to_string())?;
        self.text("PurposeCode", purpose(head.purpose))?;
        self.text("VersionID", kind.version)?;
        self.open("SenderParty")?;
        self.with("PrimaryID", &[("schemeID", "C")], &head.sender)?;
        self.close()?;
        if let Some(recipient) = head.provider.as_deref().or(head.partner.as_deref()) {
            self.open("RecipientParty")?;
            self.with("PrimaryID", &[("schemeID", "C")], recipient)?;
            self.close()?;
        }
        self.close()
    }

    fn write_business_header(&mut self, about: &str, signatory: Option<&str>) -> io::Result<()> {
        self.open("rsm:BusinessHeaderDocument")?;
        self.text("ID", about)?;
        if let Some(signatory) = signatory {
            self.open("SignatoryConsignorAuthentication")?;
            self.text("Signatory", signatory)?;
            self.close()?;
        }
        self.close()
    }

    pub fn open(&mut self, name: &str) -> io::Result<()> {
        self.writer.write_event(Event::Start(BytesStart::new(name)))?;
        self.open.push(name.to_owned());
        Ok(())
    }

    pub fn close(&mut self) -> io::Result<()> {
        let name = self.open.pop().ok_or_else(|| io::Error::other("no element is open"))?;
        self.writer.write_event(Event::End(BytesEnd::new(name.as_str())))
    }

    pub fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.with(name, &[], text)
    }

    pub fn with(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) -> io::Result<()> {
        let element = self.writer.create_element(name).with_attributes(attributes.iter().copied());
        element.write_text_content(BytesText::new(&printable(text)))?;
        Ok(())
    }

    /// Nothing if there is no text.
    pub fn text_if(&mut self, name: &str, text: Option<&str>) -> io::Result<()> {
        text.filter(|text| !text.is_empty()).map_or(Ok(()), |text| self.text(name, text))
    }

    pub fn kilograms(&mut self, name: &str, grams: i64) -> io::Result<()> {
        let kilograms = Decimal::new(grams, 3).normalize();
        self.with(name, &[("unitCode", "KGM")], &kilograms.to_string())
    }

    pub fn money(&mut self, name: &str, amount: Decimal, currency: &str) -> io::Result<()> {
        self.with(name, &[("currencyID", currency)], &in_currency(amount, Some(currency)).to_string())
    }

    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        while !self.open.is_empty() {
            self.close()?;
        }
        let mut bytes = self.writer.into_inner();
        bytes.push(b'\n');
        Ok(bytes)
    }
}

const fn purpose(purpose: ManifestPurpose) -> &'static str {
    match purpose {
        ManifestPurpose::Creation => "Creation",
        ManifestPurpose::Update => "Update",
        ManifestPurpose::Deletion => "Deletion",
    }
}

/// Without the characters that XML cannot have.
fn printable(text: &str) -> String {
    let is_allowed = |c: &char| !matches!(c, '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    text.chars().filter(is_allowed).collect()
}
