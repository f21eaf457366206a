//! `/cod-payouts`: what clients still get of the cash on delivery, and what they got.

use std::collections::HashMap;

use chrono_tz::Tz;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{
    CodDelivery, CodPayout, CodPayoutDetails, CodPayoutInput, CodPayoutMade, CodPayoutMany, CodPayoutPage,
    CodPayoutPageMeta, CodPayoutReversal, CodShipment, OpenCash, OpenCashCan, PayoutMethod,
};
use super::open_cash::{self, DeliveryRow, OpenRow};
use super::payment;
use super::statement;
use super::store::{self, COD_PAYOUTS};
use crate::deliveries::store as delivery_store;
use crate::steps::cod_payout::CodPayoutStatus;
use access::ctx::Ctx;
use freight::shipments::to_deliver::{self, ShipmentToDeliver};
use parties::clients::names;
use server_core::http::body::Body;
use server_core::http::download::content_disposition;
use server_core::http::error::ApiResult;
use server_core::http::file_answer::{Csv, FileAnswer};
use server_core::http::list::{Item, Items};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;
use trade::money::in_currency;

const SORTS: Sorts = &[
    ("created_at", "p.created_at"),
    ("number", "p.number"),
    ("client_name", "search_text(p.client_name)"),
    ("amount", "p.amount"),
    ("paid_on", "p.paid_on"),
];
const SEARCHED: &str = "concat_ws(' ', p.number, p.client_name, p.reference)";

pub struct CodPayoutApi;

