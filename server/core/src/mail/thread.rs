//! Headers of an e-mail that belongs to a conversation.

use lettre::Address;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};

/// A message of a person inside an e-mail.
#[derive(Clone, Debug)]
pub struct Message {
    /// As it was written, for the plain-text part.
    pub text: String,
    /// The same as clean HTML.
    pub html: String,
}

/// The place of an e-mail in its conversation. Ids are without angle brackets.
#[derive(Clone, Debug)]
pub struct Thread {
    pub message_id: String,
    /// The id of the conversation first: servers on the way may replace the id of an e-mail.
    pub references: Vec<String>,
    pub in_reply_to: Option<String>,
    /// Where replies go; none when this installation reads no replies.
    pub reply_to: Option<Address>,
    /// Where servers report that the e-mail did not arrive.
    pub bounce_to: Option<Address>,
    /// Marks e-mails of this installation, which must not come back as replies.
    pub mark: String,
}

/// The header with the mark.
pub const MARK: &str = "X-Remessa-Mark";
/// An absence note is of no use to a ticket.
const SUPPRESS: &str = "X-Auto-Response-Suppress";

impl Thread {
    pub(super) fn onto(&self, message: MessageBuilder) -> MessageBuilder {
        let bracketed = |id: &String| format!("<{id}>");
        let references: Vec<String> = self.references.iter().map(bracketed).collect();
        let mut message = message.message_id(Some(bracketed(&self.message_id)));
        for (name, value) in [(MARK, self.mark.as_str()), (SUPPRESS, "OOF, AutoReply")] {
            message = message.raw_header(raw(name, value));
        }
        if !references.is_empty() {
            message = message.references(references.join(" "));
        }
        if let Some(id) = &self.in_reply_to {
            message = message.in_reply_to(bracketed(id));
        }
        match &self.reply_to {
            Some(address) => message.reply_to(Mailbox::new(None, address.clone())),
            None => message,
        }
    }
}

pub(super) fn raw(name: &'static str, value: &str) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str(name);
    HeaderValue::dangerous_new_pre_encoded(name, value.to_owned(), value.to_owned())
}
