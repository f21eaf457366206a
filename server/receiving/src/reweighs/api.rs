//! `/reweighs`.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::model::{
    Reweigh, ReweighAcceptance, ReweighDecision, ReweighOutcome, ReweighPage, ReweighPageMeta, ReweighRuling,
};
use super::settle::{self, ReweighEnd, SettledReweigh, build_filter, reader_of};
use super::store::{self, REWEIGHS};
use crate::rules::reweigh::ReweighStatus;
use access::ctx::Ctx;
use freight::shipments::in_hand;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::record::{ListQuery, Sorts, Where};
use server_core::settings::Settings;
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "r.created_at"),
    ("deadline_on", "r.deadline_on"),
    ("difference", "r.difference"),
    ("tracking_code", "r.tracking_code"),
    ("client_name", "search_text(r.client_name)"),
];
const SEARCHED: &str = "concat_ws(' ', r.tracking_code, r.client_name)";

pub struct ReweighApi;

#[OpenApi(prefix_path = "/reweighs", tag = "Tag::Receiving")]
impl ReweighApi {
    /// List re-weighings
    ///
    /// Users of a client see only its own. Sort by `created_at`, `deadline_on`, `difference`, `tracking_code` or `client_name`.
    /// Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "reweigh_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn reweigh_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the tracking code or the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<ReweighStatus>>,
        /// Only those of this shipment.
        shipment_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<ReweighPage>> {
        let scope = ctx.scope(Resource::Reweigh, Action::List)?;
        let settings = ctx.settings();
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let (client_id, subsidiaries, partner_id) = scope.parts();
        let filter = Where::words(&asked.words, SEARCHED)
            .and("r.shipment_id = ", shipment_id.0)
            .and("r.client_id = ", client_id)
            .among("r.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
            .and("r.partner_id = ", partner_id);
        let tab = filter.clone().and("r.status = ", status.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = REWEIGHS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        let shipments: Vec<Uuid> = rows.iter().map(|row: &Reweigh| row.shipment_id).collect();
        let statuses = in_hand::load_statuses(&mut tx, &shipments).await?;
        tx.commit().await?;
        let reader = reader_of(&ctx, &settings);
        let to_seen = |row: Reweigh| {
            let shipment = statuses.get(&row.shipment_id).copied();
            row.seen_by(&reader, shipment)
        };
        let data = rows.into_iter().map(to_seen).collect();
        Ok(Json(ReweighPage { data, meta: ReweighPageMeta { page, totals } }))
    }

    /// Show a re-weighing
    #[oai(path = "/:id", method = "get", operation_id = "reweigh_show")]
    async fn reweigh_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Reweigh>>> {
        let filter = build_filter(&ctx.scope(Resource::Reweigh, Action::Show)?);
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let found: Reweigh = REWEIGHS.find(&mut tx, &filter, *id).await?;
        let statuses = in_hand::load_statuses(&mut tx, &[found.shipment_id]).await?;
        tx.commit().await?;
        let shipment = statuses.get(&found.shipment_id).copied();
        Ok(Json(Item { data: found.seen_by(&reader_of(&ctx, &settings), shipment) }))
    }

    /// Accept the difference of a re-weighing
    ///
    /// Charges it to the wallet of the client, and lets the shipment go on. Staff accept in the name of a client and say why.
    /// Returns 409 `insufficient_funds` with the `available` and the `needed` amount when wallet and credit are too small, and
    /// 409 `reweigh_without_price` when the service does not take the parcels.
    #[oai(path = "/:id/accept", method = "post", operation_id = "reweigh_accept")]
    async fn reweigh_accept(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReweighAcceptance>,
    ) -> ApiResult<Json<Item<Reweigh>>> {
        let settings = ctx.settings();
        let open = settle::begin(&ctx, &settings, *id, Action::Accept, Some(body.version)).await?;
        let reason = match ctx.is_outside() {
            true => optional(body.reason.as_ref()),
            false => Some(require("reason", body.reason.as_deref().unwrap_or_default())?),
        };
        let end = ReweighEnd { outcome: ReweighOutcome::Accepted, reason };
        let settled = open.charge(&settings, &settle::author_of(&ctx), "accept", &end).await?;
        finish(&ctx, &settings, settled).await
    }

    /// Decide about the dispute of a re-weighing
    ///
    /// Another person than the one who measured decides: 409 `reweigh_own_measurement`. `withdraw` lets the shipment go on at
    /// its price. `keep` charges the difference; when the funds are short, or the service does not take the parcels, the client
    /// has to answer again, and cannot dispute a second time.
    #[oai(path = "/:id/decide", method = "post", operation_id = "reweigh_decide")]
    async fn reweigh_decide(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReweighDecision>,
    ) -> ApiResult<Json<Item<Reweigh>>> {
        let settings = ctx.settings();
        let open = settle::begin(&ctx, &settings, *id, Action::Decide, Some(body.version)).await?;
        let reason = require("reason", &body.reason)?;
        let author = settle::author_of(&ctx);
        let settled = match body.ruling {
            ReweighRuling::Keep => open.uphold(&settings, &author, reason).await?,
            ReweighRuling::Withdraw => {
                let end = ReweighEnd { outcome: ReweighOutcome::Withdrawn, reason: Some(reason) };
                open.close(&author, "decide", &end, None).await?
            }
        };
        finish(&ctx, &settings, settled).await
    }
}

/// Commits, and returns the re-weighing as it is now.
pub async fn finish(
    ctx: &Ctx,
    settings: &Settings,
    mut settled: SettledReweigh,
) -> ApiResult<Json<Item<Reweigh>>> {
    let ids = [settled.shipment.id];
    let statuses = in_hand::load_statuses(&mut settled.change.tx, &ids).await?;
    let shipment = statuses.get(&settled.shipment.id).copied();
    let after: Reweigh = settled.change.finish().await?;
    Ok(Json(Item { data: after.seen_by(&reader_of(ctx, settings), shipment) }))
}
