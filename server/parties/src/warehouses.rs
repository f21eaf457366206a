//! Warehouses: the places of the company, a branch or a provider where parcels are received, sorted, stored or cleared.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::parcel_intake::ParcelIntake;
use super::pickup_rules::PickupRules;
use super::providers;
use super::storage_places::StorageTerms;
use super::warehouse_references::{WarehouseReferences, airport_of};
use access::ctx::Ctx;
use server_core::address::Address;
use server_core::address_columns;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;
use trade::wire_name;

wire_name! {
    /// Part of a warehouse in the journey of a parcel.
    WarehouseType { Origin = "origin", Hub = "hub", Destination = "destination", Customs = "customs" }
}

/// Input of a warehouse.
#[derive(Object, Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct WarehouseInput {
    /// Unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    #[oai(validator(max_length = 80))]
    pub name: String,
    pub warehouse_type: WarehouseType,
    /// The branch that runs it. Without a branch and a provider, the company itself does.
    pub subsidiary_id: Option<Uuid>,
    /// The provider that runs it; null with a branch.
    pub provider_id: Option<Uuid>,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
    /// IATA code of its airport.
    #[oai(validator(max_length = 3))]
    pub airport: Option<String>,
    /// IANA time zone.
    #[oai(validator(max_length = 60))]
    pub time_zone: String,
    /// Opening hours, as text for people.
    #[oai(validator(max_length = 200))]
    pub hours: Option<String>,
    /// When and where it picks parcels up; null if it does not.
    #[sqlx(json(nullable))]
    pub pickup: Option<PickupRules>,
    /// Price of the storage of parcels of clients; null for a warehouse that takes none in.
    #[sqlx(json(nullable))]
    pub storage: Option<StorageTerms>,
    /// Rules for parcels of clients that it does not take in; null for no such rules.
    #[sqlx(json(nullable))]
    pub intake: Option<ParcelIntake>,
}

/// The fields of a warehouse to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct WarehouseUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: WarehouseInput,
    /// Version that was read; 409 `stale_version` if the warehouse has changed since.
    pub version: i32,
}

/// A place where parcels are received, sorted, stored or cleared.
#[derive(Object, sqlx::FromRow)]
pub struct Warehouse {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: WarehouseInput,
    /// Title of the branch, or code of the provider, that runs it; null when the company itself does.
    pub run_by: Option<String>,
    /// Only active warehouses can be chosen. Records that have an inactive one keep it.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// A warehouse in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct WarehouseOption {
    pub id: Uuid,
    pub code: String,
    /// Code and name of the warehouse.
    pub label: String,
}

impl WarehouseInput {
    /// Normalizes the texts and reports all errors at their fields.
    fn check(self, known: &WarehouseReferences, errors: &mut FieldErrors) -> Self {
        match (self.subsidiary_id, self.provider_id) {
            (Some(_), Some(_)) => errors.push("provider_id", MessageCode::Invalid),
            (Some(_), None) if !known.subsidiary => {
                errors.push("subsidiary_id", MessageCode::UnknownOption);
            }
            (None, Some(_)) if !known.provider => errors.push("provider_id", MessageCode::UnknownOption),
            _ => {}
        }
        if !known.airport {
            errors.push("airport", MessageCode::UnknownOption);
        }
        if self.time_zone.parse::<Tz>().is_err() {
            errors.push("time_zone", MessageCode::UnknownOption);
        }
        Self {
            code: required("code", &self.code, errors),
            name: required("name", &self.name, errors),
            airport: airport_of(&self),
            hours: optional(self.hours.as_ref()),
            pickup: self.pickup.map(|rules| rules.check(self.address.country_id, errors)),
            storage: self.storage.map(|terms| terms.check(known.currency, &known.groups, errors)),
            intake: self.intake.map(|rules| rules.check(known.countries, errors)),
            ..self
        }
    }
}

const WAREHOUSES: Table = Table {
    name: "warehouses",
    resource: "warehouse",
    columns: concat!(
        "code, name, warehouse_type, subsidiary_id, provider_id, airport, time_zone, hours, pickup, storage, intake, ",
        address_columns!()
    ),
    read: &[
        "active",
        "excluded_at",
        "coalesce((select s.title from subsidiaries s where s.id = warehouses.subsidiary_id), \
         (select p.code from providers p where p.id = warehouses.provider_id)) as run_by",
    ],
    unique: &[("warehouses_code_key", "code")],
    order: "search_text(code), id",
};
const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("name", "search_text(name)"),
    ("warehouse_type", "warehouse_type"),
    ("city", "search_text(city)"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', code, name, city, airport)";
const LABEL: &str = "code, code || ' · ' || name";
/// Most options of a choice.
const MAX_OPTIONS: i64 = 50;

/// Whether the state of a warehouse allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    WAREHOUSES.load_record_state(tx, id, action).await
}

pub struct WarehouseApi;

