//! Records that belong to a client, a partner, a provider or a subsidiary: addresses, contacts, bank accounts and documents.
//!
//! The audit entries of such a record are those of its owner, so that the owner's history is complete.

pub mod addresses;
mod bank_account_fields;
pub mod bank_accounts;
pub mod contacts;
pub mod documents;

use poem_openapi::Object;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sqlx::AssertSqlSafe;
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::record::{Table, Where};
use trade::wire_name;

/// Records of one kind that an owner can have.
const MOST: i64 = 100;

wire_name! {
    /// Kind of record that has addresses, contacts, bank accounts and documents.
    OwnerType { Client = "client", Partner = "partner", Provider = "provider", Subsidiary = "subsidiary" }
}

/// The record that an address, a contact, a bank account or a document belongs to.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct Owner {
    pub owner_type: OwnerType,
    pub owner_id: Uuid,
}

/// Permissions of the user on a record that belongs to another one.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnedCan {
    pub update: bool,
    pub delete: bool,
}

// Locked, so that simultaneous changes of what belongs to the owner see each other, and none joins a client that is
// being merged.
pub const LOCK_CLIENT: &str =
    "select true from clients where id = $1 and merged_into is null for no key update";
pub const LOCK_PARTNER: &str = "select true from partners where id = $1 for no key update";
pub const LOCK_PROVIDER: &str = "select true from providers where id = $1 for no key update";
pub const LOCK_SUBSIDIARY: &str = "select true from subsidiaries where id = $1 for no key update";

pub const HAS_RECORDS: &str = "
    select exists (select from contacts where owner_id = $1) or exists (select from party_addresses where owner_id = $1)
        or exists (select from bank_accounts where owner_id = $1)
        or exists (select from party_documents where owner_id = $1)";

/// Whether contacts, addresses, accounts or documents belong to this owner.
pub async fn has_records(tx: &mut TenantTx, owner_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_RECORDS).bind(owner_id).fetch_one(&mut **tx).await?)
}

impl OwnerType {
    const fn resource(self) -> Resource {
        match self {
            Self::Client => Resource::Client,
            Self::Partner => Resource::Partner,
            Self::Provider => Resource::Provider,
            Self::Subsidiary => Resource::Subsidiary,
        }
    }

    const fn lock(self) -> &'static str {
        match self {
            Self::Client => LOCK_CLIENT,
            Self::Partner => LOCK_PARTNER,
            Self::Provider => LOCK_PROVIDER,
            Self::Subsidiary => LOCK_SUBSIDIARY,
        }
    }
}

impl OwnedCan {
    pub fn of(ctx: &Ctx, resource: Resource) -> Self {
        let may = |action| ctx.grants.allow(resource, action);
        Self { update: may(Action::Update), delete: may(Action::Delete) }
    }
}

/// Adds the condition that the user may see the owner.
pub fn visible(ctx: &Ctx, filter: Where) -> Where {
    let may_see = |kind: &&OwnerType| ctx.grants.allow(kind.resource(), Action::Show);
    let kinds: Vec<&'static str> = OwnerType::ALL.iter().filter(may_see).map(|kind| kind.as_str()).collect();
    filter.among("owner_type", Some(kinds))
}

/// The visible records of one owner, of all owners of a kind, or of all.
pub fn of_owner(ctx: &Ctx, owner_type: Option<OwnerType>, owner_id: Option<Uuid>) -> Where {
    let filter = visible(ctx, Where::all());
    filter.and("owner_type = ", owner_type.map(OwnerType::as_str)).and("owner_id = ", owner_id)
}

/// The visible record of this id.
pub fn of_id(ctx: &Ctx, id: Uuid) -> Where {
    visible(ctx, Where::all()).and("id = ", Some(id))
}

