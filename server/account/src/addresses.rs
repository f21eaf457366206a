//! The addresses of the current user. One of them is the default.

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use access::users::own_user;
use server_core::address::place;
use server_core::address::place::Place;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Items};
use server_core::http::messages::{MessageCode, Params};
use server_core::tags::Tag;

const MOST: i64 = 50;

/// An address of the signed-in user.
#[derive(Object)]
pub struct AccountAddress {
    pub id: Uuid,
    #[oai(flatten)]
    pub input: AccountAddressInput,
    /// Name of the state; null when the country has no states.
    pub state: Option<String>,
    pub version: i32,
    pub can: AccountAddressCan,
}

/// Permissions of the user on an address.
#[derive(Object)]
pub struct AccountAddressCan {
    pub update: bool,
    pub delete: bool,
}

/// An address to save.
#[derive(Object, Clone, Serialize, Deserialize)]
pub struct AccountAddressInput {
    /// The user's name for it, e.g. "Warehouse".
    #[oai(validator(max_length = 60))]
    pub label: String,
    /// `countries.id`; Brazil is 32.
    pub country_id: i16,
    #[oai(validator(max_length = 20))]
    pub postcode: String,
    /// Street.
    #[oai(validator(max_length = 200))]
    pub address_1: String,
    /// District.
    #[oai(validator(max_length = 200))]
    pub address_2: Option<String>,
    #[oai(validator(max_length = 20))]
    pub address_number: Option<String>,
    #[oai(validator(max_length = 120))]
    pub address_complement: Option<String>,
    /// Required when the country has states; otherwise null.
    pub state_id: Option<i32>,
    #[oai(validator(max_length = 120))]
    pub city: String,
    /// True makes it the default instead of the previous one. The only address is always the default.
    #[oai(default)]
    #[serde(default)]
    pub is_default: bool,
}

/// The fields to change, and the version that was read.
#[derive(Object, Serialize, Deserialize)]
pub struct AccountAddressUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: AccountAddressInput,
    /// The `version` of the record that was read. Returns 409 `stale_version` when it has changed since.
    pub version: i32,
}

impl AccountAddressInput {
    /// Normalises the address and reports errors at their fields.
    fn check(self, place: Option<&Place>) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let checked = Self {
            label: required("label", &self.label, &mut errors),
            postcode: place::postcode(self.country_id, &self.postcode, &mut errors),
            address_1: required("address_1", &self.address_1, &mut errors),
            address_2: optional(self.address_2.as_ref()),
            address_number: optional(self.address_number.as_ref()),
            address_complement: optional(self.address_complement.as_ref()),
            state_id: place::check_state(place, self.state_id, &mut errors),
            city: required("city", &self.city, &mut errors),
            ..self
        };
        errors.into_result()?;
        Ok(checked)
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    label: String,
    country_id: i16,
    postcode: String,
    address_1: String,
    address_2: Option<String>,
    address_number: Option<String>,
    address_complement: Option<String>,
    state_id: Option<i32>,
    state: Option<String>,
    city: String,
    is_default: bool,
    version: i32,
}

impl Row {
    fn input(&self) -> AccountAddressInput {
        AccountAddressInput {
            label: self.label.clone(),
            country_id: self.country_id,
            postcode: self.postcode.clone(),
            address_1: self.address_1.clone(),
            address_2: self.address_2.clone(),
            address_number: self.address_number.clone(),
            address_complement: self.address_complement.clone(),
            state_id: self.state_id,
            city: self.city.clone(),
            is_default: self.is_default,
        }
    }

    fn view(self, ctx: &Ctx) -> AccountAddress {
        let update = ctx.grants.allow(Resource::Account, Action::Update);
        let can = AccountAddressCan { update, delete: update };
        AccountAddress { id: self.id, input: self.input(), state: self.state, version: self.version, can }
    }
}

/// The default first, then by creation time.
pub const LIST: &str = "
    select a.id, a.label, a.country_id, a.postcode, a.address_1, a.address_2, a.address_number, a.address_complement,
           a.state_id, s.name as state, a.city, a.is_default, a.version
    from addresses a left join ref.states s on s.id = a.state_id
    where a.user_id = $1 and ($2::uuid is null or a.id = $2)
    order by a.is_default desc, a.created_at, a.id";

pub const INSERT: &str = "
    insert into addresses (id, user_id, label, country_id, postcode, address_1, address_2, address_number,
                           address_complement, state_id, city, is_default, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false, $12, $12)";

pub const UPDATE: &str = "
    update addresses
    set label = $3, country_id = $4, postcode = $5, address_1 = $6, address_2 = $7, address_number = $8,
        address_complement = $9, state_id = $10, city = $11, updated_at = $12, version = version + 1
    where id = $1 and user_id = $2";

pub const DELETE: &str = "delete from addresses where id = $1 and user_id = $2";

pub const UNMARK: &str = "
    update addresses set is_default = false, updated_at = $3, version = version + 1
    where user_id = $1 and is_default and id <> $2";
pub const MARK: &str = "update addresses set is_default = true where id = $1 and user_id = $2";

/// Makes the oldest address the default when there is no default.
pub const MARK_OLDEST: &str = "
    update addresses set is_default = true, updated_at = $2, version = version + 1
    where id = (select id from addresses where user_id = $1 order by created_at, id limit 1)
      and not exists (select from addresses where user_id = $1 and is_default)";

