//! Texts that a company asks its clients to accept.

use crate::wire_name;

wire_name! {
    /// The kind of such a text.
    LegalKind {
        /// Terms of use.
        Terms = "terms",
        /// How personal data is treated.
        Privacy = "privacy",
    }
}
