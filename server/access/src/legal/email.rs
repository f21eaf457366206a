//! E-mails to users of clients who must accept a new version.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::store;
use server_core::mail::{self, Email};
use server_core::process::{self, Outcome, Owner, Process, ProcessCx, ProcessError};
use server_core::settings;
use trade::legal::LegalKind;

/// Starts the e-mails of a version, some hundreds of users at a time.
#[derive(Serialize, Deserialize)]
pub struct AskForConsent {
    pub kind: LegalKind,
    pub version: i32,
}

impl Process for AskForConsent {
    const KIND: &'static str = "access.ask_for_consent";
    const PRIORITY: i16 = 10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut last = cx.saved_state::<Uuid>()?.unwrap_or_default();
        loop {
            let mut tx = cx.begin().await?;
            let legal = settings::load(&mut tx).await?.legal;
            let is_asked = |text: &settings::LegalTextInForce| {
                text.kind == self.kind && text.version == self.version && text.asks
            };
            // Another version, or none, is in force meanwhile.
            if !legal.iter().any(is_asked) {
                return Ok(Outcome::Done);
            }
            let users = store::list_users_to_ask(&mut tx, last, self.kind, self.version).await?;
            let Some(id) = users.last() else { return Ok(Outcome::Done) };
            last = *id;
            let emails: Vec<TellConsentDue> =
                users.into_iter().map(|user_id| TellConsentDue { user_id, kind: self.kind }).collect();
            process::enqueue_all(&mut tx, Owner::NOBODY, emails).await?;
            cx.save_state(&mut tx, &last).await?;
            tx.commit().await?;
        }
    }
}

/// Tells one user that a text waits for the consent, which the app asks for after the sign-in.
#[derive(Serialize, Deserialize)]
pub struct TellConsentDue {
    pub user_id: Uuid,
    pub kind: LegalKind,
}

impl Process for TellConsentDue {
    const KIND: &'static str = "access.tell_consent_due";
    const PRIORITY: i16 = 10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        mail::tell(&cx, self.user_id, "/login", &ConsentDue { kind: self.kind }).await
    }
}

struct ConsentDue {
    kind: LegalKind,
}

impl Email for ConsentDue {
    const NAME: &'static str = "consent_due";

    fn values(&self) -> Value {
        context! { kind => self.kind.as_str() }
    }
}
