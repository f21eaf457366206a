//! E-mails to users whose accounts are deleted at their request.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::http::messages::Language;
use server_core::mail::{self, Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

/// Tells the user that the deletion was asked for: somebody else may have done it.
#[derive(Serialize, Deserialize)]
pub struct TellDeletionRequested {
    pub user_id: Uuid,
    /// Days until the deletion.
    pub days: i64,
}

impl Process for TellDeletionRequested {
    const KIND: &'static str = "access.tell_deletion_requested";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let email = DeletionRequested { days: self.days };
        mail::tell(&cx, self.user_id, "/my-account/privacy", &email).await
    }
}

struct DeletionRequested {
    days: i64,
}

impl Email for DeletionRequested {
    const NAME: &'static str = "deletion_requested";

    fn values(&self) -> Value {
        context! { days => self.days }
    }
}

/// Tells the user that the account was deleted. The account has no address any more, so the process has it; it is
/// deleted after its end.
#[derive(Serialize, Deserialize)]
pub struct TellAccountDeleted {
    pub name: String,
    pub email: String,
    pub language: Language,
}

impl Process for TellAccountDeleted {
    const KIND: &'static str = "access.tell_account_deleted";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let to = Recipient { name: self.name, email: self.email, language: self.language };
        let link = TenantLink::new(origin, cx.tenant(), "/")?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &AccountDeleted).await?;
        Ok(Outcome::Done)
    }
}

struct AccountDeleted;

impl Email for AccountDeleted {
    const NAME: &'static str = "account_deleted";

    fn values(&self) -> Value {
        context! {}
    }
}
