//! Finds out whether the mail server can be used, without sending an e-mail.

use std::time::Duration;

use lettre::transport::smtp;
use tokio::time::timeout;
use trade::wire_name;

use super::{Mailer, Transport};

/// The mail server must answer within this time, because somebody waits for the page that shows it.
const LONGEST: Duration = Duration::from_secs(10);

wire_name! {
    /// Why e-mails cannot leave.
    MailFailure {
        /// The mail server does not answer.
        NotReached = "not_reached",
        /// It has no valid certificate.
        Certificate = "certificate",
        /// It answers, and refuses us.
        Refused = "refused",
    }
}

impl Mailer {
    /// Connects to the mail server and signs in there, as for an e-mail. None if nothing is wrong.
    pub async fn find_failure(&self) -> Option<MailFailure> {
        let Transport::Smtp(smtp) = &self.transport else { return None };
        match timeout(LONGEST, smtp.test_connection()).await {
            Ok(Ok(true)) => None,
            Ok(Ok(false)) | Err(_) => Some(MailFailure::NotReached),
            Ok(Err(error)) => {
                tracing::warn!(%error, "the mail server cannot be used");
                Some(to_failure(&error))
            }
        }
    }
}

fn to_failure(error: &smtp::Error) -> MailFailure {
    if error.is_tls() {
        MailFailure::Certificate
    } else if error.is_permanent() || error.is_transient() {
        MailFailure::Refused
    } else {
        MailFailure::NotReached
    }
}
