//! The e-mail that tells a user that the password was changed.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::mail::{self, Email};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};

#[derive(Serialize, Deserialize)]
pub struct TellPasswordChanged {
    pub user_id: Uuid,
}

impl Process for TellPasswordChanged {
    const KIND: &'static str = "access.tell_password_changed";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        mail::tell(&cx, self.user_id, "/password/reset", &PasswordChanged).await
    }
}

struct PasswordChanged;

impl Email for PasswordChanged {
    const NAME: &'static str = "password_changed";

    fn values(&self) -> Value {
        context! {}
    }
}
