//! The e-mail with a message of a ticket.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};

use server_core::mail::{Email, PersonMessage, Thread};

/// Why a message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// A ticket was opened with it.
    Created,
    /// It is a reply.
    Replied,
    /// The recipient was added to the ticket.
    Added,
}

impl Occasion {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Replied => "replied",
            Self::Added => "added",
        }
    }
}

/// A message of a ticket, to one of its correspondents.
pub struct TicketEmail {
    pub occasion: Occasion,
    pub number: i32,
    pub title: String,
    /// Tracking code of the shipment; empty without one.
    pub code: String,
    /// Name of the author with the company.
    pub author: String,
    /// The recipient can sign in, and open the ticket.
    pub has_account: bool,
    pub message: PersonMessage,
    pub thread: Thread,
}

impl Email for TicketEmail {
    const NAME: &'static str = "ticket_message";

    fn values(&self) -> Value {
        context! {
            occasion => self.occasion.as_str(), number => self.number, title => self.title.as_str(),
            code => self.code.as_str(), author => self.author.as_str(), has_account => self.has_account,
            replies => self.thread.reply_to.is_some(),
        }
    }

    fn message(&self) -> Option<PersonMessage> {
        Some(self.message.clone())
    }

    fn thread(&self) -> Option<Thread> {
        Some(self.thread.clone())
    }
}
