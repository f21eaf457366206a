//! Verification of a code, and the limit on wrong ones.

use chrono::{DateTime, TimeDelta, Utc};
use poem::http::StatusCode;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::{self, FactorRow};
use super::{recovery_codes, totp};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::sealed::Seal;
use server_core::state::AppState;

/// Wrong codes in a row before the user must wait. A guess succeeds once in 300,000 attempts.
const FAILURES_AT_ONCE: i32 = 5;
const PAUSE: TimeDelta = TimeDelta::minutes(15);

/// The kind of code that was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    App,
    RecoveryCode,
}

impl Proof {
    pub const fn name(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::RecoveryCode => "recovery_code",
        }
    }
}

/// The user and the state of the second factor to check.
pub struct Check<'a> {
    pub state: &'a AppState,
    pub user_id: Uuid,
    /// True during the setup: the factor is not enabled yet and has no recovery codes.
    pub is_setup: bool,
    pub now: DateTime<Utc>,
}

impl Check<'_> {
    /// Verifies `typed`. A wrong code is counted and `tx` committed: it returns 422 at `code`, and 429 for a while
    /// after too many wrong codes. Returns 409 `second_factor_not_on` when there is no secret.
    pub async fn prove(&self, mut tx: TenantTx, typed: &str) -> ApiResult<(TenantTx, Proof)> {
        let row = store::lock(&mut tx, self.user_id).await?;
        let row = row.filter(|row| row.enabled_at.is_none() == self.is_setup);
        let row = row.ok_or_else(|| ApiError::refused(MessageCode::SecondFactorNotOn))?;
        if let Some(until) = row.refused_until.filter(|until| *until > self.now) {
            return Err(self.too_many(until));
        }
        if let Some(proof) = self.look(&mut tx, &row, typed).await? {
            return Ok((tx, proof));
        }
        let failures = row.failures + 1;
        let refused_until = (failures % FAILURES_AT_ONCE == 0).then(|| self.now + PAUSE);
        store::fail(&mut tx, self.user_id, failures, refused_until).await?;
        tx.commit().await?;
        Err(ApiError::invalid_field("code", MessageCode::WrongCode))
    }

    async fn look(&self, tx: &mut TenantTx, row: &FactorRow, typed: &str) -> ApiResult<Option<Proof>> {
        let typed = typed.trim();
        if let Some(hash) = recovery_codes::hash(self.user_id, typed) {
            let taken = store::take_recovery_code(tx, self.user_id, &hash).await?;
            return Ok(taken.then_some(Proof::RecoveryCode));
        }
        let digits: String = typed.chars().filter(|letter| !letter.is_whitespace()).collect();
        let Some(secret) = seal(self.state, tx, &self.user_id).open(&row.secret) else {
            tracing::error!(
                tenant = %tx.tenant().id,
                user = %self.user_id,
                "the secret of a second step cannot be opened"
            );
            return Ok(None);
        };
        let Some(step) = totp::matching_step(&secret, &digits, self.now, row.last_step) else {
            return Ok(None);
        };
        store::take_step(tx, self.user_id, step).await?;
        Ok(Some(Proof::App))
    }

    fn too_many(&self, until: DateTime<Utc>) -> ApiError {
        let seconds = (until - self.now).num_seconds().unsigned_abs() + 1;
        ApiError::retry(StatusCode::TOO_MANY_REQUESTS, MessageCode::RateLimited, seconds)
            .with_params(Params::from([("seconds", seconds.into())]))
    }
}

/// The seal of a user's secret.
pub fn seal<'a>(state: &'a AppState, tx: &'a TenantTx, user_id: &'a Uuid) -> Seal<'a> {
    let (tenant, owner) = (&tx.tenant().id, user_id.as_bytes());
    Seal { secret: &state.config.secret, tenant, purpose: "second factor", owner }
}
