//! How a re-weighing that waits ends: accepted, decided after a dispute, or lapsed.

use chrono::Days;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::events::{self, EventAuthor};
use super::judgement::days_to_answer;
use super::model::{Reweigh, ReweighOutcome, ReweighReader, ReweighRuling, to_step, verdict};
use super::notices::{self, ReweighNews};
use super::store::{self, REWEIGHS, ReweighReturned, ReweighSettlement};
use super::webhook_events;
use crate::rules::reweigh::ReweighStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::in_hand;
use freight::shipments::model::Shipment;
use freight::shipments::price::{self, AcceptedPrice};
use freight::status::ShipmentStatus;
use freight::tracking_events::Source;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::live;
use server_core::record::{Change, Where};
use server_core::settings::Settings;

/// The change of a re-weighing, and its shipment. Both are locked.
pub struct SettledReweigh {
    pub change: Change<Reweigh>,
    pub shipment: Shipment,
}

/// How it ends, and why.
#[derive(Clone, Debug)]
pub struct ReweighEnd {
    pub outcome: ReweighOutcome,
    pub reason: Option<String>,
}

/// The re-weighings that the user reaches.
pub fn build_filter(scope: &RowScope) -> Where {
    let (client_id, subsidiaries, partner_id) = scope.parts();
    Where::all()
        .and("r.client_id = ", client_id)
        .among("r.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
        .and("r.partner_id = ", partner_id)
}

/// Who reads it, today.
pub fn reader_of<'a>(ctx: &'a Ctx, settings: &Settings) -> ReweighReader<'a> {
    ReweighReader {
        grants: &ctx.grants,
        user_id: ctx.user.id,
        is_outside: ctx.is_outside(),
        today: settings.today(ctx.now()),
    }
}

/// Locks a re-weighing and its shipment, if state and version allow the action. The shipment is locked first, as by a weighing.
pub async fn begin(
    ctx: &Ctx,
    settings: &Settings,
    id: Uuid,
    action: Action,
    version: Option<i32>,
) -> ApiResult<SettledReweigh> {
    let filter = build_filter(&ctx.scope(Resource::Reweigh, action)?);
    let mut tx = ctx.begin().await?;
    let found: Reweigh = REWEIGHS.find(&mut tx, &filter, id).await?;
    let shipment = in_hand::lock_shipment(&mut tx, found.shipment_id).await?;
    let change: Change<Reweigh> = Change::begin(tx, ctx, &REWEIGHS, filter, id).await?;
    let reader = reader_of(ctx, settings);
    let state = change.before.state(Some(shipment.status), Some(reader.user_id), reader.today);
    let step = to_step(action).ok_or_else(ApiError::forbidden)?;
    change.allow(verdict(step, reader.actor(), &state), version)?;
    Ok(SettledReweigh { change, shipment })
}

/// The author of events that a user causes.
pub fn author_of(ctx: &Ctx) -> EventAuthor<'_> {
    EventAuthor { actor: ctx.into(), time_zone: &ctx.user.time_zone, source: Source::User }
}

/// Whether the price by the measures can be charged now.
pub async fn is_payable(tx: &mut TenantTx, reweigh: &Reweigh) -> ApiResult<bool> {
    let (Some(difference), Some(currency)) = (reweigh.difference, reweigh.currency.as_deref()) else {
        return Ok(false);
    };
    let funds = match reweigh.client_id {
        Some(client_id) => ledger::load_funds(tx, client_id, currency).await?,
        None => Decimal::MAX,
    };
    Ok(reweigh.has_price && difference <= funds)
}

impl SettledReweigh {
    /// Charges the difference, and lets the shipment go on. Returns 409 `insufficient_funds` when wallet and credit are too
    /// small.
    pub async fn charge(
        mut self,
        settings: &Settings,
        author: &EventAuthor<'_>,
        action: &'static str,
        end: &ReweighEnd,
    ) -> ApiResult<Self> {
        let tx = &mut self.change.tx;
        let (offer, priced_on) = store::find_offer(tx, self.change.id).await?;
        let price = AcceptedPrice::of_stored(offer, priced_on)?;
        let actor = author.actor.clone();
        let revision = price::charge_measured(tx, actor, settings.country_id, &self.shipment, &price).await?;
        self.close(author, action, end, Some(revision)).await
    }

