//! Addresses of a client, a partner or a subsidiary beside the one of the record itself.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::{OwnedCan, Owner, OwnerType};
use access::ctx::Ctx;
use server_core::address::Address;
use server_core::address_columns;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::list::{Item, Page};
use server_core::record::{ListQuery, Table};
use server_core::tags::Tag;
use trade::wire_name;

wire_name! {
    /// Purpose of an address.
    AddressKind { Billing = "billing", Pickup = "pickup", Delivery = "delivery", Return = "return", Other = "other" }
}

/// An address of a client, a partner or a subsidiary.
#[derive(Object, sqlx::FromRow)]
pub struct OwnedAddress {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: OwnedAddressInput,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: OwnedCan,
}

/// Input of an address.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct OwnedAddressInput {
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub owner: Owner,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub fields: OwnedAddressFields,
}

/// The fields of an address.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct OwnedAddressFields {
    pub kind: AddressKind,
    /// Name of the place, such as a warehouse or a department.
    #[oai(validator(max_length = 80))]
    pub label: Option<String>,
    /// True for the address to use first, instead of the previous main address. Without such an address, the address of
    /// the record itself is the main one.
    pub main: bool,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
}

/// The fields of an address to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct OwnedAddressUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub fields: OwnedAddressFields,
    /// Version that was read; 409 `stale_version` if the address has changed since.
    pub version: i32,
}

const ADDRESSES: Table = Table {
    name: "party_addresses",
    resource: "party_address",
    columns: concat!("owner_type, owner_id, kind, label, main, ", address_columns!()),
    read: &[],
    unique: &[],
    order: "main desc, kind, id",
};
/// The other addresses of the owner are not the main one.
pub const UNMARK: &str = "
    update party_addresses set main = false, version = version + 1, updated_at = $3
    where owner_type = $1 and owner_id = $2 and main";

/// The main address for billing, or else the first one.
pub const BILLING: &str = "
    select country_id, postcode, address_1, address_2, address_number, address_complement, state_id, city
    from party_addresses where owner_type = 'client' and owner_id = $1 and kind = 'billing'
    order by main desc, id limit 1";

/// The address to which a client's invoices are written; none for that of its record.
pub async fn load_billing_address(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<Option<Address>> {
    Ok(sqlx::query_as(BILLING).bind(client_id).fetch_optional(&mut **tx).await?)
}

pub struct PartyAddressApi;

#[OpenApi(prefix_path = "/party_addresses", tag = "Tag::Parties")]
impl PartyAddressApi {
    /// List addresses of clients, partners and subsidiaries
    ///
    /// Addresses of owners that the user may see. The addresses of the owners' own records are not listed.
    #[oai(path = "/", method = "get", operation_id = "party_address_list")]
    async fn party_address_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        owner_type: Query<Option<OwnerType>>,
        owner_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<OwnedAddress>>> {
        ctx.require(Resource::PartyAddress, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, None, None, &[])?;
        let filter = super::of_owner(&ctx, owner_type.0, owner_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = ADDRESSES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Show an address of a client, a partner or a subsidiary
    #[oai(path = "/:id", method = "get", operation_id = "party_address_show")]
    async fn party_address_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<OwnedAddress>>> {
        ctx.require(Resource::PartyAddress, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create an address of a client, a partner or a subsidiary
    #[oai(path = "/", method = "post", operation_id = "party_address_create")]
    async fn party_address_create(
        &self,
        ctx: Ctx,
        body: Body<OwnedAddressInput>,
    ) -> ApiResult<Json<Item<OwnedAddress>>> {
        ctx.require(Resource::PartyAddress, Action::Create)?;
        let OwnedAddressInput { owner, fields } = body.0;
        let mut tx = ctx.begin().await?;
        super::lock(&mut tx, &ctx, owner).await?;
        let input = OwnedAddressInput { owner, fields: check_fields(&mut tx, fields).await? };
        if input.fields.main {
            unmark(&mut tx, &ctx, owner).await?;
        }
        let id = super::create(&mut tx, &ctx, &ADDRESSES, owner, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update an address of a client, a partner or a subsidiary
    #[oai(path = "/:id", method = "patch", operation_id = "party_address_update")]
    async fn party_address_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<OwnedAddressUpdate>,
    ) -> ApiResult<Json<Item<OwnedAddress>>> {
        ctx.require(Resource::PartyAddress, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let asked: OwnedAddress = ADDRESSES.find_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        let owner = asked.input.owner;
        super::lock(&mut tx, &ctx, owner).await?;
        let before: OwnedAddress = ADDRESSES.lock_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        let fields: OwnedAddressFields = body.change(&before.input.fields, before.version)?;
        let after = OwnedAddressInput { owner, fields: check_fields(&mut tx, fields).await? };
        if after.fields.main && !before.input.fields.main {
            unmark(&mut tx, &ctx, owner).await?;
        }
        super::update(&mut tx, &ctx, &ADDRESSES, *id, owner, &before.input, &after).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete an address of a client, a partner or a subsidiary
    #[oai(path = "/:id", method = "delete", operation_id = "party_address_delete")]
    async fn party_address_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::PartyAddress, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: OwnedAddress = ADDRESSES.lock_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        super::delete(&mut tx, &ctx, &ADDRESSES, *id, before.input.owner, &before.input).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The normalized fields; all errors are returned at once.
async fn check_fields(tx: &mut TenantTx, fields: OwnedAddressFields) -> ApiResult<OwnedAddressFields> {
    let place = fields.address.place(tx).await?;
    let mut errors = FieldErrors::default();
    let label = optional(fields.label.as_ref());
    let address = fields.address.check(place.as_ref(), &mut errors);
    errors.into_result()?;
    Ok(OwnedAddressFields { label, address, ..fields })
}

async fn unmark(tx: &mut TenantTx, ctx: &Ctx, owner: Owner) -> ApiResult<()> {
    let unmark = sqlx::query(UNMARK).bind(owner.owner_type.as_str()).bind(owner.owner_id).bind(ctx.now());
    unmark.execute(&mut **tx).await?;
    Ok(())
}

fn seen_by(ctx: &Ctx, address: OwnedAddress) -> OwnedAddress {
    OwnedAddress { can: OwnedCan::of(ctx, Resource::PartyAddress), ..address }
}

/// Commits and returns the address.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<OwnedAddress>>> {
    let address = ADDRESSES.find_among(&mut tx, &super::of_id(ctx, id)).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, address) }))
}