/// Locks the owner. 422 at `owner_id` when it does not exist, or the user may not see it.
pub async fn lock(tx: &mut TenantTx, ctx: &Ctx, owner: Owner) -> ApiResult<()> {
    let unknown = || ApiError::invalid_field("owner_id", MessageCode::UnknownOption);
    if !ctx.grants.allow(owner.owner_type.resource(), Action::Show) {
        return Err(unknown());
    }
    if lock_row(tx, owner).await? { Ok(()) } else { Err(unknown()) }
}

/// Locks an owner that the user reaches, so that what it has is counted exactly. False when it does not exist.
pub async fn lock_row(tx: &mut TenantTx, owner: Owner) -> ApiResult<bool> {
    let found: Option<bool> =
        sqlx::query_scalar(owner.owner_type.lock()).bind(owner.owner_id).fetch_optional(&mut **tx).await?;
    Ok(found.is_some())
}

/// Creates a record of an owner that is locked. Returns 409 `too_many_records` when it has 100 already.
pub async fn create(
    tx: &mut TenantTx,
    ctx: &Ctx,
    table: &Table,
    owner: Owner,
    form: &impl Serialize,
) -> ApiResult<Uuid> {
    let count = format!("select count(*) from {} where owner_type = $1 and owner_id = $2", table.name);
    let count = sqlx::query_scalar(AssertSqlSafe(count)).bind(owner.owner_type.as_str()).bind(owner.owner_id);
    let count: i64 = count.fetch_one(&mut **tx).await?;
    if count >= MOST {
        let params = Params::from([("max", MOST.into())]);
        return Err(ApiError::refused(MessageCode::TooManyRecords).with_params(params));
    }
    let id = table.insert(tx, ctx.now(), form).await?;
    let changes = without_owner(audit::difference(&json!({}), form));
    record_audit(tx, ctx, table, "create", id, owner, changes).await?;
    Ok(id)
}

/// Writes the fields that differ from `before`. Without a difference, nothing is written.
pub async fn update(
    tx: &mut TenantTx,
    ctx: &Ctx,
    table: &Table,
    id: Uuid,
    owner: Owner,
    before: &impl Serialize,
    form: &impl Serialize,
) -> ApiResult<()> {
    let changes = without_owner(audit::difference(before, form));
    if changes.as_object().is_none_or(Map::is_empty) {
        return Ok(());
    }
    table.write(tx, ctx.now(), id, form).await?;
    record_audit(tx, ctx, table, "update", id, owner, changes).await
}

/// Deletes a record that was locked as `before`. The audit entry has its fields.
pub async fn delete(
    tx: &mut TenantTx,
    ctx: &Ctx,
    table: &Table,
    id: Uuid,
    owner: Owner,
    before: &impl Serialize,
) -> ApiResult<()> {
    table.remove(tx, id).await?;
    record_audit(tx, ctx, table, "delete", id, owner, list_removed(before)).await
}

/// The fields of a record that is deleted, for its audit entry.
fn list_removed(before: &impl Serialize) -> Value {
    let mut changes = without_owner(audit::difference(&json!({}), before));
    for change in changes.as_object_mut().into_iter().flat_map(Map::values_mut) {
        *change = json!([change[1], null]);
    }
    changes
}

async fn record_audit(
    tx: &mut TenantTx,
    ctx: &Ctx,
    table: &Table,
    verb: &str,
    id: Uuid,
    owner: Owner,
    changes: Value,
) -> ApiResult<()> {
    live::records_changed(tx, &Audience::Staff, table.resource, &[id]);
    let action = format!("{}.{verb}", table.resource);
    audit::record(tx, ctx, &action, Some(owner.owner_id), changes).await
}

/// The owner is the record of the entry; the place of a file and the reminders say nothing.
fn without_owner(mut changes: Value) -> Value {
    if let Some(fields) = changes.as_object_mut() {
        for field in ["owner_type", "owner_id", "file_key", "reminded_days"] {
            fields.remove(field);
        }
    }
    changes
}
