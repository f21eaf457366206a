//! E-mails that arrive. They are files of strangers: a process of its own reads each.

mod body;
mod charset;
mod html;
mod mime;
mod origin;
mod read;
mod reply;
mod sandbox;
mod transfer;

pub use origin::Origin;
pub use read::{Incoming, IncomingFile, Sender};
pub use reply::{KnownThread, Reply, split};
pub use sandbox::{MAIL, MAX_BYTES, open, open_of_mailbox, read_in_sandbox};
