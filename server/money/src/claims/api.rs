//! `/claims`.

use chrono::NaiveDate;
use chrono_tz::Tz;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{
    Claim, ClaimApproval, ClaimBound, ClaimFields, ClaimInput, ClaimKind, ClaimPage, ClaimPageMeta,
    ClaimRefusal, ClaimStatus, ClaimStep, ClaimUpdate, DecidedColumns, NewClaim, PaidColumns, TRANSITIONS,
};
use super::notifications;
use super::store::{self, CLAIMS};
use crate::client;
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use freight::shipments::in_hand;
use ledger::Heading;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::conflict::retry_conflict;
use server_core::http::days::{end_of, start_of};
use server_core::http::error::{ApiError, ApiResult, FieldErrors, OnConstraint};
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::notify::NotificationCode;
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

/// A shipment has one claim that is open or approved.
const PENDING: &str = "claims_pending_key";

const SORTS: Sorts = &[
    ("opened_at", "l.id"),
    ("claimed_amount", "l.claimed_amount"),
    ("decided_at", "l.decided_at"),
    ("client_name", "search_text(c.name)"),
];

pub struct ClaimApi;

#[OpenApi(tag = "Tag::Finance")]
impl ClaimApi {
    /// List claims
    ///
    /// Users of a client see only its own. Sort by `opened_at`, `claimed_amount`, `decided_at` or `client_name`. Default:
    /// newest first.
    #[oai(path = "/claims", method = "get", operation_id = "claim_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn claim_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the tracking code or the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<ClaimStatus>>,
        kind: Query<Option<ClaimKind>>,
        client_id: Query<Option<Uuid>>,
        shipment_id: Query<Option<Uuid>>,
        /// First day of the opening, in the current user's time zone.
        from: Query<Option<NaiveDate>>,
        /// Last day of the opening, in the current user's time zone.
        to: Query<Option<NaiveDate>>,
    ) -> ApiResult<Json<ClaimPage>> {
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let zone: Tz = ctx.user.time_zone.parse().unwrap_or(Tz::UTC);
        let filter = Where::stored_words(&asked.words, "l.search_key")
            .and("l.kind = ", kind.0.map(ClaimKind::as_str))
            .and("l.client_id = ", client_id.0)
            .and("l.shipment_id = ", shipment_id.0)
            .and("l.created_at >= ", from.0.map(|day| start_of(day, zone)))
            .and("l.created_at < ", to.0.and_then(|day| end_of(day, zone)));
        let filter = narrow(&ctx, Action::List, filter)?;
        let tab = filter.clone().and("l.status = ", status.0.map(ClaimStatus::as_str));
        let mut tx = ctx.begin().await?;
        let (rows, page) = CLAIMS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        let Claimable { bound, handed_in } = find_claimable(&mut tx, &ctx, shipment_id.0).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Claim| row.seen_by(&ctx.grants, ctx.is_outside())).collect();
        Ok(Json(ClaimPage { data, meta: ClaimPageMeta { page, totals, bound, handed_in } }))
    }

    /// Show a claim
    #[oai(path = "/claims/:id", method = "get", operation_id = "claim_show")]
    async fn claim_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Claim>>> {
        let filter = narrow(&ctx, Action::Show, Where::all())?;
        let mut tx = ctx.begin().await?;
        let claim = CLAIMS.find(&mut tx, &filter, *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, claim))
    }

    /// Open a claim
    ///
    /// For goods that were lost or damaged, or arrived incomplete, once they were received or picked up: 422 `claim_not_handed_in`
    /// at `shipment_id` before. Staff can open one for any client.
    #[oai(path = "/claims", method = "post", operation_id = "claim_create")]
    async fn claim_create(&self, ctx: Ctx, body: Body<ClaimInput>) -> ApiResult<Json<Item<Claim>>> {
        let scope = MoneyScope::of(&ctx, Resource::Claim, Action::Create)?;
        let mut tx = ctx.begin().await?;
        store::lock_shipment(&mut tx, body.shipment_id).await?;
        let Some(shipment) = store::find_shipment(&mut tx, &scope, body.shipment_id).await? else {
            return Err(ApiError::invalid_field("shipment_id", MessageCode::UnknownOption));
        };
        let currency = shipment.currency.clone().unwrap_or_else(|| ctx.settings().currency.clone());
        let is_handed_in = in_hand::was_handed_in(&mut tx, body.shipment_id).await?;
        let (client_id, fields) = body.check(&shipment, is_handed_in, &currency)?;
        let client_name = client::lock(&mut tx, client_id).await?;
        let facts = audit::difference(&json!({}), &fields);
        let new = NewClaim {
            number: store::take_number(&mut tx).await?,
            shipment_id: body.shipment_id,
            tracking_code: shipment.tracking_code,
            client_id,
            client_name,
            currency,
            shipment_value: shipment.value,
            fields,
            status: ClaimStatus::Open,
            created_by: ctx.user.id,
        };
        let inserted = CLAIMS.insert(&mut tx, ctx.now(), &new).await;
        let id = inserted.on_constraint(PENDING, "shipment_id", MessageCode::ClaimPending)?;
        store::mark_shipment(&mut tx, body.shipment_id).await?;
        audit::record(&mut tx, &ctx, "claim.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Parties(vec![client_id]), "claim", &[id]);
        let claim: Claim = CLAIMS.find(&mut tx, &Where::all(), id).await?;
        notifications::notify_staff(&mut tx, &ctx, &claim, shipment.subsidiary_id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, claim))
    }

    /// Change an open claim
    #[oai(path = "/claims/:id", method = "patch", operation_id = "claim_update")]
    async fn claim_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ClaimUpdate>,
    ) -> ApiResult<Json<Item<Claim>>> {
        let mut change = begin(&ctx, *id, Action::Update, body.version).await?;
        let value = lock_and_find_value(&mut change).await?;
        let ClaimUpdate { kind, claimed_amount, ref description, .. } = *body;
        let mut errors = FieldErrors::default();
        let fields = ClaimFields { kind, claimed_amount, description: description.clone() };
        let fields = fields.check(value, &change.before.currency, &mut errors);
        errors.into_result()?;
        let facts = audit::difference(&change.before.to_fields(), &fields);
        change.write(&fields).await?;
        record(&mut change, Action::Update, facts).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Approve a claim
    ///
    /// Grants the claimed amount or a part of it. `claim_pay` pays it.
    #[oai(path = "/claims/:id/approve", method = "post", operation_id = "claim_approve")]
    async fn claim_approve(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ClaimApproval>,
    ) -> ApiResult<Json<Item<Claim>>> {
        let mut change = begin(&ctx, *id, Action::Approve, body.version).await?;
        let value = lock_and_find_value(&mut change).await?;
        let amount = body.check(&change.before, value)?;
        let decision = DecidedColumns {
            decided_amount: Some(amount),
            decision_note: optional(body.note.as_ref()),
            ..DecidedColumns::sign(&ctx, ClaimStatus::Approved)
        };
        let claim = decide(&ctx, change, Action::Approve, &decision).await?;
        Ok(to_answer(&ctx, claim))
    }

    /// Refuse a claim
    ///
    /// The client sees the reason. Staff can open the claim again.
    #[oai(path = "/claims/:id/refuse", method = "post", operation_id = "claim_refuse")]
    async fn claim_refuse(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ClaimRefusal>,
    ) -> ApiResult<Json<Item<Claim>>> {
        let change = begin(&ctx, *id, Action::Refuse, body.version).await?;
        let note = require("note", &body.note)?;
        let decision =
            DecidedColumns { decision_note: Some(note), ..DecidedColumns::sign(&ctx, ClaimStatus::Refused) };
        let claim = decide(&ctx, change, Action::Refuse, &decision).await?;
        Ok(to_answer(&ctx, claim))
    }

    /// Pay a claim
    ///
    /// Adds the granted amount to the client's wallet, once. Returns 409 `claim_state` unless the claim is approved.
    #[oai(path = "/claims/:id/pay", method = "post", operation_id = "claim_pay")]
    async fn claim_pay(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ClaimStep>,
    ) -> ApiResult<Json<Item<Claim>>> {
        let claim = retry_conflict(|| pay(&ctx, *id, body.version)).await?;
        Ok(to_answer(&ctx, claim))
    }

    /// Open a claim again that was refused, or approved and not paid
    ///
    /// Returns 409 `claim_pending` while its shipment has another claim that is open or approved.
    #[oai(path = "/claims/:id/reopen", method = "post", operation_id = "claim_reopen")]
    async fn claim_reopen(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ClaimStep>,
    ) -> ApiResult<Json<Item<Claim>>> {
        let mut change = begin(&ctx, *id, Action::Reopen, body.version).await?;
        store::lock_shipment(&mut change.tx, change.before.shipment_id).await?;
        let claim = decide(&ctx, change, Action::Reopen, &DecidedColumns::clear(ClaimStatus::Open)).await?;
        Ok(to_answer(&ctx, claim))
    }

    /// Withdraw a claim
    ///
    /// For a claim that was opened by mistake.
    #[oai(path = "/claims/:id/withdraw", method = "post", operation_id = "claim_withdraw")]
    async fn claim_withdraw(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ClaimStep>,
    ) -> ApiResult<Json<Item<Claim>>> {
        let change = begin(&ctx, *id, Action::Withdraw, body.version).await?;
        let withdrawn = DecidedColumns::clear(ClaimStatus::Withdrawn);
        let claim = decide(&ctx, change, Action::Withdraw, &withdrawn).await?;
        Ok(to_answer(&ctx, claim))
    }
}

