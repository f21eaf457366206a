//! E-mails that arrive. They are files of strangers: a process of its own reads each.

mod apart;
mod mailbox_url;
mod read;
mod reply;

pub use apart::{MAIL, MAX_BYTES, open, read_apart};
pub use mailbox_url::MailboxUrl;
pub use read::{Incoming, IncomingFile, Origin, Sender};
pub use reply::Reply;
