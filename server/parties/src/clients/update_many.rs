//! `/clients/update`: the same change to many clients in one call.

use std::collections::{HashMap, HashSet};

use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::verdict;
use super::news;
use access::ctx::Ctx;
use access::references::{CLIENT_GROUP, still_active};
use access::sessions;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Items;
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live::{self, Audience};
use server_core::tags::Tag;

pub struct ClientUpdateManyApi;

/// In the order of their ids, so that two such calls never wait for each other.
pub const LOCK: &str = "
    select id, name, group_id, active, excluded_at is not null as is_excluded, merged_into is not null as is_merged
    from clients where id = any($1) order by id for update";
/// Another group if $2, which can be none.
pub const UPDATE: &str = "
    update clients
    set group_id = case when $2 then $3 else group_id end, active = coalesce($4, active), version = version + 1,
        updated_at = $5
    where id = any($1)";

/// The change to each of some clients. At least one change is needed.
#[derive(Object)]
#[oai(example)]
struct ClientsUpdate {
    #[oai(validator(min_items = 1, max_items = 500))]
    ids: Vec<Uuid>,
    /// Their group from now on; null leaves each in its own.
    group_id: Option<Uuid>,
    /// Takes them out of their groups, instead of `group_id`.
    #[oai(default)]
    no_group: bool,
    /// Activates or deactivates them, which needs the right to do so; null leaves them as they are.
    active: Option<bool>,
}

impl Example for ClientsUpdate {
    fn example() -> Self {
        Self {
            ids: vec![Uuid::from_u128(0x0199_d3c2_7c1a_7000_8000_0000_0000_0005)],
            group_id: None,
            no_group: true,
            active: None,
        }
    }
}

/// The result for one client of a call for many.
#[derive(Object)]
struct ClientResult {
    id: Uuid,
    /// Null for an unknown client.
    name: Option<String>,
    /// True when the call changed it; false when it was refused, or had the wanted state already.
    done: bool,
    /// It had the wanted state already; nothing was changed.
    unchanged: bool,
    /// Why it was not done, from `message-codes.json`; null if it was.
    message_code: Option<String>,
    /// The message in the language of the request.
    message: Option<String>,
}

#[OpenApi(prefix_path = "/clients", tag = "Tag::Parties")]
impl ClientUpdateManyApi {
    /// Change clients
    ///
    /// Moves all of them to a group or out of their groups, and activates or deactivates them. All sessions of the users of
    /// deactivated clients end at once. The answer has a result for every id: one that is so already is `unchanged`, one
    /// that was deleted or merged is refused alone.
    #[oai(path = "/update", method = "post", operation_id = "client_update_many")]
    async fn client_update_many(
        &self,
        ctx: Ctx,
        body: Body<ClientsUpdate>,
    ) -> ApiResult<Json<Items<ClientResult>>> {
        ctx.require(Resource::Client, Action::Update)?;
        if let Some(active) = body.active {
            ctx.require(Resource::Client, if active { Action::Activate } else { Action::Deactivate })?;
        }
        let mut tx = ctx.begin().await?;
        let rows: Vec<ClientRow> = sqlx::query_as(LOCK).bind(&body.ids).fetch_all(&mut *tx).await?;
        if rows.is_empty() {
            return Err(ApiError::not_found());
        }
        let change = ClientChange::check(&mut tx, &body.0).await?;
        let (results, changed) = change.apply(rows, ctx.language());
        let ended = write(&mut tx, &ctx, &change, changed).await?;
        tx.commit().await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(Json(Items { data: in_order(&body.ids, results, ctx.language()) }))
    }
}

#[derive(sqlx::FromRow)]
struct ClientRow {
    id: Uuid,
    name: String,
    #[sqlx(flatten)]
    values: ClientValues,
    is_excluded: bool,
    is_merged: bool,
}

/// The fields that are changed together.
#[derive(Serialize, sqlx::FromRow, Clone, Copy)]
struct ClientValues {
    group_id: Option<Uuid>,
    active: bool,
}

