//! Browsers that have signed in to an account. Strangers who guess its password do not lock them out.

use poem::Request;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::http::session::{cookie, set_cookie};
use server_core::http::token;
use server_core::http::visit::Visit;

const COOKIE_NAME: &str = "device";
/// Since the last sign-in; also in [`LAPSE`].
const MAX_AGE_S: i64 = 180 * 24 * 3600;

pub const KNOWS: &str = "
    select exists (
        select from known_devices d join users u on u.id = d.user_id where u.email = $1 and d.device_hash = $2
    )";
pub const REMEMBER: &str = "
    insert into known_devices (user_id, device_hash, last_login_at) values ($1, $2, $3)
    on conflict (user_id, device_hash) do update set last_login_at = excluded.last_login_at";
pub const FORGET: &str = "delete from known_devices where user_id = $1";
pub const DELETE_EVERY: &str = "delete from known_devices";
pub const DELETE_EXPIRED: &str =
    "delete from known_devices where last_login_at <= $1::timestamptz - interval '180 days'";

/// The random name of a browser. It opens nothing.
#[derive(Clone)]
pub struct Device(String);

impl Device {
    pub fn of(request: &Request) -> Option<Self> {
        let sent = cookie(request, COOKIE_NAME)?;
        token::is_token(sent).then(|| Self(sent.to_owned()))
    }

    fn hash(&self) -> Vec<u8> {
        token::hash(&self.0)
    }

    /// The key of its failures with an account.
    pub fn with(&self, email: &str) -> String {
        format!("{}:{email}", self.0)
    }

    /// True when this browser has signed in to the account.
    pub async fn knows(&self, visit: &Visit, email: &str) -> ApiResult<bool> {
        let mut tx = visit.begin().await?;
        let known = sqlx::query_scalar(KNOWS).bind(email).bind(self.hash()).fetch_one(&mut *tx).await?;
        tx.commit().await?;
        Ok(known)
    }
}

/// Remembers the browser of a sign-in. Returns its `Set-Cookie` value.
pub async fn remember(
    tx: &mut TenantTx,
    visit: &Visit,
    request: &Request,
    user_id: Uuid,
) -> ApiResult<String> {
    let device = Device::of(request).unwrap_or_else(|| Device(token::generate()));
    sqlx::query(REMEMBER).bind(user_id).bind(device.hash()).bind(visit.now()).execute(&mut **tx).await?;
    Ok(set_cookie(request, COOKIE_NAME, &device.0, Some(MAX_AGE_S)))
}

/// Forgets the browsers of a user, who may have been somebody else.
pub async fn forget(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<()> {
    sqlx::query(FORGET).bind(user_id).execute(&mut **tx).await?;
    Ok(())
}
