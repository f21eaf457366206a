//! Texts of tracking e-mails that the company writes, for each event and language.
//!
//! A text is plain, with placeholders in braces: `{code}`. The product's default is the e-mail's template with those
//! placeholders as its values, so that a company can begin with it.

mod api;
mod placeholder;
mod sample;
pub mod store;
mod test_email;

pub use api::TrackingEmailTextApi;
pub use placeholder::{Facts, Placeholder};
pub use test_email::SendTrackingTest;

use serde::{Deserialize, Serialize};

use server_core::mail::OwnText;

/// Subject and body as the company wrote them; none has the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct EmailTemplate {
    pub subject: Option<String>,
    pub body: Option<String>,
}

impl EmailTemplate {
    /// The text of one e-mail.
    pub fn fill(&self, facts: &Facts) -> OwnText {
        OwnText {
            subject: self.subject.as_deref().map(|text| facts.fill(text)),
            paragraphs: self.body.as_deref().map(|text| facts.paragraphs(text)),
        }
    }
}