#[OpenApi(prefix_path = "/cod-payouts", tag = "Tag::Finance")]
impl CodPayoutApi {
    /// List payouts of cash on delivery
    ///
    /// Users of a client see only its own. Sort by `created_at`, `number`, `client_name`, `amount` or `paid_on`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "cod_payout_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn cod_payout_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the client or the reference.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<CodPayoutStatus>>,
        client_id: Query<Option<Uuid>>,
        method: Query<Option<PayoutMethod>>,
    ) -> ApiResult<Json<CodPayoutPage>> {
        let scope = ctx.scope(Resource::CodPayout, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and("p.client_id = ", client_id.0)
            .and("p.method = ", method.0.map(PayoutMethod::as_str));
        let filter = store::build_filter(&scope, filter);
        let tab = filter.clone().and("p.status = ", status.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = COD_PAYOUTS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let data =
            rows.into_iter().map(|row: CodPayout| row.seen_by(&ctx.grants, ctx.is_outside())).collect();
        Ok(Json(CodPayoutPage { data, meta: CodPayoutPageMeta { page, totals } }))
    }

    /// List the cash on delivery that clients still get
    ///
    /// By client, branch and currency, the oldest first, at most 200. Amounts are of cash that was counted: who counts the rest does
    /// not know what is expected. Users of a client see only its own.
    #[oai(path = "/open", method = "get", operation_id = "cod_payout_open_list")]
    async fn cod_payout_open_list(
        &self,
        ctx: Ctx,
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Items<OpenCash>>> {
        let scope = ctx.scope(Resource::CodPayout, Action::List)?;
        let create = ctx.grants.allow(Resource::CodPayout, Action::Create);
        let mut tx = ctx.begin().await?;
        let rows = open_cash::list_open(&mut tx, &scope, client_id.0).await?;
        let ids: Vec<Uuid> = rows.iter().map(|row| row.client_id).collect();
        let names = names::list_names(&mut tx, &ids).await?;
        tx.commit().await?;
        let to_open = |row: OpenRow| OpenCash {
            client_name: names.get(&row.client_id).cloned().unwrap_or_default(),
            ..OpenCash::of(row, create)
        };
        Ok(Json(Items { data: rows.into_iter().map(to_open).collect() }))
    }

    /// List the deliveries of open cash
    ///
    /// Those whose cash can be paid out, the oldest first, at most 2,000. Users of a client see only its own.
    #[oai(path = "/open/deliveries", method = "get", operation_id = "cod_payout_delivery_list")]
    async fn cod_payout_delivery_list(
        &self,
        ctx: Ctx,
        client_id: Query<Option<Uuid>>,
        /// Branch of the deliveries.
        subsidiary_id: Query<Option<Uuid>>,
        /// ISO 4217.
        #[oai(validator(max_length = 3))]
        currency: Query<Option<String>>,
    ) -> ApiResult<Json<Items<CodDelivery>>> {
        let scope = ctx.scope(Resource::CodPayout, Action::List)?;
        let (client_id, subsidiary_id, currency) = (client_id.0, subsidiary_id.0, currency.0);
        let mut tx = ctx.begin().await?;
        let rows = open_cash::list_deliveries(&mut tx, &scope, client_id, subsidiary_id, currency.as_deref())
            .await?;
        let data = load_deliveries(&mut tx, rows).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a payout of cash on delivery
    ///
    /// With the deliveries that it is made of.
    #[oai(path = "/:id", method = "get", operation_id = "cod_payout_show")]
    async fn cod_payout_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<CodPayoutDetails>>> {
        Ok(Json(Item { data: load_shown(&ctx, *id).await? }))
    }

    /// Pay out cash on delivery
    ///
    /// To the wallet of the client, or as a payment that was made at the bank. Only cash that was counted, once. Returns 409
    /// `cod_payout_changed` when the cash is no longer what was shown, and `key_used` when the key was used for another payout.
    #[oai(path = "/", method = "post", operation_id = "cod_payout_create")]
    async fn cod_payout_create(
        &self,
        ctx: Ctx,
        body: Body<CodPayoutInput>,
    ) -> ApiResult<Json<Item<CodPayoutDetails>>> {
        let payout = payment::pay(&ctx, &body).await?;
        to_answer(&ctx, payout).await
    }

    /// Pay out the cash on delivery of many clients
    ///
    /// One after the other, each like `cod_payout_create`. One that is refused does not affect the others; the answer has one entry
    /// per payout, in the given order.
    #[oai(path = "/many", method = "post", operation_id = "cod_payout_create_many")]
    async fn cod_payout_create_many(
        &self,
        ctx: Ctx,
        body: Body<CodPayoutMany>,
    ) -> ApiResult<Json<Items<CodPayoutMade>>> {
        ctx.require(Resource::CodPayout, Action::Create)?;
        let mut data = Vec::with_capacity(body.payouts.len());
        // Each in its own transaction, as if it were made alone: money that moved stays moved.
        for sent in &body.payouts {
            let made = payment::pay(&ctx, sent).await;
            data.push(CodPayoutMade::of(&ctx, sent.key, made)?);
        }
        Ok(Json(Items { data }))
    }

    /// Reverse a payout of cash on delivery
    ///
    /// Its cash is open again. Returns 409 `insufficient_funds` when the wallet that it went to no longer has the money.
    #[oai(path = "/:id/reverse", method = "post", operation_id = "cod_payout_reverse")]
    async fn cod_payout_reverse(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<CodPayoutReversal>,
    ) -> ApiResult<Json<Item<CodPayoutDetails>>> {
        let payout = payment::reverse(&ctx, *id, body.version, &body.reason).await?;
        to_answer(&ctx, payout).await
    }

    /// Download the statement of a payout
    ///
    /// A CSV file with one row for each delivery, in the language of the request. Days are those of the company's time zone.
    #[oai(path = "/:id/statement", method = "get", operation_id = "cod_payout_statement")]
    async fn cod_payout_statement(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<Csv>>> {
        let details = load_shown(&ctx, *id).await?;
        let zone: Tz = ctx.settings().time_zone.parse().unwrap_or(Tz::UTC);
        let name = format!("{}.csv", details.payout.number);
        let content = statement::write(details, ctx.language(), zone).await?;
        Ok(FileAnswer::of("text/csv; charset=utf-8", content)
            .header("content-disposition", content_disposition(&name)))
    }
}

impl CodPayoutMade {
    /// A refusal is told at its payout; a fault of the server ends the call.
    fn of(ctx: &Ctx, key: Uuid, made: ApiResult<CodPayout>) -> ApiResult<Self> {
        let error = match made {
            Ok(payout) => {
                let payout = Some(payout.seen_by(&ctx.grants, ctx.is_outside()));
                return Ok(Self { key, payout, message_code: None, message: None });
            }
            Err(error) if error.status().is_client_error() => error,
            Err(error) => return Err(error),
        };
        let message = error.code().text(ctx.language(), error.params());
        let message_code = Some(error.code().as_str().to_owned());
        Ok(Self { key, payout: None, message_code, message: Some(message) })
    }
}

impl OpenCash {
    /// Without the name of the client.
    fn of(row: OpenRow, may_pay: bool) -> Self {
        Self {
            client_id: row.client_id,
            client_name: String::new(),
            subsidiary_id: row.subsidiary_id,
            amount: in_currency(row.amount, Some(&row.currency)),
            can: OpenCashCan { create: may_pay && row.delivery_count > 0 },
            currency: row.currency,
            delivery_count: row.delivery_count,
            waiting_count: row.waiting_count,
            since: row.since,
        }
    }
}

/// The payout of a path, if the user reaches it.
async fn load_shown(ctx: &Ctx, id: Uuid) -> ApiResult<CodPayoutDetails> {
    let scope = ctx.scope(Resource::CodPayout, Action::Show)?;
    let mut tx = ctx.begin().await?;
    let payout = COD_PAYOUTS.find(&mut tx, &store::build_filter(&scope, Where::all()), id).await?;
    let data = load_details(&mut tx, ctx, payout).await?;
    tx.commit().await?;
    Ok(data)
}

async fn load_details(tx: &mut TenantTx, ctx: &Ctx, payout: CodPayout) -> ApiResult<CodPayoutDetails> {
    let rows = open_cash::list_paid(tx, payout.id).await?;
    let deliveries = load_deliveries(tx, rows).await?;
    Ok(CodPayoutDetails { payout: payout.seen_by(&ctx.grants, ctx.is_outside()), deliveries })
}

/// The deliveries with the shipments of their client.
async fn load_deliveries(tx: &mut TenantTx, rows: Vec<DeliveryRow>) -> ApiResult<Vec<CodDelivery>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let cargo = delivery_store::list_cargo(tx, &ids).await?;
    let shipment_ids: Vec<Uuid> = cargo.iter().map(|row| row.shipment_id).collect();
    let shipments = to_deliver::load_shipments(tx, &shipment_ids).await?;
    let places: HashMap<Uuid, usize> = (0..).zip(&shipments).map(|(place, one)| (one.id, place)).collect();
    let mut places_of: HashMap<Uuid, Vec<usize>> = HashMap::new();
    for row in &cargo {
        let place = places.get(&row.shipment_id).copied();
        places_of.entry(row.delivery_id).or_default().extend(place);
    }
    let to_delivery = |row: DeliveryRow| {
        let mut places = places_of.get(&row.id).cloned().unwrap_or_default();
        // They come by their codes.
        places.sort_unstable();
        let own = places.into_iter().map(|place| &shipments[place]);
        let own = own.filter(|shipment| shipment.client_id == Some(row.client_id));
        let to_shipment =
            |one: &ShipmentToDeliver| CodShipment { id: one.id, tracking_code: one.tracking_code.clone() };
        CodDelivery { shipments: own.map(to_shipment).collect(), ..CodDelivery::of(row) }
    };
    Ok(rows.into_iter().map(to_delivery).collect())
}

impl CodDelivery {
    /// Without its shipments.
    fn of(row: DeliveryRow) -> Self {
        Self {
            amount: in_currency(row.amount, Some(&row.currency)),
            id: row.id,
            number: row.number,
            recipient_name: row.recipient_name,
            client_id: row.client_id,
            subsidiary_id: row.subsidiary_id,
            currency: row.currency,
            taken_at: row.taken_at,
            shipments: Vec::new(),
        }
    }
}

async fn to_answer(ctx: &Ctx, payout: CodPayout) -> ApiResult<Json<Item<CodPayoutDetails>>> {
    let mut tx = ctx.begin().await?;
    let data = load_details(&mut tx, ctx, payout).await?;
    tx.commit().await?;
    Ok(Json(Item { data }))
}
