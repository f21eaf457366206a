//! Sessions of live connections, always read from their rows: a connection must not outlive its session, and does not
//! prolong it.

use chrono::{DateTime, Utc};
use policy::{Grants, ProfileUser, UserType};
use tenancy::TenantTx;
use uuid::Uuid;

use super::rotation;
use crate::profiles;
use crate::{is_bound, is_inside};
use server_core::http::error::ApiResult;
use server_core::http::visit::Visit;
use server_core::state::AppState;

/// A token that was replaced moments ago is still the user's.
pub const OF_TOKEN: &str = "
    select id from sessions where token_hash = $1 or (previous_hash = $1 and rotated_at > $2)";

pub const LIVE_SESSIONS: &str = concat!(
    "select s.id as session_id, u.id as user_id, u.name, u.user_type, u.client_id, u.partner_id, s.expires_at,
           array(select b.profile_id from user_profiles b where b.user_id = u.id) as profile_ids, ",
    is_inside!("u."),
    " as is_inside, ",
    is_bound!("u."),
    " as is_bound
    from sessions s
    join users u on u.id = s.user_id and u.epoch = s.user_epoch and u.active
    left join users a on a.id = s.acting_user_id
    left join partners r on r.id = u.partner_id
    left join clients c on c.id = u.client_id
    where s.id = any($1) and s.expires_at > $2 and s.tenant_epoch = $3
      and (s.acting_user_id is null or a.active) and (u.partner_id is null or r.active)
      and (u.client_id is null or c.active)"
);

/// A session that is valid now, and its user.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LiveSession {
    pub session_id: Uuid,
    pub user_id: Uuid,
    pub name: String,
    user_type: i16,
    profile_ids: Vec<Uuid>,
    is_inside: bool,
    /// A profile binds the user to their own subsidiaries.
    pub is_bound: bool,
    client_id: Option<Uuid>,
    partner_id: Option<Uuid>,
    pub expires_at: DateTime<Utc>,
}

impl LiveSession {
    /// The client or the partner of a user who does not work for the company.
    pub fn party(&self) -> Option<Uuid> {
        self.client_id.or(self.partner_id)
    }

    /// True when the user works for a client, a partner or a carrier, not for the company.
    pub fn is_outside(&self) -> bool {
        !self.is_inside
    }
}

/// The present rights of the users of sessions, in their order.
pub async fn load_grants(
    state: &AppState,
    tx: &mut TenantTx,
    sessions: &[LiveSession],
) -> ApiResult<Vec<Grants>> {
    let profiles = profiles::load_within(state, tx).await?;
    let grants = |session: &LiveSession| {
        let user_type = UserType::from_code(session.user_type)?;
        let (has_partner, is_bound) = (session.partner_id.is_some(), session.is_bound);
        let profile_user = ProfileUser { user_type, has_partner, is_bound };
        Some(profiles.grants(&state.policy, profile_user, &session.profile_ids))
    };
    Ok(sessions.iter().map(|session| grants(session).unwrap_or(Grants::NONE)).collect())
}

/// The session of a request; none when it is over.
pub async fn of_visit(visit: &Visit) -> ApiResult<Option<LiveSession>> {
    let Some(token) = &visit.token else { return Ok(None) };
    let mut tx = visit.begin().await?;
    let query = sqlx::query_scalar(OF_TOKEN).bind(token.hash()).bind(visit.now() - rotation::GRACE);
    let ids: Vec<Uuid> = query.fetch_all(&mut *tx).await?;
    let found = among(&mut tx, &ids, visit.now()).await?;
    tx.commit().await?;
    Ok(found.into_iter().next())
}

/// The sessions among these that are still valid.
pub async fn among(tx: &mut TenantTx, ids: &[Uuid], now: DateTime<Utc>) -> sqlx::Result<Vec<LiveSession>> {
    let epoch = tx.tenant().epoch;
    sqlx::query_as(LIVE_SESSIONS).bind(ids).bind(now).bind(epoch).fetch_all(&mut **tx).await
}