/// The change of all.
struct ClientChange {
    /// Another group, or none at all.
    group: Option<Option<Uuid>>,
    active: Option<bool>,
}

impl ClientChange {
    /// 422 for an unknown group, and when nothing is to change.
    async fn check(tx: &mut TenantTx, asked: &ClientsUpdate) -> ApiResult<Self> {
        if !still_active(tx, CLIENT_GROUP, asked.group_id, None).await? {
            return Err(ApiError::invalid_field("group_id", MessageCode::UnknownOption));
        }
        let group = if asked.no_group { Some(None) } else { asked.group_id.map(Some) };
        if group.is_none() && asked.active.is_none() {
            return Err(ApiError::invalid_field("group_id", MessageCode::Required));
        }
        Ok(Self { group, active: asked.active })
    }

    /// The results, and of the clients that change what the audit log says.
    fn apply(&self, rows: Vec<ClientRow>, language: Language) -> (Vec<ClientResult>, Vec<(Uuid, Value)>) {
        let (mut results, mut changed) = (Vec::with_capacity(rows.len()), Vec::new());
        for row in rows {
            let after = ClientValues {
                group_id: self.group.unwrap_or(row.values.group_id),
                active: self.active.unwrap_or(row.values.active),
            };
            let changes = audit::difference(&row.values, &after);
            let is_same = changes.as_object().is_none_or(serde_json::Map::is_empty);
            match verdict(row.values.active, row.is_excluded, row.is_merged, Action::Update) {
                Verdict::No(code, _) => {
                    results.push(ClientResult::with_refusal(row.id, Some(row.name), code, language));
                }
                _ if is_same => results.push(ClientResult::of(row, false)),
                _ => {
                    changed.push((row.id, changes));
                    results.push(ClientResult::of(row, true));
                }
            }
        }
        (results, changed)
    }
}

impl ClientResult {
    fn of(row: ClientRow, done: bool) -> Self {
        let ClientRow { id, name, .. } = row;
        Self { id, name: Some(name), done, unchanged: !done, message_code: None, message: None }
    }

    fn with_refusal(id: Uuid, name: Option<String>, code: MessageCode, language: Language) -> Self {
        Self {
            id,
            name,
            done: false,
            unchanged: false,
            message_code: Some(code.as_str().to_owned()),
            message: Some(code.text(language, &Params::new())),
        }
    }
}

/// Writes the clients that change. Returns the tokens of the sessions that end.
async fn write(
    tx: &mut TenantTx,
    ctx: &Ctx,
    change: &ClientChange,
    changed: Vec<(Uuid, Value)>,
) -> ApiResult<Vec<Vec<u8>>> {
    let ids: Vec<Uuid> = changed.iter().map(|(id, _)| *id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query(UPDATE)
        .bind(&ids)
        .bind(change.group.is_some())
        .bind(change.group.flatten())
        .bind(change.active)
        .bind(ctx.now())
        .execute(&mut **tx)
        .await?;
    audit::record_many(tx, ctx.into(), "client.update", changed).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Client.name(), &ids);
    news::tell_updated(tx, ctx.state(), ctx.now(), ids.clone()).await?;
    if change.active == Some(false) { sessions::close_all_of_clients(tx, &ids).await } else { Ok(Vec::new()) }
}

/// The results in the order of the ids, each once. Those without a result are unknown.
fn in_order(ids: &[Uuid], results: Vec<ClientResult>, language: Language) -> Vec<ClientResult> {
    let mut by_id: HashMap<Uuid, ClientResult> =
        results.into_iter().map(|result| (result.id, result)).collect();
    let mut seen = HashSet::new();
    let once = ids.iter().copied().filter(|id| seen.insert(*id)).collect::<Vec<_>>();
    let unknown = |id| ClientResult::with_refusal(id, None, MessageCode::NotFound, language);
    once.into_iter().map(|id| by_id.remove(&id).unwrap_or_else(|| unknown(id))).collect()
}
