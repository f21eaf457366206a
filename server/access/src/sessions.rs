//! Sessions. The row in the tenant's schema is the truth; Redis keeps a short copy of it.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::{TenantId, TenantTx};
use uuid::Uuid;

use super::api_tokens::door;
pub use super::current_user::{Acting, CurrentUser};
use super::current_user::{Credential, CurrentUserRow};
use super::rotation;
use crate::current_user_columns;
use server_core::cache::CacheKey;
use server_core::http::error::ApiResult;
use server_core::http::session::SessionToken;
use server_core::http::visit::Visit;
use server_core::live;
use server_core::settings::Settings;
use server_core::state::AppState;

const CACHED_FOR: Duration = Duration::from_secs(15);
/// `last_seen_at` is written at most this often, so that most requests only read.
const SEEN_INTERVAL: TimeDelta = TimeDelta::seconds(60);
/// A session ends this long after the sign-in, unless the device is remembered.
const ABSOLUTE: TimeDelta = TimeDelta::days(7);
/// How long an administrator may act as another user. It is not extended.
const SWITCHED: TimeDelta = TimeDelta::hours(1);

#[derive(sqlx::FromRow)]
struct SessionRow {
    session_id: Uuid,
    #[sqlx(flatten)]
    user: CurrentUserRow,
    acting_user_id: Option<Uuid>,
    acting_name: Option<String>,
    tenant_epoch: i64,
    remember: bool,
    /// The request has the token that was replaced at this time.
    replaced_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    last_seen_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

pub const FIND: &str = concat!(
    "
    select s.id as session_id, s.acting_user_id, a.name as acting_name, s.tenant_epoch, s.last_seen_at,
           s.expires_at, s.created_at, s.remember, case when s.token_hash <> $1 then s.rotated_at end as replaced_at, ",
    current_user_columns!(),
    "
    from sessions s
    join users u on u.id = s.user_id and u.epoch = s.user_epoch and u.active
    left join users a on a.id = s.acting_user_id
    left join partners r on r.id = u.partner_id
    left join clients c on c.id = u.client_id
    where (s.token_hash = $1 or s.previous_hash = $1) and s.expires_at > $2 and s.tenant_epoch = $3
      and (s.acting_user_id is null or a.active) and (u.partner_id is null or r.active)
      and (u.client_id is null or c.active)"
);

pub const TOUCH: &str = "update sessions set last_seen_at = $2, expires_at = $3 where id = $1";

pub const INSERT: &str = "
    with who as materialized (select id, epoch from users where id = $3)
    insert into sessions (id, token_hash, user_id, user_epoch, tenant_epoch, remember, user_agent, ip_address,
                          created_at, last_seen_at, expires_at)
    select $1, $2, u.id, u.epoch, $4, $5, $6, $7, $8, $8, $9 from who u";

/// A session for acting as another user. It depends on the administrator's own session.
pub const INSERT_SWITCHED: &str = "
    with who as materialized (select id, epoch from users where id = $3),
         own as materialized (select id, user_id, tenant_epoch from sessions where id = $4)
    insert into sessions (id, token_hash, user_id, user_epoch, tenant_epoch, acting_user_id, acting_session_id,
                          user_agent, ip_address, created_at, last_seen_at, expires_at)
    select $1, $2, u.id, u.epoch, s.tenant_epoch, s.user_id, s.id, $5, $6, $7, $7, $8
    from who u, own s";

/// Deletes the session and the one it depends on.
pub const DELETE: &str = "
    delete from sessions
    where token_hash = $1 or previous_hash = $1
       or id = (select acting_session_id from sessions where token_hash = $1)
    returning id, token_hash";
/// One session of a user.
pub const DELETE_ONE: &str = "delete from sessions where id = $1 and user_id = $2 returning id, token_hash";
pub const DELETE_EXPIRED: &str = "delete from sessions where expires_at <= $1";
pub const DELETE_EVERY: &str = "delete from sessions";
pub const KEEP_ONLY: &str = "
    update sessions s set user_epoch = u.epoch from users u where u.id = $1 and s.user_id = u.id and s.id = $2";
/// Including the sessions in which the user acts as another.
pub const DELETE_OTHERS: &str = "
    delete from sessions
    where (user_id = $1 and id <> $2) or (acting_session_id is not null and acting_user_id = $1)
    returning id, token_hash";
/// Including the sessions in which this user acts as another.
pub const DELETE_ALL: &str = "
    delete from sessions where user_id = $1 or (acting_session_id is not null and acting_user_id = $1)
    returning id, token_hash";
pub const DELETE_ALL_OF: &str = "
    delete from sessions where user_id = any($1) or (acting_session_id is not null and acting_user_id = any($1))
    returning id, token_hash";
pub const DELETE_ALL_OF_PARTNER: &str = "
    delete from sessions s using users u where u.id = s.user_id and u.partner_id = $1
    returning s.id, s.token_hash";
pub const DELETE_ALL_OF_CLIENTS: &str = "
    delete from sessions s using users u where u.id = s.user_id and u.client_id = any($1)
    returning s.id, s.token_hash";
pub const DELETE_SWITCHED: &str = "
    delete from sessions where acting_session_id is not null and (user_id = $1 or acting_user_id = $1)
    returning id, token_hash";
pub const TOKENS: &str = "select token_hash from sessions where user_id = $1";

/// The signed-in user of this request on this tenant, or that of the token by which a program calls; none for a visitor.
/// Returns 401 for a token that is not valid.
pub async fn current_user(visit: &Visit) -> ApiResult<Option<CurrentUser>> {
    if let Some(bearer) = &visit.bearer {
        return door::user_of_token(visit, bearer).await.map(Some);
    }
    let Some(token) = &visit.token else { return Ok(None) };
    let settings = visit.settings().await?;
    let key = cache_key(&visit.tenant.id, &token.hash());
    if let Some(user) = visit.state.cache.get::<CurrentUser>(&key).await
        && user.tenant_epoch == visit.tenant.epoch
        && user.policy_version == settings.policy_version
        && user.expires_at > visit.now()
    {
        return Ok(Some(user));
    }
    let mut tx = visit.begin().await?;
    let row: Option<SessionRow> = sqlx::query_as(FIND)
        .bind(token.hash())
        .bind(visit.now())
        .bind(visit.tenant.epoch)
        .fetch_optional(&mut *tx)
        .await?;
    let Some(row) = row else { return Ok(None) };
    let replaced_at = row.replaced_at;
    if replaced_at.is_some_and(|at| rotation::was_copied(at, visit.now())) {
        rotation::end_copied(visit, tx, token).await?;
        return Ok(None);
    }
    let user = note_visit(&mut tx, row, &settings, visit).await?;
    tx.commit().await?;
    // Acting as another user is not cached: it is rare and must end at once. Nor is a replaced token.
    if let Some(user) = user.as_ref().filter(|user| user.acting.is_none() && replaced_at.is_none()) {
        visit.state.cache.keep(&key, user, CACHED_FOR).await;
    }
    Ok(user)
}

async fn note_visit(
    tx: &mut TenantTx,
    row: SessionRow,
    settings: &Settings,
    visit: &Visit,
) -> ApiResult<Option<CurrentUser>> {
    let (now, mut expires_at) = (visit.now(), row.expires_at);
    if now - row.last_seen_at > SEEN_INTERVAL && !visit.is_background {
        if row.acting_user_id.is_none() {
            let end = row.created_at + absolute(settings, row.remember);
            expires_at = expires_at.max(now + idle(settings)).min(end);
        }
        sqlx::query(TOUCH).bind(row.session_id).bind(now).bind(expires_at).execute(&mut **tx).await?;
    }
    let acting = row.acting_user_id.map(|user_id| Acting {
        user_id,
        name: row.acting_name.unwrap_or_default(),
        until: expires_at,
    });
    Ok(row.user.with(Credential {
        id: row.session_id,
        acting,
        token: None,
        policy_version: settings.policy_version,
        tenant_epoch: row.tenant_epoch,
        expires_at,
    }))
}

fn idle(settings: &Settings) -> TimeDelta {
    TimeDelta::hours(settings.session_idle_hours.into())
}

/// Time from the sign-in to the end, however much the session is used.
fn absolute(settings: &Settings, remember: bool) -> TimeDelta {
    if remember { TimeDelta::days(settings.session_remembered_days.into()) } else { ABSOLUTE }
}

/// Opens a session and returns its token. The visitor's previous cookie stops working.
pub async fn open(
    tx: &mut TenantTx,
    visit: &Visit,
    user_id: Uuid,
    remember: bool,
) -> ApiResult<SessionToken> {
    let token = SessionToken::generate();
    let settings = visit.state.settings.get_within(tx).await?;
    let expires_at = visit.now() + if remember { absolute(&settings, true) } else { idle(&settings) };
    sqlx::query(INSERT)
        .bind(Uuid::now_v7())
        .bind(token.hash())
        .bind(user_id)
        .bind(visit.tenant.epoch)
        .bind(remember)
        .bind(&visit.user_agent)
        .bind(&visit.address)
        .bind(visit.now())
        .bind(expires_at)
        .execute(&mut **tx)
        .await?;
    Ok(token)
}

/// Opens a session, with its own token, in which an administrator acts as another user.
pub async fn open_switched(
    tx: &mut TenantTx,
    visit: &Visit,
    session_id: Uuid,
    user_id: Uuid,
) -> ApiResult<SessionToken> {
    let token = SessionToken::generate();
    sqlx::query(INSERT_SWITCHED)
        .bind(Uuid::now_v7())
        .bind(token.hash())
        .bind(user_id)
        .bind(session_id)
        .bind(&visit.user_agent)
        .bind(&visit.address)
        .bind(visit.now())
        .bind(visit.now() + SWITCHED)
        .execute(&mut **tx)
        .await?;
    Ok(token)
}

/// Ends all sessions in which an administrator acts as this user, or this user as another.
pub async fn end_switches(tx: &mut TenantTx, user_id: Uuid) -> ApiResult<()> {
    let ended = sqlx::query_as(DELETE_SWITCHED).bind(user_id).fetch_all(&mut **tx).await?;
    announce_ended(tx, ended);
    Ok(())
}

/// Ends a session and the one it depends on. Returns their token hashes for [`forget_all`].
pub async fn close(tx: &mut TenantTx, token: &SessionToken) -> ApiResult<Vec<Vec<u8>>> {
    let ended = sqlx::query_as(DELETE).bind(token.hash()).fetch_all(&mut **tx).await?;
    Ok(announce_ended(tx, ended))
}

/// The token hashes of a user's sessions, for [`forget_all`] after a change of the user.
pub async fn tokens_of(tx: &mut TenantTx, user_id: Uuid) -> ApiResult<Vec<Vec<u8>>> {
    Ok(sqlx::query_scalar(TOKENS).bind(user_id).fetch_all(&mut **tx).await?)
}

/// Deletes the cached copy of the current session.
pub async fn forget(visit: &Visit) {
    if let Some(token) = &visit.token {
        forget_all(&visit.state, &visit.tenant.id, &[token.hash()]).await;
    }
}

/// Ends all sessions of a user. Returns their token hashes for [`forget_all`].
pub async fn close_all(tx: &mut TenantTx, user_id: Uuid) -> ApiResult<Vec<Vec<u8>>> {
    let ended = sqlx::query_as(DELETE_ALL).bind(user_id).fetch_all(&mut **tx).await?;
    Ok(announce_ended(tx, ended))
}

/// Ends all sessions of several users; see [`close_all`].
pub async fn close_all_of(tx: &mut TenantTx, user_ids: &[Uuid]) -> ApiResult<Vec<Vec<u8>>> {
    let ended = sqlx::query_as(DELETE_ALL_OF).bind(user_ids).fetch_all(&mut **tx).await?;
    Ok(announce_ended(tx, ended))
}

/// Ends all sessions of a partner's users; see [`close_all`].
pub async fn close_all_of_partner(tx: &mut TenantTx, partner_id: Uuid) -> ApiResult<Vec<Vec<u8>>> {
    let ended = sqlx::query_as(DELETE_ALL_OF_PARTNER).bind(partner_id).fetch_all(&mut **tx).await?;
    Ok(announce_ended(tx, ended))
}

/// Ends all sessions of a client's users; see [`close_all`].
pub async fn close_all_of_client(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<Vec<Vec<u8>>> {
    close_all_of_clients(tx, &[client_id]).await
}

/// The same of many clients; see [`close_all`].
pub async fn close_all_of_clients(tx: &mut TenantTx, client_ids: &[Uuid]) -> ApiResult<Vec<Vec<u8>>> {
    let ended = sqlx::query_as(DELETE_ALL_OF_CLIENTS).bind(client_ids).fetch_all(&mut **tx).await?;
    Ok(announce_ended(tx, ended))
}

/// Ends all sessions of a user except one, which continues in the user's current epoch; see [`close_all`].
pub async fn keep_only(tx: &mut TenantTx, user_id: Uuid, session_id: Uuid) -> ApiResult<Vec<Vec<u8>>> {
    sqlx::query(KEEP_ONLY).bind(user_id).bind(session_id).execute(&mut **tx).await?;
    let ended = sqlx::query_as(DELETE_OTHERS).bind(user_id).bind(session_id).fetch_all(&mut **tx).await?;
    Ok(announce_ended(tx, ended))
}

/// Ends one session of a user; see [`close_all`].
pub async fn close_one(tx: &mut TenantTx, id: Uuid, user_id: Uuid) -> ApiResult<Vec<Vec<u8>>> {
    let ended = sqlx::query_as(DELETE_ONE).bind(id).bind(user_id).fetch_all(&mut **tx).await?;
    Ok(announce_ended(tx, ended))
}

/// Announces deleted sessions, so that their live connections end. Returns their token hashes.
fn announce_ended(tx: &mut TenantTx, ended: Vec<(Uuid, Vec<u8>)>) -> Vec<Vec<u8>> {
    let (ids, hashes) = ended.into_iter().unzip();
    live::sessions_ended(tx, ids);
    hashes
}

/// Deletes the cached copies of sessions, after the commit.
pub async fn forget_all(state: &AppState, tenant: &TenantId, token_hashes: &[Vec<u8>]) {
    for hash in token_hashes {
        state.cache.forget(&cache_key(tenant, hash), CACHED_FOR).await;
    }
}

fn cache_key(tenant: &TenantId, token_hash: &[u8]) -> CacheKey {
    use std::fmt::Write;
    let mut hash = String::with_capacity(64);
    for byte in token_hash {
        let _ = write!(hash, "{byte:02x}");
    }
    CacheKey::new(tenant, "session", &hash)
}