impl DecidedColumns {
    /// A decision of the user.
    fn sign(ctx: &Ctx, status: ClaimStatus) -> Self {
        Self { decided_by: Some(ctx.user.id), decided_at: Some(ctx.now()), ..Self::clear(status) }
    }

    const fn clear(status: ClaimStatus) -> Self {
        Self { status, decided_amount: None, decision_note: None, decided_by: None, decided_at: None }
    }
}

/// The claims that the user reaches with an action.
fn narrow(ctx: &Ctx, action: Action, filter: Where) -> ApiResult<Where> {
    let scope = MoneyScope::of(ctx, Resource::Claim, action)?;
    Ok(scope.narrow(filter, "l.client_id = ", Some("s.subsidiary_id")))
}

/// The most that can be claimed for a shipment, and whether it was handed in; empty when the list is about no single one.
#[derive(Default)]
struct Claimable {
    bound: Option<ClaimBound>,
    handed_in: Option<bool>,
}

async fn find_claimable(tx: &mut TenantTx, ctx: &Ctx, shipment_id: Option<Uuid>) -> ApiResult<Claimable> {
    let Some(id) = shipment_id else { return Ok(Claimable::default()) };
    let scope = MoneyScope::of(ctx, Resource::Claim, Action::List)?;
    let Some(shipment) = store::find_shipment(tx, &scope, id).await? else {
        return Ok(Claimable::default());
    };
    let handed_in = in_hand::was_handed_in(tx, id).await?;
    Ok(Claimable { bound: shipment.find_bound(&ctx.settings().currency), handed_in: Some(handed_in) })
}

