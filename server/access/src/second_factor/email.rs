//! The e-mail that tells a user that the second factor was disabled.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::mail::{self, Email};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};

#[derive(Serialize, Deserialize)]
pub struct TellSecondFactorOff {
    pub user_id: Uuid,
    /// The administrator who disabled it; none when the user did.
    pub by: Option<String>,
}

impl Process for TellSecondFactorOff {
    const KIND: &'static str = "access.tell_second_factor_off";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        mail::tell(&cx, self.user_id, "/my-account/security", &SecondFactorOff { by: self.by }).await
    }
}

struct SecondFactorOff {
    by: Option<String>,
}

impl Email for SecondFactorOff {
    const NAME: &'static str = "second_factor_off";

    fn values(&self) -> Value {
        context! { by => self.by.as_deref() }
    }
}
