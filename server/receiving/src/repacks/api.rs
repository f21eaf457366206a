//! `/repacks`: list, show, ask, cancel.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::{RepackCancellation, RepackInput};
use super::model::{Repack, RepackPage, RepackPageMeta, RepackPreview, verdict};
use super::plan::{RepackPlan, plan};
use super::store::{self, NewRepack, REPACKS};
use crate::inbound::model::InboundParcel;
use crate::inbound::packing;
use crate::inbound::store::INBOUND_PARCELS;
use crate::steps::repack::RepackStatus;
use access::ctx::Ctx;
use ledger::{HandlingCharge, HandlingSubject, charge_handling};
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;
use trade::money::in_currency;
use trade::steps::Actor;

const SORTS: Sorts = &[
    ("created_at", "r.created_at"),
    ("packed_at", "r.packed_at"),
    ("client_name", "search_text(r.client_name)"),
    ("parcel_count", "r.parcel_count"),
];
const SEARCHED: &str = "concat_ws(' ', r.client_name, r.suite_code, r.tracking_code, r.warehouse_name)";
/// Parcels of one request.
const MAX_PARCELS: i64 = 50;

pub struct RepackApi;

#[OpenApi(prefix_path = "/repacks", tag = "Tag::Receiving")]
impl RepackApi {
    /// List requests for shipments of parcels
    ///
    /// Users of a client see only its own. Sort by `created_at`, `packed_at`, `client_name` or `parcel_count`. Default: newest
    /// first.
    #[oai(path = "/", method = "get", operation_id = "repack_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn repack_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the client, the suite, the tracking code or the warehouse.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<RepackStatus>>,
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<RepackPage>> {
        let scope = ctx.scope(Resource::Repack, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).and("r.client_id = ", client_id.0);
        let filter = store::narrow(filter, &scope);
        let tab = filter.clone().and("r.status = ", status.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = REPACKS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows
            .into_iter()
            .map(|row: Repack| row.seen_by(&ctx.grants, ctx.is_outside(), ctx.now()))
            .collect();
        Ok(Json(RepackPage { data, meta: RepackPageMeta { page, totals } }))
    }

    /// Show a request for a shipment of parcels
    #[oai(path = "/:id", method = "get", operation_id = "repack_show")]
    async fn repack_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Repack>>> {
        let scope = ctx.scope(Resource::Repack, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let repack = REPACKS.find(&mut tx, &store::build_filter(&scope), *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, repack))
    }

    /// Calculate what a request costs
    ///
    /// As `repack_create` would ask for it now. Nothing is stored.
    #[oai(path = "/preview", method = "post", operation_id = "repack_preview")]
    async fn repack_preview(
        &self,
        ctx: Ctx,
        body: Body<RepackInput>,
    ) -> ApiResult<Json<Item<RepackPreview>>> {
        let scope = ctx.scope(Resource::Repack, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let RepackPlan { parcels, fee, currency, .. } =
            plan(&mut tx, &scope, &body.parcel_ids, &body.options, &ctx.settings().currency, ctx.now())
                .await?;
        tx.commit().await?;
        let storage = parcels.iter().filter_map(|one| one.calculate_storage(ctx.now()));
        let storage: Decimal = storage.filter(|one| one.currency == currency).map(|one| one.amount).sum();
        let shown = |amount| in_currency(amount, Some(&currency));
        let data = RepackPreview { fee: shown(fee), storage: shown(storage), currency: currency.clone() };
        Ok(Json(Item { data }))
    }

    /// Ask for a shipment of parcels
    ///
    /// The parcels are packed into one. Returns 422 at `parcel_ids` when they are of several clients or warehouses
    /// (`parcels_apart`), or one of them is not there or asked for already (`parcel_not_free`, with its `code` in `params`).
    #[oai(path = "/", method = "post", operation_id = "repack_create")]
    async fn repack_create(&self, ctx: Ctx, body: Body<RepackInput>) -> ApiResult<Json<Item<Repack>>> {
        let scope = ctx.scope(Resource::Repack, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let RepackInput { parcel_ids, options, note } = body.0;
        let RepackPlan { parcels, client_id, warehouse_id, fee, currency } =
            plan(&mut tx, &scope, &parcel_ids, &options, &ctx.settings().currency, ctx.now()).await?;
        let first = parcels.first();
        let row = NewRepack {
            client_id,
            client_name: first.and_then(|one| one.client_name.clone()),
            suite_code: first.and_then(|one| one.suite_code.clone()),
            warehouse_id,
            warehouse_name: first.and_then(|one| one.warehouse_name.clone()),
            subsidiary_id: first.and_then(|one| one.subsidiary_id),
            parcel_count: parcels.len(),
            options,
            note: optional(note.as_ref()),
            fee,
            currency,
            created_by: ctx.user.id,
        };
        let id = REPACKS.insert(&mut tx, ctx.now(), &row).await?;
        packing::claim(&mut tx, &parcel_ids, id, ctx.now()).await?;
        let facts = json!({
            "client_id": [null, client_id], "parcels": [null, parcels.len()], "fee": [null, row.fee], "currency": [null, row.currency],
        });
        audit::record(&mut tx, &ctx, "repack.create", Some(id), facts).await?;
        tell_parcels(&mut tx, client_id, &parcel_ids);
        let audience = Audience::Parties(vec![client_id]);
        live::records_changed(&mut tx, &audience, Resource::Repack.name(), &[id]);
        let repack = REPACKS.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, repack))
    }

    /// Cancel a request for a shipment of parcels
    ///
    /// The parcels lie where they are. Once packing began only staff can, and the fee is charged.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "repack_cancel")]
    async fn repack_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RepackCancellation>,
    ) -> ApiResult<Json<Item<Repack>>> {
        let mut change = begin(&ctx, *id, Action::Cancel, Some(body.version)).await?;
        let reason = require("reason", &body.reason)?;
        let Repack { status, client_id, subsidiary_id, fee, ref currency, ref suite_code, .. } =
            change.before;
        if status == RepackStatus::Packing {
            let charge = HandlingCharge {
                subject: HandlingSubject::Repack(*id),
                client_id,
                subsidiary_id,
                shipment: None,
                label: suite_code.clone(),
                currency: currency.clone(),
                amount: fee,
            };
            charge_handling(&mut change.tx, &ctx, &charge).await?;
        }
        let ids: Vec<Uuid> = list_parcels(&mut change.tx, *id).await?.iter().map(|one| one.id).collect();
        packing::release(&mut change.tx, &ids, ctx.now()).await?;
        change.write(&json!({ "status": RepackStatus::Cancelled, "reason": reason })).await?;
        tell_parcels(&mut change.tx, client_id, &ids);
        let audience = Audience::Parties(vec![client_id]);
        change.record(Action::Cancel, json!({ "reason": reason }), &audience).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// The change of a request, if its state and version allow the action.
pub async fn begin(ctx: &Ctx, id: Uuid, action: Action, version: Option<i32>) -> ApiResult<Change<Repack>> {
    let filter = store::build_filter(&ctx.scope(Resource::Repack, action)?);
    let change: Change<Repack> = Change::begin(ctx.begin().await?, ctx, &REPACKS, filter, id).await?;
    let actor = if ctx.is_outside() { Actor::Client } else { Actor::Staff };
    change.allow(verdict(change.before.status, action, actor), version)?;
    Ok(change)
}

/// The parcels of a request, which is locked.
pub async fn list_parcels(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<InboundParcel>> {
    let filter = Where::all().and("i.repack_id = ", Some(id));
    INBOUND_PARCELS.listing.all(tx, &filter, MAX_PARCELS).await
}

/// Tells open pages that parcels belong to a request, or to none any more.
pub fn tell_parcels(tx: &mut TenantTx, client_id: Uuid, ids: &[Uuid]) {
    live::records_changed(tx, &Audience::Parties(vec![client_id]), Resource::InboundParcel.name(), ids);
}

pub fn to_answer(ctx: &Ctx, repack: Repack) -> Json<Item<Repack>> {
    Json(Item { data: repack.seen_by(&ctx.grants, ctx.is_outside(), ctx.now()) })
}
