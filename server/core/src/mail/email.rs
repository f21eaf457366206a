//! The e-mails of this program. To add one: define its struct here and add its text to each folder of `templates/`.

use minijinja::{Value, context};

use super::link::TenantLink;
use super::thread::{Message as PersonMessage, Thread};

/// The values of an e-mail. Its text is `templates/<language>/<NAME>.txt` with three blocks: `subject`, `text`
/// (paragraphs separated by empty lines) and `action` (the label of the button). Besides its own values, a text may use
/// `name` (the recipient) and `tenant`.
pub trait Email {
    const NAME: &'static str;

    fn values(&self) -> Value;

    /// Subject and body that the company has written instead of the template's.
    fn own_text(&self) -> OwnText {
        OwnText::default()
    }

    /// The URL that ends these e-mails when it is opened, and when a mail program posts to it.
    fn unsubscribe(&self) -> Option<String> {
        None
    }

    /// A message of a person, shown after the paragraphs.
    fn message(&self) -> Option<PersonMessage> {
        None
    }

    /// Files that it carries.
    fn attachments(&self) -> Vec<AttachedFile> {
        Vec::new()
    }

    /// The conversation of an e-mail that a person wrote; none for those of the server itself.
    fn thread(&self) -> Option<Thread> {
        None
    }
}

/// A file of an e-mail.
#[derive(Clone, Debug)]
pub struct AttachedFile {
    pub name: String,
    pub content_type: &'static str,
    pub content: Vec<u8>,
}

/// A text of the company. A part that is none or empty comes from the template.
#[derive(Clone, Debug, Default)]
pub struct OwnText {
    pub subject: Option<String>,
    /// Paragraphs of lines.
    pub paragraphs: Option<Vec<Vec<String>>>,
}

/// An e-mail with the link that ends those of its kind.
pub struct Stoppable<E> {
    pub email: E,
    /// None when the reader cannot switch them off.
    pub stop: Option<TenantLink>,
}

impl<E: Email> Email for Stoppable<E> {
    const NAME: &'static str = E::NAME;

    fn values(&self) -> Value {
        self.email.values()
    }

    fn own_text(&self) -> OwnText {
        self.email.own_text()
    }

    fn unsubscribe(&self) -> Option<String> {
        self.stop.as_ref().map(ToString::to_string)
    }

    fn message(&self) -> Option<PersonMessage> {
        self.email.message()
    }

    fn attachments(&self) -> Vec<AttachedFile> {
        self.email.attachments()
    }

    fn thread(&self) -> Option<Thread> {
        self.email.thread()
    }
}

/// To the user who started an import, when it has finished.
#[derive(Clone, Debug)]
pub struct ImportFinished {
    pub file: String,
    pub created: u64,
    /// Shipments in the file that exist already.
    pub known: u64,
    /// Lines that were refused.
    pub refused: u64,
}

impl Email for ImportFinished {
    const NAME: &'static str = "import_finished";

    fn values(&self) -> Value {
        context! { file => self.file.as_str(), created => self.created, known => self.known, refused => self.refused }
    }
}

/// To somebody outside of the company: a report that a user has made for them at set times.
#[derive(Clone, Debug)]
pub struct EmailedReport {
    /// The name that the user gave it.
    pub report: String,
    /// The name of the user.
    pub sender: String,
    pub file: AttachedFile,
}

impl Email for EmailedReport {
    const NAME: &'static str = "report";

    fn values(&self) -> Value {
        context! { report => self.report.as_str(), sender => self.sender.as_str() }
    }

    fn attachments(&self) -> Vec<AttachedFile> {
        vec![self.file.clone()]
    }
}

/// To the owner of an address that somebody else tried to register.
pub struct AddressInUse;

impl Email for AddressInUse {
    const NAME: &'static str = "address_in_use";

    fn values(&self) -> Value {
        context! {}
    }
}
