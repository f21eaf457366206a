//! People and places in the messages.

use std::io;

use super::message::XmlMessage;
use crate::snapshot::{HouseParty, PartyDocument};

pub fn write_party(message: &mut XmlMessage, role: &str, party: &HouseParty) -> io::Result<()> {
    message.open(role)?;
    message.text("Name", &party.name)?;
    message.open("PostalStructuredAddress")?;
    message.text_if("PostcodeCode", party.postcode.as_deref())?;
    message.text_if("StreetName", Some(&party.street))?;
    message.text_if("CityName", Some(&party.city))?;
    message.text_if("CountryID", Some(&party.country))?;
    message.text_if("CountrySubDivisionName", party.state.as_deref())?;
    message.close()?;
    if let Some(phone) = party.phone.as_deref().filter(|phone| !phone.is_empty()) {
        message.open("DefinedTradeContact")?;
        message.open("DirectTelephoneCommunication")?;
        message.text("CompleteNumber", phone)?;
        message.close()?;
        message.close()?;
    }
    message.close()
}

pub fn write_place(message: &mut XmlMessage, name: &str, airport: &str) -> io::Result<()> {
    message.open(name)?;
    message.text("ID", airport)?;
    message.close()
}

/// The document of a party, as customs ask for it.
pub fn write_document_note(message: &mut XmlMessage, role: &str, party: &HouseParty) -> io::Result<()> {
    let write = |document: &PartyDocument| {
        write_note(
            message,
            &CustomsNote { content_code: "T", content: &document.to_note(), role, country: &party.country },
        )
    };
    party.document.as_ref().map_or(Ok(()), write)
}

pub struct CustomsNote<'a> {
    pub content_code: &'a str,
    pub content: &'a str,
    pub role: &'a str,
    pub country: &'a str,
}

pub fn write_note(message: &mut XmlMessage, note: &CustomsNote<'_>) -> io::Result<()> {
    message.open("IncludedCustomsNote")?;
    message.text("ContentCode", note.content_code)?;
    message.text("Content", note.content)?;
    message.text("SubjectCode", note.role)?;
    message.text_if("CountryID", Some(note.country))?;
    message.close()
}
