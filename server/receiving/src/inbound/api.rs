//! `/inbound-parcels`: list, show, announce, change.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::arrivals::audience;
use super::destination::InboundParcelDestination;
use super::input::{InboundParcelDetails, InboundParcelInput, InboundParcelUpdate};
use super::model::{InboundParcel, InboundParcelPage, InboundParcelPageMeta, verdict};
use super::store::{self, ChangedInboundParcel, INBOUND_PARCELS, NewInboundParcel, WarehouseColumns};
use crate::steps::inbound_parcel::InboundParcelStatus;
use access::ctx::Ctx;
use access::references;
use access::scope::RowScope;
use parties::clients::parcel_owner::{find_parcel_owner, lock_parcel_owner};
use parties::storage_places::{StoragePlace, find_storage_place, list_storage_places};
use server_core::address::place::Place;
use server_core::audit;
use server_core::files::document;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors, OnConstraint};
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::live;
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;
use trade::steps::Actor;

const SORTS: Sorts = &[
    ("created_at", "i.created_at"),
    ("arrived_at", "i.arrived_at"),
    ("external_code", "i.external_code"),
    ("client_name", "search_text(i.client_name)"),
];

pub struct InboundParcelApi;

#[OpenApi(prefix_path = "/inbound-parcels", tag = "Tag::Receiving")]
impl InboundParcelApi {
    /// List parcels of clients
    ///
    /// Parcels that clients announced, and those that came without an announcement. Users of a client see only its own. Sort by
    /// `created_at`, `arrived_at`, `external_code` or `client_name`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "inbound_parcel_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn inbound_parcel_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, the client, the suite, the shop, the order or the content.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<InboundParcelStatus>>,
        /// True: only parcels of which nobody knows whose they are; false: only the others.
        unidentified: Query<Option<bool>>,
        client_id: Query<Option<Uuid>>,
        warehouse_id: Query<Option<Uuid>>,
        /// Parcels of this request for a shipment.
        repack_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<InboundParcelPage>> {
        let scope = ctx.scope(Resource::InboundParcel, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::stored_words(&asked.words, "i.search_key")
            .and("i.client_id = ", client_id.0)
            .and("i.warehouse_id = ", warehouse_id.0)
            .and("i.repack_id = ", repack_id.0);
        let filter = store::narrow(filter, &scope);
        let tab = filter
            .clone()
            .and("i.status = ", status.0)
            .only("i.client_id is null and i.status <> 0", unidentified.0 == Some(true))
            .only("i.client_id is not null", unidentified.0 == Some(false));
        let mut tx = ctx.begin().await?;
        let (rows, page) = INBOUND_PARCELS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let see = |row: InboundParcel| row.seen_by(&ctx.grants, ctx.is_outside(), ctx.now());
        let data = rows.into_iter().map(see).collect();
        Ok(Json(InboundParcelPage { data, meta: InboundParcelPageMeta { page, totals } }))
    }

    /// List the warehouses that take in parcels of clients
    ///
    /// Active warehouses with rules of storage, at most 50. For users of a client each has the address to give to shops, with the
    /// client's name and suite.
    #[oai(path = "/places", method = "get", operation_id = "inbound_parcel_places")]
    async fn inbound_parcel_places(&self, ctx: Ctx) -> ApiResult<Json<Items<InboundParcelDestination>>> {
        let scope = ctx.scope(Resource::InboundParcel, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let places = list_storage_places(&mut tx).await?;
        let owner = match &scope {
            RowScope::Client(id) => Some(find_parcel_owner(&mut tx, *id).await?),
            _ => None,
        };
        tx.commit().await?;
        let today = ctx.settings().today(ctx.now());
        let open = places.iter().filter(|place| is_within(&scope, place));
        let data = open.map(|place| InboundParcelDestination::of(place, owner.as_ref(), today)).collect();
        Ok(Json(Items { data }))
    }

    /// Show a parcel of a client
    #[oai(path = "/:id", method = "get", operation_id = "inbound_parcel_show")]
    async fn inbound_parcel_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<InboundParcel>>> {
        let scope = ctx.scope(Resource::InboundParcel, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let parcel = INBOUND_PARCELS.find(&mut tx, &store::build_filter(&scope), *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, parcel))
    }

    /// Announce a parcel
    ///
    /// Staff can announce a parcel of any client. A station that scans its code then knows whose it is. Returns 422
    /// `country_not_accepted` or `goods_not_accepted` for what the warehouse does not take in.
    #[oai(path = "/", method = "post", operation_id = "inbound_parcel_create")]
    async fn inbound_parcel_create(
        &self,
        ctx: Ctx,
        body: Body<InboundParcelInput>,
    ) -> ApiResult<Json<Item<InboundParcel>>> {
        let scope = ctx.scope(Resource::InboundParcel, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let InboundParcelInput { client_id, details } = body.0;
        let owner = lock_parcel_owner(&mut tx, scope.client_of(client_id, None)).await?;
        let (details, at) = check(&mut tx, &scope, details).await?;
        let row = NewInboundParcel {
            client_id: owner.id,
            client_name: owner.name,
            suite_code: owner.suite_code,
            details,
            at,
            announced_at: ctx.now(),
            created_by: ctx.user.id,
        };
        let inserted = INBOUND_PARCELS.insert(&mut tx, ctx.now(), &row).await;
        let id = inserted.on_constraint(
            "inbound_parcels_code_key",
            "external_code",
            MessageCode::ParcelAnnounced,
        )?;
        let mut facts = audit::difference(&json!({}), &row.details);
        facts["client_id"] = json!([null, row.client_id]);
        audit::record(&mut tx, &ctx, "inbound_parcel.create", Some(id), facts).await?;
        let resource = Resource::InboundParcel.name();
        live::records_changed(&mut tx, &audience(Some(row.client_id)), resource, &[id]);
        let parcel = INBOUND_PARCELS.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, parcel))
    }

    /// Change what is announced of a parcel
    ///
    /// Returns 409 `parcel_step_refused` once it has arrived.
    #[oai(path = "/:id", method = "patch", operation_id = "inbound_parcel_update")]
    async fn inbound_parcel_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<InboundParcelUpdate>,
    ) -> ApiResult<Json<Item<InboundParcel>>> {
        let scope = ctx.scope(Resource::InboundParcel, Action::Update)?;
        let filter = store::build_filter(&scope);
        let mut change: Change<InboundParcel> =
            Change::begin(ctx.begin().await?, &ctx, &INBOUND_PARCELS, filter, *id).await?;
        let actor = if ctx.is_outside() { Actor::Client } else { Actor::Staff };
        change.allow(verdict(change.before.state(ctx.now()), Action::Update, actor), None)?;
        let before = change.before.details();
        let details: InboundParcelDetails = body.change(&before, change.before.version)?;
        let (details, at) = check(&mut change.tx, &scope, details).await?;
        let facts = audit::difference(&before, &details);
        let changed = ChangedInboundParcel { details, at };
        let written = INBOUND_PARCELS.write(&mut change.tx, ctx.now(), *id, &changed).await;
        written.on_constraint("inbound_parcels_code_key", "external_code", MessageCode::ParcelAnnounced)?;
        change.record(Action::Update, facts, &audience(change.before.client_id)).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Show the photo of a parcel of a client
    #[oai(path = "/:id/photo", method = "get", operation_id = "inbound_parcel_photo")]
    async fn inbound_parcel_photo(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<Scan>>> {
        let scope = ctx.scope(Resource::InboundParcel, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let _: InboundParcel = INBOUND_PARCELS.find(&mut tx, &store::build_filter(&scope), *id).await?;
        let photo = store::find_photo(&mut tx, *id).await?;
        tx.commit().await?;
        let (file_key, content_type) = photo.ok_or_else(ApiError::not_found)?;
        document::to_response(&ctx.state().files, &ctx.tenant().id, &file_key, content_type).await
    }
}

/// Checks what is announced; returns all errors at once, and what the parcel keeps of its warehouse.
async fn check(
    tx: &mut TenantTx,
    scope: &RowScope,
    details: InboundParcelDetails,
) -> ApiResult<(InboundParcelDetails, WarehouseColumns)> {
    let currency_exists = match &details.currency {
        Some(code) => references::is_currency(tx, code).await?,
        None => false,
    };
    let place = find_storage_place(tx, details.warehouse_id).await?.filter(|place| is_within(scope, place));
    let mut errors = FieldErrors::default();
    if place.is_none() {
        errors.push("warehouse_id", MessageCode::UnknownOption);
    }
    let details = details.check(currency_exists, &mut errors);
    if let Some(country_id) = details.from_country_id
        && Place::find(tx, country_id, None).await?.is_none()
    {
        errors.push("from_country_id", MessageCode::UnknownOption);
    }
    if let Some(intake) = place.as_ref().and_then(|place| place.intake.as_ref()) {
        details.check_intake(intake, &mut errors);
    }
    errors.into_result()?;
    let at = place.as_ref().map(WarehouseColumns::of);
    Ok((details, at.unwrap_or_default()))
}

/// Whether users who are bound to branches reach the warehouse.
pub fn is_within(scope: &RowScope, place: &StoragePlace) -> bool {
    let (_, subsidiaries, _) = scope.parts();
    subsidiaries.is_none_or(|own| place.subsidiary_id.is_some_and(|id| own.contains(&id)))
}

fn to_answer(ctx: &Ctx, parcel: InboundParcel) -> Json<Item<InboundParcel>> {
    Json(Item { data: parcel.seen_by(&ctx.grants, ctx.is_outside(), ctx.now()) })
}
