//! E-mails that arrive. They are files of strangers: a process of its own reads each.

mod mailbox_url;
mod read;
mod reply;
mod sandbox;

pub use mailbox_url::MailboxUrl;
pub use read::{Incoming, IncomingFile, Origin, Sender};
pub use reply::mark::line as reply_mark;
pub use reply::{KnownThread, Reply, split};
pub use sandbox::{MAIL, MAX_BYTES, open, read_in_sandbox};
