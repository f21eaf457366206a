//! The letters this program sends. A new one: its struct here, its text in each folder of `templates/`.

use minijinja::{Value, context};

/// The values of a letter. Its words are in `templates/<language>/<NAME>.txt`, as three blocks: `subject`, `text`
/// (paragraphs, with empty lines between) and `action` (what stands on the button). Besides its own values a letter
/// may name `name` (the recipient) and `tenant`.
pub trait Letter {
    const NAME: &'static str;

    fn values(&self) -> Value;
}

/// To whoever started an import, when it is done.
#[derive(Clone, Debug)]
pub struct ImportFinished {
    pub file: String,
    pub created: u64,
    /// Shipments the file brought once more.
    pub known: u64,
    /// Lines that could not be taken.
    pub refused: u64,
}

impl Letter for ImportFinished {
    const NAME: &'static str = "import_finished";

    fn values(&self) -> Value {
        context! { file => self.file.as_str(), created => self.created, known => self.known, refused => self.refused }
    }
}

/// To the owner of an address that somebody wants for an account, though it has one.
pub struct AddressInUse;

impl Letter for AddressInUse {
    const NAME: &'static str = "address_in_use";

    fn values(&self) -> Value {
        context! {}
    }
}