#[OpenApi(tag = "Tag::Providers")]
impl WarehouseApi {
    /// List warehouses
    #[oai(path = "/warehouses", method = "get", operation_id = "warehouse_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn warehouse_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `name`, `warehouse_type`, `city` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, the name, the city or the airport.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        warehouse_type: Query<Option<WarehouseType>>,
        subsidiary_id: Query<Option<Uuid>>,
        provider_id: Query<Option<Uuid>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<Warehouse>>> {
        ctx.require(Resource::Warehouse, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and("warehouse_type = ", warehouse_type.0.map(WarehouseType::as_str))
            .and("subsidiary_id = ", subsidiary_id.0)
            .and("provider_id = ", provider_id.0)
            .state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = WAREHOUSES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List warehouses to choose from
    ///
    /// Active warehouses by code, at most 50.
    #[oai(path = "/warehouses/select", method = "get", operation_id = "warehouse_select")]
    async fn warehouse_select(
        &self,
        ctx: Ctx,
        /// Words in the code, the name, the city or the airport.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        warehouse_type: Query<Option<WarehouseType>>,
    ) -> ApiResult<Json<Items<WarehouseOption>>> {
        ctx.require(Resource::Warehouse, Action::Select)?;
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED)
            .and("warehouse_type = ", warehouse_type.0.map(WarehouseType::as_str))
            .and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = WAREHOUSES.select(&mut tx, LABEL, &filter, MAX_OPTIONS).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// List the warehouses of a provider
    ///
    /// Active warehouses by code, at most 50.
    #[oai(path = "/provider-warehouses/:id", method = "get", operation_id = "provider_warehouse_select")]
    async fn provider_warehouse_select(
        &self,
        ctx: Ctx,
        /// Id of the provider.
        id: Path<Uuid>,
    ) -> ApiResult<Json<Items<WarehouseOption>>> {
        ctx.require(Resource::Warehouse, Action::Select)?;
        let filter = Where::all().and("provider_id = ", Some(*id)).and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        providers::load_record_state(&mut tx, *id, Action::Show).await?;
        let data = WAREHOUSES.select(&mut tx, LABEL, &filter, MAX_OPTIONS).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a warehouse
    #[oai(path = "/warehouses/:id", method = "get", operation_id = "warehouse_show")]
    async fn warehouse_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Warehouse>>> {
        ctx.require(Resource::Warehouse, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a warehouse
    #[oai(path = "/warehouses", method = "post", operation_id = "warehouse_create")]
    async fn warehouse_create(
        &self,
        ctx: Ctx,
        body: Body<WarehouseInput>,
    ) -> ApiResult<Json<Item<Warehouse>>> {
        ctx.require(Resource::Warehouse, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let input = check_input(&mut tx, &ctx, body.0, None).await?;
        let id = WAREHOUSES.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a warehouse
    #[oai(path = "/warehouses/:id", method = "patch", operation_id = "warehouse_update")]
    async fn warehouse_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<WarehouseUpdate>,
    ) -> ApiResult<Json<Item<Warehouse>>> {
        ctx.require(Resource::Warehouse, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: Warehouse = WAREHOUSES.lock(&mut tx, *id).await?;
        let input: WarehouseInput = body.change(&before.input, before.version)?;
        let input = check_input(&mut tx, &ctx, input, Some(&before.input)).await?;
        WAREHOUSES.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a warehouse
    #[oai(path = "/warehouses/:id/activate", method = "post", operation_id = "warehouse_activate")]
    async fn warehouse_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Warehouse>>> {
        ctx.require(Resource::Warehouse, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        WAREHOUSES.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a warehouse
    ///
    /// Records that have it are unchanged.
    #[oai(path = "/warehouses/:id/deactivate", method = "post", operation_id = "warehouse_deactivate")]
    async fn warehouse_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Warehouse>>> {
        ctx.require(Resource::Warehouse, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        WAREHOUSES.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a warehouse
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/warehouses/:id", method = "delete", operation_id = "warehouse_delete")]
    async fn warehouse_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::Warehouse, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: Warehouse = WAREHOUSES.lock(&mut tx, *id).await?;
        let data = WAREHOUSES.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a warehouse that was deleted
    #[oai(path = "/warehouses/:id/restore", method = "post", operation_id = "warehouse_restore")]
    async fn warehouse_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Warehouse>>> {
        ctx.require(Resource::Warehouse, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        WAREHOUSES.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

/// Normalizes and checks the input of a new warehouse, or of one that was `before`; returns all errors at once.
async fn check_input(
    tx: &mut TenantTx,
    ctx: &Ctx,
    input: WarehouseInput,
    before: Option<&WarehouseInput>,
) -> ApiResult<WarehouseInput> {
    let known = WarehouseReferences::load(tx, ctx, &input, before).await?;
    let place = input.address.place(tx).await?;
    let mut errors = FieldErrors::default();
    let mut input = input.check(&known, &mut errors);
    input.address = input.address.check(place.as_ref(), &mut errors);
    errors.into_result()?;
    Ok(input)
}

fn seen_by(ctx: &Ctx, warehouse: Warehouse) -> Warehouse {
    Warehouse {
        can: SwitchCan::of(
            &ctx.grants,
            Resource::Warehouse,
            warehouse.active,
            warehouse.excluded_at.is_some(),
        ),
        ..warehouse
    }
}

/// Commits and returns the warehouse.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Warehouse>>> {
    let warehouse = WAREHOUSES.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, warehouse) }))
}