    /// Ends it, and lets the shipment go on.
    pub async fn close(
        mut self,
        author: &EventAuthor<'_>,
        action: &'static str,
        end: &ReweighEnd,
        charge_revision: Option<i16>,
    ) -> ApiResult<Self> {
        let settlement = ReweighSettlement {
            status: ReweighStatus::Settled,
            outcome: Some(end.outcome),
            charge_revision,
            reason: end.reason.clone().or_else(|| self.change.before.reason.clone()),
            decided_by: author.actor.user_id,
            decided_at: author.actor.at,
        };
        self.change.write(&settlement).await?;
        if self.shipment.status == ShipmentStatus::ReweighHold {
            events::record(&mut self.change.tx, author, &mut self.shipment, events::REWEIGH_RELEASED).await?;
        }
        let charged = self.change.before.difference.filter(|_| charge_revision.is_some());
        let facts = json!({
            "outcome": end.outcome, "reason": end.reason, "amount": charged, "currency": self.change.before.currency,
        });
        self.record(action, facts).await?;
        let subject = self.change.before.subject(end.reason.as_deref());
        let (at, client_id) = (author.actor.at, self.change.before.client_id);
        webhook_events::announce(&mut self.change.tx, at, settlement.status, &subject, client_id).await?;
        if let Some(news) = news_of(end.outcome) {
            notices::notify_client(&mut self.change.tx, author.actor.at, news, &subject).await?;
        }
        Ok(self)
    }

    /// Staff refuse a dispute. The difference is charged; without the funds, or without a price, the client has to answer again.
    pub async fn uphold(
        mut self,
        settings: &Settings,
        author: &EventAuthor<'_>,
        reason: String,
    ) -> ApiResult<Self> {
        if is_payable(&mut self.change.tx, &self.change.before).await? {
            let end = ReweighEnd { outcome: ReweighOutcome::Upheld, reason: Some(reason) };
            return self.charge(settings, author, "decide", &end).await;
        }
        let today = settings.today(author.actor.at);
        let returned = ReweighReturned {
            status: ReweighStatus::Held,
            reason: reason.clone(),
            deadline_on: today + Days::new(days_to_answer(&settings.reweigh)),
            reminded_on: None,
        };
        self.change.write(&returned).await?;
        let facts = json!({ "ruling": ReweighRuling::Keep, "reason": reason });
        self.record("decide", facts).await?;
        let subject = self.change.before.subject(Some(reason.as_str()));
        let (at, client_id) = (author.actor.at, self.change.before.client_id);
        webhook_events::announce(&mut self.change.tx, at, returned.status, &subject, client_id).await?;
        // It is told why, and that its shipment waits for it again.
        for news in [ReweighNews::Lapsing, ReweighNews::Upheld] {
            notices::notify_client(&mut self.change.tx, at, news, &subject).await?;
        }
        Ok(self)
    }

    /// Writes the audit entry, and tells open pages.
    async fn record(&mut self, action: &'static str, facts: Value) -> ApiResult<()> {
        let (id, actor) = (self.change.id, self.change.actor.clone());
        let readers = self.change.before.readers();
        let resource = Resource::Reweigh.name();
        live::records_changed(&mut self.change.tx, &readers, resource, &[id]);
        let verb = format!("{resource}.{action}");
        audit::record(&mut self.change.tx, actor, &verb, Some(id), facts).await
    }
}

/// What the client learns of an end; none when it ended it itself.
const fn news_of(outcome: ReweighOutcome) -> Option<ReweighNews> {
    match outcome {
        ReweighOutcome::Lapsed => Some(ReweighNews::Charged),
        ReweighOutcome::Upheld => Some(ReweighNews::Upheld),
        ReweighOutcome::Withdrawn => Some(ReweighNews::Withdrawn),
        ReweighOutcome::Accepted | ReweighOutcome::Superseded | ReweighOutcome::Released => None,
    }
}
