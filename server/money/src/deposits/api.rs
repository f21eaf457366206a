//! `/deposits`.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{
    Deposit, DepositChoice, DepositConfirmMany, DepositConfirmed, DepositDecision, DepositInput, DepositPage,
    DepositPageMeta, DepositRefusal, DepositStatus, NewDeposit, verdict,
};
use super::store::{self, DEPOSITS, Decision};
use super::{notifications, receipt};
use crate::client;
use crate::payment_account;
use crate::payment_day;
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use ledger::Heading;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::form::FormPatch;
use server_core::http::list::{Item, Items};
use server_core::http::messages::{Language, MessageCode};
use server_core::live::{self, Audience};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "d.created_at"),
    ("paid_on", "d.paid_on"),
    ("amount", "d.amount"),
    ("decided_at", "d.decided_at"),
    ("client_name", "search_text(c.name)"),
];

pub struct DepositApi;

#[OpenApi(prefix_path = "/deposits", tag = "Tag::Finance")]
impl DepositApi {
    /// List deposits
    ///
    /// Users of a client see only its own. Sort by `created_at`, `paid_on`, `amount`, `decided_at` or `client_name`.
    /// Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "deposit_list")]
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
        let (rows, page) = DEPOSITS.page(&mut tx, &tab, &asked).await?;
        let totals = store::totals(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Deposit| row.seen_by(&ctx.grants, ctx.is_outside())).collect();
        Ok(Json(DepositPage { data, meta: DepositPageMeta { page, totals } }))
    }

    /// Show a deposit
    #[oai(path = "/:id", method = "get", operation_id = "deposit_show")]
    async fn deposit_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deposit>>> {
        let filter = build_filter(&ctx, Action::Show)?;
        answer(ctx.begin().await?, &ctx, &filter, *id).await
    }

    /// Report a deposit
    ///
    /// Staff can report a deposit of any client. The amount is added to the wallet when staff confirm it.
    #[oai(path = "/", method = "post", operation_id = "deposit_create")]
    async fn deposit_create(
        &self,
        ctx: Ctx,
        form: FormPatch<DepositInput>,
    ) -> ApiResult<Json<Item<Deposit>>> {
        let scope = MoneyScope::of(&ctx, Resource::Deposit, Action::Create)?;
        let input: DepositInput = form.fields.onto(&json!({}))?;
        let last_day = payment_day::last_day(&ctx, &*ctx.settings().await?);
        let mut tx = ctx.begin().await?;
        let (client_id, client_name) = client::lock_active(&mut tx, scope.client_of(input.client_id)).await?;
        let bank = payment_account::find(&mut tx, input.bank_account_id).await?;
        let mut new = input.check(client_id, client_name, bank, last_day)?;
        new.reference_given = receipt::payer(&ctx, client_id).knows(&new.reference);
        // Nothing is locked while the file is stored.
        tx.commit().await?;
        let key = match form.file {
            Some(file) => Some(receipt::save(&ctx, &mut new, file, input.file_name.as_deref()).await?),
            None => None,
        };
        let added = add(&ctx, &new).await;
        if let (Err(_), Some(key)) = (&added, key) {
            // Without a deposit, the file would only use space.
            ctx.state().files.delete(&key).await.ok();
        }
        added
    }

    /// Confirm a deposit
    ///
    /// Adds the amount to the client's wallet, once. Returns 409 `deposit_decided` when it is no longer waiting.
    #[oai(path = "/:id/confirm", method = "post", operation_id = "deposit_confirm")]
    async fn deposit_confirm(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DepositDecision>,
    ) -> ApiResult<Json<Item<Deposit>>> {
        let filter = build_filter(&ctx, Action::Confirm)?;
        let data = confirm(&ctx, &filter, *id, body.version).await?;
        Ok(Json(Item { data }))
    }

    /// Confirm many deposits
    ///
    /// One after the other, each like `deposit_confirm`. One that is refused does not affect the others; the answer has one
    /// entry per deposit, in the given order.
    #[oai(path = "/confirm", method = "post", operation_id = "deposit_confirm_many")]
    async fn deposit_confirm_many(
        &self,
        ctx: Ctx,
        body: Body<DepositConfirmMany>,
    ) -> ApiResult<Json<Items<DepositConfirmed>>> {
        let filter = build_filter(&ctx, Action::Confirm)?;
        let mut data = Vec::with_capacity(body.deposits.len());
        // Each in its own transaction, as if it were confirmed alone: money that moved stays moved.
        for DepositChoice { id, version } in &body.deposits {
            let confirmed = confirm(&ctx, &filter, *id, *version).await;
            data.push(DepositConfirmed::of(*id, confirmed, ctx.language())?);
        }
        Ok(Json(Items { data }))
    }

    /// Refuse a deposit
    ///
    /// The client sees the reason and can report the payment again.
    #[oai(path = "/:id/refuse", method = "post", operation_id = "deposit_refuse")]
    async fn deposit_refuse(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DepositRefusal>,
    ) -> ApiResult<Json<Item<Deposit>>> {
        let filter = build_filter(&ctx, Action::Refuse)?;
        let mut tx = ctx.begin().await?;
        let deposit = lock_waiting(&mut tx, &filter, *id, Action::Refuse, body.version).await?;
        let mut errors = FieldErrors::default();
        let reason = required("reason", &body.reason, &mut errors);
        errors.into_result()?;
        let decision =
            Decision { status: DepositStatus::Refused, reason: Some(&reason), transaction_id: None };
        let facts = json!({ "reason": reason });
        let data = decide(tx, &ctx, &filter, &deposit, &decision, "deposit.refuse", facts).await?;
        Ok(Json(Item { data }))
    }

    /// Withdraw a deposit
    ///
    /// For a deposit that was reported by mistake.
    #[oai(path = "/:id/withdraw", method = "post", operation_id = "deposit_withdraw")]
    async fn deposit_withdraw(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DepositDecision>,
    ) -> ApiResult<Json<Item<Deposit>>> {
        let filter = build_filter(&ctx, Action::Withdraw)?;
        let mut tx = ctx.begin().await?;
        let deposit = lock_waiting(&mut tx, &filter, *id, Action::Withdraw, body.version).await?;
        let decision = Decision { status: DepositStatus::Withdrawn, reason: None, transaction_id: None };
        let data = decide(tx, &ctx, &filter, &deposit, &decision, "deposit.withdraw", json!({})).await?;
        Ok(Json(Item { data }))
    }
}