async fn list(tx: &mut TenantTx, user_id: Uuid, id: Option<Uuid>) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as(LIST).bind(user_id).bind(id).fetch_all(&mut **tx).await
}

async fn find(tx: &mut TenantTx, user_id: Uuid, id: Uuid) -> ApiResult<Row> {
    list(tx, user_id, Some(id)).await?.pop().ok_or_else(ApiError::not_found)
}

/// Locks the owner first, so that simultaneous changes see each other.
async fn lock_owner(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<()> {
    own_user::lock_row(tx, user_id).await
}

/// `sql` is one of `INSERT` and `UPDATE`.
async fn save(
    tx: &mut TenantTx,
    sql: &'static str,
    id: Uuid,
    user_id: Uuid,
    address: &AccountAddressInput,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query(sql)
        .bind(id)
        .bind(user_id)
        .bind(&address.label)
        .bind(address.country_id)
        .bind(&address.postcode)
        .bind(&address.address_1)
        .bind(&address.address_2)
        .bind(&address.address_number)
        .bind(&address.address_complement)
        .bind(address.state_id)
        .bind(&address.city)
        .bind(now)
        .execute(&mut **tx)
        .await?;
    if address.is_default {
        sqlx::query(UNMARK).bind(user_id).bind(id).bind(now).execute(&mut **tx).await?;
        sqlx::query(MARK).bind(id).bind(user_id).execute(&mut **tx).await?;
    }
    Ok(())
}

pub struct AddressApi;

#[OpenApi(tag = "Tag::MyAccount")]
impl AddressApi {
    /// List the user's addresses, the default first
    #[oai(path = "/account-addresses", method = "get", operation_id = "account_address_list")]
    async fn account_address_list(&self, ctx: Ctx) -> ApiResult<Json<Items<AccountAddress>>> {
        ctx.require(Resource::Account, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let rows = list(&mut tx, ctx.user.id, None).await?;
        tx.commit().await?;
        Ok(Json(Items { data: rows.into_iter().map(|row| row.view(&ctx)).collect() }))
    }

    /// Create an address
    ///
    /// The first address becomes the default. Returns 409 `too_many_addresses` when the user has 50 already.
    #[oai(path = "/account-addresses", method = "post", operation_id = "account_address_create")]
    async fn account_address_create(
        &self,
        ctx: Ctx,
        body: Body<AccountAddressInput>,
    ) -> ApiResult<Json<Item<AccountAddress>>> {
        ctx.require(Resource::Account, Action::Update)?;
        let mut tx = ctx.begin().await?;
        lock_owner(&mut tx, ctx.user.id).await?;
        let kept = list(&mut tx, ctx.user.id, None).await?.len() as i64;
        let mut address = check_address(&mut tx, body.0).await?;
        if kept >= MOST {
            let params = Params::from([("max", MOST.into())]);
            return Err(ApiError::refused(MessageCode::TooManyAddresses).with_params(params));
        }
        address.is_default |= kept == 0;
        let id = Uuid::now_v7();
        save(&mut tx, INSERT, id, ctx.user.id, &address, ctx.now()).await?;
        let changes = audit::difference(&json!({}), &address);
        audit::record(&mut tx, &ctx, "account_address.create", Some(id), changes).await?;
        answer(tx, &ctx, id).await
    }

    /// Update an address
    ///
    /// Omitted fields are unchanged. To change the default, make another address the default.
    #[oai(path = "/account-address/:id", method = "patch", operation_id = "account_address_update")]
    async fn account_address_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<AccountAddressUpdate>,
    ) -> ApiResult<Json<Item<AccountAddress>>> {
        ctx.require(Resource::Account, Action::Update)?;
        let mut tx = ctx.begin().await?;
        lock_owner(&mut tx, ctx.user.id).await?;
        let row = find(&mut tx, ctx.user.id, *id).await?;
        let before = row.input();
        let mut address = check_address(&mut tx, body.change(&before, row.version)?).await?;
        address.is_default |= before.is_default;
        if audit::record_change(&mut tx, &ctx, "account_address.update", *id, &before, &address).await? {
            save(&mut tx, UPDATE, *id, ctx.user.id, &address, ctx.now()).await?;
        }
        answer(tx, &ctx, *id).await
    }

    /// Delete an address
    ///
    /// If it was the default, the oldest remaining address becomes the default.
    #[oai(path = "/account-address/:id", method = "delete", operation_id = "account_address_delete")]
    async fn account_address_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        let mut tx = ctx.begin().await?;
        lock_owner(&mut tx, ctx.user.id).await?;
        let address = find(&mut tx, ctx.user.id, *id).await?;
        sqlx::query(DELETE).bind(*id).bind(ctx.user.id).execute(&mut *tx).await?;
        sqlx::query(MARK_OLDEST).bind(ctx.user.id).bind(ctx.now()).execute(&mut *tx).await?;
        let changes = json!({ "label": [address.label, null] });
        audit::record(&mut tx, &ctx, "account_address.delete", Some(*id), changes).await?;
        tx.commit().await?;
        Ok(())
    }
}

async fn check_address(tx: &mut TenantTx, asked: AccountAddressInput) -> ApiResult<AccountAddressInput> {
    let place = Place::find(tx, asked.country_id, asked.state_id).await?;
    asked.check(place.as_ref())
}

/// Commits and returns the address.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<AccountAddress>>> {
    let row = find(&mut tx, ctx.user.id, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: row.view(ctx) }))
}