/// The change of a claim, if its state and version allow the action.
async fn begin(ctx: &Ctx, id: Uuid, action: Action, version: i32) -> ApiResult<Change<Claim>> {
    let filter = narrow(ctx, action, Where::all())?;
    let change: Change<Claim> = Change::begin(ctx.begin().await?, ctx, &CLAIMS, filter, id).await?;
    change.allow(TRANSITIONS.verdict(action, change.before.status, &()), Some(version))?;
    Ok(change)
}

/// The most that can be claimed or granted; the shipment is not cancelled meanwhile.
async fn lock_and_find_value(change: &mut Change<Claim>) -> ApiResult<Decimal> {
    store::lock_shipment(&mut change.tx, change.before.shipment_id).await?;
    store::find_value(&mut change.tx, change.id).await
}

/// Writes the audit entry, and tells open pages and the shipment.
async fn record(change: &mut Change<Claim>, action: Action, facts: Value) -> ApiResult<()> {
    store::mark_shipment(&mut change.tx, change.before.shipment_id).await?;
    let audience = Audience::Parties(vec![change.before.client_id]);
    change.record(action, facts, &audience).await
}

/// Writes a decision or takes it back, and tells the client.
async fn decide(
    ctx: &Ctx,
    mut change: Change<Claim>,
    action: Action,
    decision: &DecidedColumns,
) -> ApiResult<Claim> {
    change.write_unless(decision, PENDING, MessageCode::ClaimPending).await?;
    let note = decision.decision_note.as_deref();
    let facts = json!({ "decided_amount": decision.decided_amount, "note": note });
    record(&mut change, action, facts).await?;
    let (tx, claim) = (&mut change.tx, &change.before);
    let told = match decision.status {
        ClaimStatus::Approved => Some((NotificationCode::ClaimApproved, decision.decided_amount)),
        ClaimStatus::Refused => Some((NotificationCode::ClaimRefused, None)),
        ClaimStatus::Open => Some((NotificationCode::ClaimReopened, None)),
        ClaimStatus::Paid | ClaimStatus::Withdrawn => None,
    };
    if let Some((code, granted)) = told {
        let amount = granted.unwrap_or(claim.claimed_amount);
        notifications::notify_client(tx, ctx, claim, code, amount, note).await?;
    }
    change.finish().await
}

/// Pays an approved claim to the wallet of its client.
async fn pay(ctx: &Ctx, id: Uuid, version: i32) -> ApiResult<Claim> {
    let mut change = begin(ctx, id, Action::Pay, version).await?;
    let (tx, claim) = (&mut change.tx, &change.before);
    let amount = claim.decided_amount.unwrap_or_default();
    client::lock(tx, claim.client_id).await?;
    let (own_id, client) = (id.to_string(), claim.client_id.to_string());
    let set = ledger::claim_paid(&own_id, &client, &claim.currency, amount)?;
    let heading = Heading::new(format!("claim:{own_id}"), claim.number.clone());
    let transaction_id = ledger::post(tx, ctx, &set, &heading).await?.id;
    let facts = json!({ "amount": amount, "currency": claim.currency });
    change.write(&PaidColumns { status: ClaimStatus::Paid, transaction_id, paid_at: ctx.now() }).await?;
    record(&mut change, Action::Pay, facts).await?;
    let (tx, claim) = (&mut change.tx, &change.before);
    notifications::notify_client(tx, ctx, claim, NotificationCode::ClaimPaid, amount, None).await?;
    change.finish().await
}

fn to_answer(ctx: &Ctx, claim: Claim) -> Json<Item<Claim>> {
    Json(Item { data: claim.seen_by(&ctx.grants, ctx.is_outside()) })
}
