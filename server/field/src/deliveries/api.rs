//! `/shipment-deliveries`: the list, one delivery, new ones and changes.

use std::collections::HashSet;

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::delivery_scope::{begin, build_filter, to_answer};
use super::input::{CashRules, DeliveryFields, DeliveryInput, DeliveryUpdate, spell_consignee};
use super::model::{Delivery, DeliveryDetails, DeliveryPage, DeliveryPageMeta, DeliveryResult};
use super::plan::{self, Planner};
use super::store::{self, DELIVERIES};
use crate::cash_handovers::cash_store;
use crate::delivery_pin;
use crate::drivers::record::ProofKind;
use crate::steps::delivery::{DeliveryStatus, DeliveryStep};
use access::ctx::Ctx;
use access::references;
use freight::shipments::to_deliver;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Items};
use server_core::live::Audience;
use server_core::record::{ListQuery, Sorts, Where};
use server_core::settings::CASH_ON_DELIVERY;
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("on_date", "d.on_date"),
    ("created_at", "d.created_at"),
    ("number", "d.number"),
    ("recipient_name", "search_text(d.recipient_name)"),
    ("city", "search_text(d.city)"),
    ("attempts", "d.attempts"),
];
const SEARCHED: &str =
    "concat_ws(' ', d.number, d.recipient_name, d.city, d.postcode, r.number, r.driver_name)";

/// The columns of a changed form.
#[derive(Serialize)]
struct ChangedDelivery<'a> {
    #[serde(flatten)]
    fields: &'a DeliveryFields,
    consignee: String,
    /// Stays with the place that was copied.
    place_on: Option<NaiveDate>,
}

pub struct DeliveryApi;

#[OpenApi(prefix_path = "/shipment-deliveries", tag = "Tag::Deliveries")]
impl DeliveryApi {
    /// List deliveries
    ///
    /// Sort by `on_date`, `created_at`, `number`, `recipient_name`, `city` or `attempts`. Default: the latest day first.
    #[oai(path = "/", method = "get", operation_id = "delivery_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn delivery_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the recipient, the city, the run or the driver.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<DeliveryStatus>>,
        /// Deliveries of this shipment.
        shipment_id: Query<Option<Uuid>>,
        /// Deliveries on a run of this driver.
        driver_id: Query<Option<Uuid>>,
        /// True: only deliveries with something for staff to decide, or with files that are missing for more than an hour.
        has_tasks: Query<Option<bool>>,
        /// True: only deliveries with cash to collect; false: only the others.
        has_cash: Query<Option<bool>>,
        /// First day.
        from: Query<Option<NaiveDate>>,
        /// Last day.
        to: Query<Option<NaiveDate>>,
    ) -> ApiResult<Json<DeliveryPage>> {
        let scope = ctx.scope(Resource::Delivery, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = build_filter(&scope, Where::words(&asked.words, SEARCHED))
            .and_inside(
                "exists (select from delivery_shipments c where c.delivery_id = d.id and c.shipment_id = ",
                shipment_id.0,
            )
            .only("d.cod_due is not null", has_cash.0 == Some(true))
            .only("d.cod_due is null", has_cash.0 == Some(false))
            .and("r.driver_id = ", driver_id.0)
            .and("d.on_date >= ", from.0)
            .and("d.on_date <= ", to.0);
        let is_asked = has_tasks.0 == Some(true);
        let filter = if is_asked { store::narrow_to_tasks(filter, ctx.now()) } else { filter };
        let tab = filter.clone().and("d.status = ", status.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = DELIVERIES.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Delivery| row.seen_by(&ctx.grants)).collect();
        Ok(Json(DeliveryPage { data, meta: DeliveryPageMeta { page, totals } }))
    }

    /// Show a delivery
    ///
    /// With its shipments, its stops and what drivers recorded. Place, document and files need the right `delivery.proof`.
    #[oai(path = "/:id", method = "get", operation_id = "delivery_show")]
    async fn delivery_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<DeliveryDetails>>> {
        let scope = ctx.scope(Resource::Delivery, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let delivery = DELIVERIES.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        tx.commit().await?;
        to_answer(&ctx, delivery).await
    }

    /// Create deliveries
    ///
    /// Puts shipments into deliveries: one for each consignee, day and branch. A delivery that waits for the same consignee on
    /// that day takes more in, unless cash is due. The answer has one entry per shipment, in the given order; one that is refused does not affect
    /// the others.
    #[oai(path = "/", method = "post", operation_id = "delivery_create")]
    async fn delivery_create(
        &self,
        ctx: Ctx,
        body: Body<DeliveryInput>,
    ) -> ApiResult<Json<Items<DeliveryResult>>> {
        let scope = ctx.scope(Resource::Delivery, Action::Create)?;
        let today = ctx.settings().today(ctx.now());
        let planner = Planner { actor: (&ctx).into(), today, language: ctx.language() };
        let mut tx = ctx.begin().await?;
        let data = plan::create(&mut tx, &planner, &scope, &body).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Update a delivery
    ///
    /// The shipments keep the address that their sender gave.
    #[oai(path = "/:id", method = "patch", operation_id = "delivery_update")]
    async fn delivery_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<DeliveryUpdate>,
    ) -> ApiResult<Json<Item<DeliveryDetails>>> {
        let settings = ctx.settings();
        let mut change = begin(ctx.begin().await?, &ctx, *id, DeliveryStep::Update, None).await?;
        let before = DeliveryFields::of(&change.before);
        let sent: DeliveryFields = body.change(&before, change.before.version)?;
        let place = sent.address.place(&mut change.tx).await?;
        let currency = sent.cod_currency.as_deref().unwrap_or_default();
        let cash = CashRules {
            is_on: settings.flag(CASH_ON_DELIVERY),
            has_one_client: has_one_client(&mut change.tx, *id).await?,
            currency_exists: references::is_currency(&mut change.tx, currency).await?,
            is_taken: cash_store::is_taken(&mut change.tx, *id).await?,
        };
        let fields = sent.check(place.as_ref(), &before, settings.today(ctx.now()), cash)?;
        let consignee = spell_consignee(&fields.recipient_name, &fields.address);
        let has_same_place = (fields.latitude, fields.longitude) == (before.latitude, before.longitude);
        let place_on = change.before.place_on.filter(|_| has_same_place);
        change.write(&ChangedDelivery { fields: &fields, consignee, place_on }).await?;
        // The others are told when their run begins.
        let is_new_pin = fields.proof.contains(&ProofKind::Pin) && !before.proof.contains(&ProofKind::Pin);
        if is_new_pin && change.before.status == DeliveryStatus::Out {
            delivery_pin::tell(&mut change.tx, &[*id]).await?;
        }
        let facts = audit::difference(&before, &fields);
        change.record(Action::Update, facts, &Audience::Staff).await?;
        to_answer(&ctx, change.finish().await?).await
    }
}

/// Whether the parcels of a delivery are all of one client, or none of them has one.
async fn has_one_client(tx: &mut TenantTx, delivery_id: Uuid) -> ApiResult<bool> {
    let cargo = store::list_cargo(tx, &[delivery_id]).await?;
    let ids: Vec<Uuid> = cargo.iter().map(|row| row.shipment_id).collect();
    let shipments = to_deliver::load_shipments(tx, &ids).await?;
    let clients: HashSet<Option<Uuid>> = shipments.iter().map(|one| one.client_id).collect();
    Ok(clients.len() <= 1)
}