/// Confirms a deposit that waits, and adds its amount to the wallet of its client.
async fn confirm(ctx: &Ctx, filter: &Where, id: Uuid, version: i32) -> ApiResult<Deposit> {
    let mut tx = ctx.begin().await?;
    let deposit = lock_waiting(&mut tx, filter, id, Action::Confirm, version).await?;
    client::lock(&mut tx, deposit.client_id).await?;
    let (bank, client) = (deposit.bank_account_id.to_string(), deposit.client_id.to_string());
    let deposit_id = id.to_string();
    let set = ledger::deposit_confirmed(&deposit_id, &bank, &client, &deposit.currency, deposit.amount)?;
    let heading = Heading::new(format!("deposit:{deposit_id}"), deposit.reference.clone());
    let transaction_id = Some(ledger::post(&mut tx, ctx, &set, &heading).await?.id);
    let decision = Decision { status: DepositStatus::Confirmed, reason: None, transaction_id };
    let facts = json!({ "amount": deposit.amount, "currency": deposit.currency });
    decide(tx, ctx, filter, &deposit, &decision, "deposit.confirm", facts).await
}

impl DepositConfirmed {
    /// A refusal is told at its deposit; a fault of the server ends the call.
    fn of(id: Uuid, confirmed: ApiResult<Deposit>, language: Language) -> ApiResult<Self> {
        let error = match confirmed {
            Ok(deposit) => return Ok(Self { id, deposit: Some(deposit), message_code: None, message: None }),
            Err(error) if error.status().is_client_error() => error,
            Err(error) => return Err(error),
        };
        let (code, message) = (error.code().as_str().to_owned(), error.code().text(language, error.params()));
        Ok(Self { id, deposit: None, message_code: Some(code), message: Some(message) })
    }
}

/// The deposits that the user reaches with an action.
fn build_filter(ctx: &Ctx, action: Action) -> ApiResult<Where> {
    Ok(MoneyScope::of(ctx, Resource::Deposit, action)?.narrow(Where::all(), "d.client_id = ", None))
}

/// The locked deposit, if its state and version allow the decision.
async fn lock_waiting(
    tx: &mut TenantTx,
    filter: &Where,
    id: Uuid,
    action: Action,
    version: i32,
) -> ApiResult<Deposit> {
    let deposit = store::lock(tx, filter, id).await?;
    verdict(deposit.status, action).guard()?;
    if deposit.version != version {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    Ok(deposit)
}

async fn decide(
    mut tx: TenantTx,
    ctx: &Ctx,
    filter: &Where,
    before: &Deposit,
    decision: &Decision<'_>,
    action: &str,
    facts: Value,
) -> ApiResult<Deposit> {
    store::decide(&mut tx, before.id, decision, ctx.user.id, ctx.now()).await?;
    audit::record(&mut tx, ctx, action, Some(before.id), facts).await?;
    live::records_changed(&mut tx, &Audience::Parties(vec![before.client_id]), "deposit", &[before.id]);
    let after = store::find(&mut tx, filter, before.id).await?.seen_by(&ctx.grants, ctx.is_outside());
    notifications::notify_client(&mut tx, ctx, &after, decision.reason).await?;
    tx.commit().await?;
    Ok(after)
}

async fn add(ctx: &Ctx, new: &NewDeposit) -> ApiResult<Json<Item<Deposit>>> {
    let mut tx = ctx.begin().await?;
    client::lock_active(&mut tx, Some(new.client_id)).await?;
    let id = store::insert(&mut tx, new, ctx.user.id, ctx.now()).await?;
    audit::record(&mut tx, ctx, "deposit.create", Some(id), audit::difference(&json!({}), new)).await?;
    live::records_changed(&mut tx, &Audience::Parties(vec![new.client_id]), "deposit", &[id]);
    answer(tx, ctx, &Where::all(), id).await
}

/// Commits and returns the deposit.
async fn answer(mut tx: TenantTx, ctx: &Ctx, filter: &Where, id: Uuid) -> ApiResult<Json<Item<Deposit>>> {
    let deposit = store::find(&mut tx, filter, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: deposit.seen_by(&ctx.grants, ctx.is_outside()) }))
}
