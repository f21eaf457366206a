//! `/deposits`.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{
    Deposit, DepositChoice, DepositConfirmMany, DepositConfirmed, DepositDecision, DepositInput,
    DepositOutcome, DepositPage, DepositPageMeta, DepositRefusal, DepositStatus, NewDeposit, TRANSITIONS,
};
use super::notifications;
use super::store::{self, DEPOSITS};
use crate::amount::with_decimals;
use crate::client;
use crate::payment_account::{self, PaymentAccount};
use crate::payment_day;
use crate::payment_reference::Payer;
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use ledger::Heading;
use server_core::audit;
use server_core::files::document::{self, SavedDocument};
use server_core::http::body::Body;
use server_core::http::conflict::retry_conflict;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult, OnConstraint};
use server_core::http::fields::require;
use server_core::http::file_answer::{FileAnswer, Scan};
use server_core::http::form::FormPatch;
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "d.id"),
    ("paid_on", "d.paid_on"),
    ("amount", "d.amount"),
    ("decided_at", "d.decided_at"),
    ("client_name", "search_text(c.name)"),
];

pub struct DepositApi;

#[OpenApi(tag = "Tag::Finance")]
impl DepositApi {
    /// List deposits
    ///
    /// Users of a client see only its own. Sort by `created_at`, `paid_on`, `amount`, `decided_at` or `client_name`.
    /// Default: newest first.
    #[oai(path = "/deposits", method = "get", operation_id = "deposit_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn deposit_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the reference or the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<DepositStatus>>,
        client_id: Query<Option<Uuid>>,
        /// First day of the payment.
        from: Query<Option<NaiveDate>>,
        /// Last day of the payment.
        to: Query<Option<NaiveDate>>,
    ) -> ApiResult<Json<DepositPage>> {
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::stored_words(&asked.words, "d.search_key")
            .and("d.client_id = ", client_id.0)
            .and("d.paid_on >= ", from.0)
            .and("d.paid_on <= ", to.0);
        let filter =
            MoneyScope::of(&ctx, Resource::Deposit, Action::List)?.narrow(filter, "d.client_id = ", None);
        let tab = filter.clone().and("d.status = ", status.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = DEPOSITS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::totals(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Deposit| row.seen_by(&ctx.grants, ctx.is_outside())).collect();
        Ok(Json(DepositPage { data, meta: DepositPageMeta { page, totals } }))
    }

    /// Show a deposit
    #[oai(path = "/deposits/:id", method = "get", operation_id = "deposit_show")]
    async fn deposit_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deposit>>> {
        let filter = build_filter(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let deposit = DEPOSITS.find(&mut tx, &filter, *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, deposit))
    }

    /// Report a deposit
    ///
    /// Staff can report a deposit of any client. The amount is added to the wallet when staff confirm it.
    #[oai(path = "/deposits", method = "post", operation_id = "deposit_create")]
    async fn deposit_create(
        &self,
        ctx: Ctx,
        form: FormPatch<DepositInput>,
    ) -> ApiResult<Json<Item<Deposit>>> {
        let scope = MoneyScope::of(&ctx, Resource::Deposit, Action::Create)?;
        let input: DepositInput = form.fields.onto(&json!({}))?;
        let last_day = payment_day::last_day(&ctx, &ctx.settings());
        let mut tx = ctx.begin().await?;
        let (client_id, client_name) = client::lock_active(&mut tx, scope.client_of(input.client_id)).await?;
        let bank = payment_account::find(&mut tx, input.bank_account_id).await?;
        let fields = input.check(client_id, bank, last_day)?;
        // Nothing is locked while the file is stored.
        tx.commit().await?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let receipt =
            SavedDocument::save_if_sent(files, tenant, form.file, input.file_name.as_deref()).await?;
        let reference_given = payer(&ctx, client_id).knows(&fields.reference);
        let created_by = ctx.user.id;
        let new = NewDeposit { fields, reference_given, client_name, receipt, created_by };
        let added = add(&ctx, &new).await;
        SavedDocument::delete_unless_written(files, new.receipt.as_ref(), added).await
    }

    /// Confirm a deposit
    ///
    /// Adds the amount to the client's wallet, once. Returns 409 `deposit_decided` when it is no longer waiting, and 409
    /// `payment_known` when another deposit of this payment was confirmed.
    #[oai(path = "/deposits/:id/confirm", method = "post", operation_id = "deposit_confirm")]
    async fn deposit_confirm(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DepositDecision>,
    ) -> ApiResult<Json<Item<Deposit>>> {
        let deposit = retry_conflict(|| confirm(&ctx, *id, body.version)).await?;
        Ok(to_answer(&ctx, deposit))
    }

    /// Confirm many deposits
    ///
    /// One after the other, each like `deposit_confirm`. One that is refused does not affect the others; the answer has one
    /// entry per deposit, in the given order.
    #[oai(path = "/deposits/confirm", method = "post", operation_id = "deposit_confirm_many")]
    async fn deposit_confirm_many(
        &self,
        ctx: Ctx,
        body: Body<DepositConfirmMany>,
    ) -> ApiResult<Json<Items<DepositConfirmed>>> {
        ctx.require(Resource::Deposit, Action::Confirm)?;
        let mut data = Vec::with_capacity(body.deposits.len());
        // Each in its own transaction, as if it were confirmed alone: money that moved stays moved.
        for DepositChoice { id, version } in &body.deposits {
            let confirmed = retry_conflict(|| confirm(&ctx, *id, *version)).await;
            data.push(DepositConfirmed::of(&ctx, *id, confirmed)?);
        }
        Ok(Json(Items { data }))
    }

    /// Refuse a deposit
    ///
    /// The client sees the reason and can report the payment again.
    #[oai(path = "/deposits/:id/refuse", method = "post", operation_id = "deposit_refuse")]
    async fn deposit_refuse(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DepositRefusal>,
    ) -> ApiResult<Json<Item<Deposit>>> {
        let change = begin(&ctx, *id, Action::Refuse, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let facts = json!({ "reason": reason });
        let deposit = decide(&ctx, change, Action::Refuse, Some(reason), None, facts).await?;
        Ok(to_answer(&ctx, deposit))
    }

    /// Withdraw a deposit
    ///
    /// For a deposit that was reported by mistake.
    #[oai(path = "/deposits/:id/withdraw", method = "post", operation_id = "deposit_withdraw")]
    async fn deposit_withdraw(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DepositDecision>,
    ) -> ApiResult<Json<Item<Deposit>>> {
        let change = begin(&ctx, *id, Action::Withdraw, body.version).await?;
        let deposit = decide(&ctx, change, Action::Withdraw, None, None, json!({})).await?;
        Ok(to_answer(&ctx, deposit))
    }

    /// Download the receipt of a deposit
    #[oai(path = "/deposits/:id/receipt", method = "get", operation_id = "deposit_receipt")]
    async fn deposit_receipt(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<Scan>>> {
        let scope = MoneyScope::of(&ctx, Resource::Deposit, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let receipt = store::receipt(&mut tx, *id).await?;
        tx.commit().await?;
        scope.check(receipt.client_id)?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let response = document::to_response(files, tenant, &receipt.file_key, receipt.content_type).await?;
        Ok(response.header("content-disposition", content_disposition(&receipt.file_name)))
    }

    /// List the accounts that clients can pay into
    ///
    /// Bank accounts of the company's active branches, at most 100. Each has the reference of the client's next payment and,
    /// where banks read one, a code with it.
    #[oai(path = "/clients/:id/deposit_accounts", method = "get", operation_id = "deposit_accounts")]
    async fn deposit_accounts(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Amount of the codes, in the currency of each account. Without it, the payer types the amount.
        amount: Query<Option<Decimal>>,
    ) -> ApiResult<Json<Items<PaymentAccount>>> {
        MoneyScope::of(&ctx, Resource::Deposit, Action::Create)?.check(*id)?;
        let mut tx = ctx.begin().await?;
        client::find(&mut tx, *id).await?;
        let accounts = payment_account::all(&mut tx).await?;
        let reference = payer(&ctx, *id).next_reference(&mut tx).await?;
        tx.commit().await?;
        let data =
            accounts.into_iter().map(|one| one.with_code(amount.0, &reference)).collect::<ApiResult<_>>()?;
        Ok(Json(Items { data }))
    }
}

/// A client that pays to the company.
fn payer(ctx: &Ctx, client_id: Uuid) -> Payer<'_> {
    Payer { server_secret: &ctx.state().config.secret, tenant: ctx.tenant().id.as_str(), client_id }
}

/// Confirms a deposit that waits, and adds its amount to the wallet of its client.
async fn confirm(ctx: &Ctx, id: Uuid, version: i32) -> ApiResult<Deposit> {
    let mut change = begin(ctx, id, Action::Confirm, version).await?;
    let Deposit { client_id, amount, ref currency, ref reference, bank_account_id, .. } = change.before;
    let (tx, deposit) = (&mut change.tx, id.to_string());
    client::lock(tx, client_id).await?;
    let (bank, client) = (bank_account_id.to_string(), client_id.to_string());
    let set = ledger::deposit_confirmed(&deposit, &bank, &client, currency, amount)?;
    let heading = Heading::new(format!("deposit:{deposit}"), reference.clone());
    let posted = ledger::post(tx, ctx, &set, &heading).await?.id;
    let facts = json!({ "amount": amount, "currency": currency });
    decide(ctx, change, Action::Confirm, None, Some(posted), facts).await
}

impl DepositConfirmed {
    /// A refusal is told at its deposit; a fault of the server ends the call.
    fn of(ctx: &Ctx, id: Uuid, confirmed: ApiResult<Deposit>) -> ApiResult<Self> {
        let error = match confirmed {
            Ok(deposit) => {
                let deposit = Some(deposit.seen_by(&ctx.grants, ctx.is_outside()));
                return Ok(Self { id, deposit, message_code: None, message: None });
            }
            Err(error) if error.status().is_client_error() => error,
            Err(error) => return Err(error),
        };
        let message = error.code().text(ctx.language(), error.params());
        let message_code = Some(error.code().as_str().to_owned());
        Ok(Self { id, deposit: None, message_code, message: Some(message) })
    }
}

/// The deposits that the user reaches with an action.
fn build_filter(ctx: &Ctx, action: Action) -> ApiResult<Where> {
    Ok(MoneyScope::of(ctx, Resource::Deposit, action)?.narrow(Where::all(), "d.client_id = ", None))
}

/// The change of a deposit, if its state and version allow the action.
async fn begin(ctx: &Ctx, id: Uuid, action: Action, version: i32) -> ApiResult<Change<Deposit>> {
    let filter = build_filter(ctx, action)?;
    let change: Change<Deposit> = Change::begin(ctx.begin().await?, ctx, &DEPOSITS, filter, id).await?;
    change.allow(TRANSITIONS.verdict(action, change.before.status, &()), Some(version))?;
    Ok(change)
}

/// Writes the outcome, and tells the client.
async fn decide(
    ctx: &Ctx,
    mut change: Change<Deposit>,
    action: Action,
    reason: Option<String>,
    transaction_id: Option<Uuid>,
    facts: Value,
) -> ApiResult<Deposit> {
    let Deposit { status, client_id, .. } = change.before;
    let status = TRANSITIONS.after(action, status).unwrap_or(status);
    let outcome =
        DepositOutcome { status, reason, transaction_id, decided_by: ctx.user.id, decided_at: ctx.now() };
    change.write_unless(&outcome, "deposits_reference_key", MessageCode::PaymentKnown).await?;
    change.record(action, facts, &Audience::Parties(vec![client_id])).await?;
    notifications::notify_client(&mut change.tx, ctx, &change.before, &outcome).await?;
    if outcome.status == DepositStatus::Confirmed {
        tell_webhooks(ctx, &mut change).await?;
    }
    change.finish().await
}

async fn tell_webhooks(ctx: &Ctx, change: &mut Change<Deposit>) -> ApiResult<()> {
    let Deposit { client_id, amount, ref currency, .. } = change.before;
    let told = WebhookEvent::of(WebhookEventType::DepositConfirmed, change.id)
        .with("amount", with_decimals(amount, currency).to_string())
        .with("currency", currency)
        .of_clients([client_id]);
    webhooks::announce(&mut change.tx, ctx.now(), told).await
}

/// 422 at `reference` when the payment was confirmed, or waits for this client already.
async fn add(ctx: &Ctx, new: &NewDeposit) -> ApiResult<Json<Item<Deposit>>> {
    let client_id = new.fields.client_id;
    let mut facts = audit::difference(&json!({}), &new.fields);
    if let Some(receipt) = &new.receipt {
        facts["file_name"] = json!([null, receipt.file_name]);
    }
    let mut tx = ctx.begin().await?;
    client::lock_active(&mut tx, Some(client_id)).await?;
    if store::is_confirmed(&mut tx, new.fields.bank_account_id, &new.fields.reference).await? {
        return Err(ApiError::invalid_field("reference", MessageCode::PaymentKnown));
    }
    let inserted = DEPOSITS.insert(&mut tx, ctx.now(), new).await;
    let id = inserted.on_constraint("deposits_waiting_key", "reference", MessageCode::PaymentKnown)?;
    audit::record(&mut tx, ctx, "deposit.create", Some(id), facts).await?;
    live::records_changed(&mut tx, &Audience::Parties(vec![client_id]), "deposit", &[id]);
    let deposit = DEPOSITS.find(&mut tx, &Where::all(), id).await?;
    tx.commit().await?;
    Ok(to_answer(ctx, deposit))
}

fn to_answer(ctx: &Ctx, deposit: Deposit) -> Json<Item<Deposit>> {
    Json(Item { data: deposit.seen_by(&ctx.grants, ctx.is_outside()) })
}
