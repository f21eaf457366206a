//! Why a document cannot be drawn.

use trade::symbols::Unprintable;

#[derive(Debug, thiserror::Error)]
pub enum PaperError {
    #[error("a font of the documents cannot be read")]
    Font,
    #[error("the mark is not an image that can be printed in black and white")]
    Mark,
    #[error(transparent)]
    Code(#[from] Unprintable),
    #[error("the document has too many letters or sheets")]
    TooLong,
    #[error("the layout `{0}` of the product cannot be read")]
    Layout(&'static str),
    #[error("the document could not be written: {0}")]
    Pdf(String),
}
