//! `/wallets`, and `/clients/:id/wallet`.

use chrono::NaiveDate;
use chrono_tz::Tz;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Wallet, WalletEntry, WalletSummary};
use super::store::{self, ENTRIES, WALLETS};
use crate::amount;
use crate::client;
use crate::payment_account;
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use access::references;
use ledger::{Heading, TransactionKind};
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::days::{end_of, start_of};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Page, PageAnswer};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("client_name", "search_text(c.name)"),
    ("balance", "a.balance"),
    ("available", "a.balance + a.credit_granted - a.credit_used"),
    ("invoiced", "a.credit_used"),
    ("last_entry_at", "a.last_at"),
];
const ENTRY_SORTS: Sorts = &[("created_at", "p.created_at"), ("amount", "p.amount")];

/// Money that was paid back to a client.
#[derive(Object)]
pub struct WalletRefund {
    /// Idempotency key: an id that the caller makes for the refund. A repeated call with the same id has no further
    /// effect.
    pub key: Uuid,
    pub amount: Decimal,
    /// The company's account that it was paid from. Its currency is that of the refund.
    pub bank_account_id: Uuid,
    /// Identifier of the payment at the bank.
    #[oai(validator(max_length = 100))]
    pub reference: String,
    /// Why; the client sees it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
}

/// A change of the balance by staff.
#[derive(Object)]
pub struct WalletAdjustment {
    /// Idempotency key: an id that the caller makes for the adjustment. A repeated call with the same id has no further
    /// effect.
    pub key: Uuid,
    /// Positive amounts credit the client, negative amounts debit it.
    pub amount: Decimal,
    /// ISO 4217.
    #[oai(validator(max_length = 3))]
    pub currency: String,
    /// Why; the client sees it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
}

pub struct WalletApi;

#[OpenApi(tag = "Tag::Finance")]
impl WalletApi {
    /// List wallets
    ///
    /// One row for each client and currency with entries. Users of a client see only its own. Sort by `client_name`,
    /// `balance`, `available`, `invoiced` or `last_entry_at`. Default: by name.
    #[oai(path = "/wallets", method = "get", operation_id = "wallet_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn wallet_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// ISO 4217.
        #[oai(validator(max_length = 3))]
        currency: Query<Option<String>>,
        /// Only clients who owe something, in their wallet or by unpaid invoices.
        owing: Query<Option<bool>>,
    ) -> ApiResult<PageAnswer<WalletSummary>> {
        let scope = MoneyScope::of(&ctx, Resource::Wallet, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::stored_words(&asked.words, "c.search_key")
            .and("a.currency = ", currency.0.map(|code| code.to_uppercase()))
            .and("(a.balance < a.credit_used) = ", owing.0);
        let filter = scope.narrow(filter, "a.client_id = ", None);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = WALLETS.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        Ok(PageAnswer(Page { data: rows.into_iter().map(WalletSummary::with_decimals).collect(), meta }))
    }

    /// Show the wallet of a client
    #[oai(path = "/clients/:id/wallet", method = "get", operation_id = "wallet_show")]
    async fn wallet_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Wallet>>> {
        MoneyScope::of(&ctx, Resource::Wallet, Action::Show)?.check(*id)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// List the entries of a client's wallet
    ///
    /// The statement: everything that changed the balance, with the balance after it. Sort by `created_at` or `amount`.
    /// Default: newest first.
    #[oai(path = "/clients/:id/wallet/entries", method = "get", operation_id = "wallet_entry_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn wallet_entry_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the label: a tracking code, a number, a reference.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// ISO 4217; all if omitted.
        #[oai(validator(max_length = 3))]
        currency: Query<Option<String>>,
        kind: Query<Option<TransactionKind>>,
        /// First day, in the current user's time zone.
        from: Query<Option<NaiveDate>>,
        /// Last day, in the current user's time zone.
        to: Query<Option<NaiveDate>>,
    ) -> ApiResult<PageAnswer<WalletEntry>> {
        MoneyScope::of(&ctx, Resource::Wallet, Action::Show)?.check(*id)?;
        let asked =
            ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), ENTRY_SORTS)?;
        let zone: Tz = ctx.user.time_zone.parse().unwrap_or(Tz::UTC);
        let currency = currency.0.map(|code| code.to_uppercase());
        let mut tx = ctx.begin().await?;
        client::find(&mut tx, *id).await?;
        let wallets = store::wallet_ids(&mut tx, *id, currency.as_deref()).await?;
        let filter = Where::stored_words(&asked.words, "t.search_key")
            .among("p.account_id", Some(wallets))
            .and("t.kind = ", kind.0.map(TransactionKind::as_str))
            .and("p.created_at >= ", from.0.map(|day| start_of(day, zone)))
            .and("p.created_at < ", to.0.and_then(|day| end_of(day, zone)));
        let (rows, meta) = ENTRIES.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        Ok(PageAnswer(Page { data: rows.into_iter().map(WalletEntry::with_decimals).collect(), meta }))
    }

    /// Record a refund
    ///
    /// Deducts money that was paid back to the client from the wallet. Returns 409 `insufficient_funds` when the wallet
    /// has less without its credit and unpaid invoices, and 409 `key_used` when the key was used for another refund.
    #[oai(path = "/clients/:id/wallet/refund", method = "post", operation_id = "wallet_refund")]
    async fn wallet_refund(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WalletRefund>,
    ) -> ApiResult<Json<Item<Wallet>>> {
        MoneyScope::of(&ctx, Resource::Wallet, Action::Refund)?.check(*id)?;
        let mut errors = FieldErrors::default();
        let reference = required("reference", &body.reference, &mut errors);
        let reason = required("reason", &body.reason, &mut errors);
        let mut tx = ctx.begin().await?;
        client::lock(&mut tx, *id).await?;
        let Some(bank) = payment_account::find(&mut tx, body.bank_account_id).await? else {
            errors.push("bank_account_id", MessageCode::UnknownOption);
            return Err(ApiError::invalid(errors));
        };
        amount::check("amount", body.amount, &bank.currency, &mut errors);
        errors.into_result()?;
        let (key, client) = (body.key.to_string(), id.to_string());
        let set = ledger::refund(&key, &bank.id.to_string(), &client, &bank.currency, body.amount)?;
        let heading =
            Heading { note: Some(reason.clone()), ..Heading::new(format!("refund:{key}"), reference) };
        let changes = json!({ "amount": body.amount, "currency": bank.currency, "reason": reason });
        post_change(tx, &ctx, *id, "wallet.refund", &set, &heading, changes).await
    }

    /// Adjust the balance of a wallet
    ///
    /// The counter-entry is in the company's revenue. Returns 409 `insufficient_funds` when the wallet would exceed its
    /// credit, and 409 `key_used` when the key was used for another adjustment.
    #[oai(path = "/clients/:id/wallet/adjust", method = "post", operation_id = "wallet_adjust")]
    async fn wallet_adjust(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WalletAdjustment>,
    ) -> ApiResult<Json<Item<Wallet>>> {
        MoneyScope::of(&ctx, Resource::Wallet, Action::Adjust)?.check(*id)?;
        let mut errors = FieldErrors::default();
        let reason = required("reason", &body.reason, &mut errors);
        let currency = optional(Some(&body.currency)).unwrap_or_default().to_uppercase();
        let mut tx = ctx.begin().await?;
        client::lock(&mut tx, *id).await?;
        if !references::is_currency(&mut tx, &currency).await? {
            errors.push("currency", MessageCode::UnknownOption);
        }
        if body.amount.is_zero() {
            errors.push("amount", MessageCode::AmountZero);
        } else {
            amount::check("amount", body.amount.abs(), &currency, &mut errors);
        }
        errors.into_result()?;
        let key = body.key.to_string();
        let set = ledger::adjustment(&key, &id.to_string(), &currency, body.amount)?;
        let heading = Heading { note: Some(reason.clone()), ..Heading::new(format!("adjust:{key}"), "") };
        let changes = json!({ "amount": body.amount, "currency": currency, "reason": reason });
        post_change(tx, &ctx, *id, "wallet.adjust", &set, &heading, changes).await
    }
}

/// Posts a change by staff, and notes it the first time.
async fn post_change(
    mut tx: TenantTx,
    ctx: &Ctx,
    client: Uuid,
    action: &str,
    set: &ledger::PostingSet,
    heading: &Heading,
    changes: serde_json::Value,
) -> ApiResult<Json<Item<Wallet>>> {
    if ledger::post(&mut tx, ctx, set, heading).await?.is_new {
        audit::record(&mut tx, ctx, action, Some(client), changes).await?;
    }
    answer(tx, ctx, client).await
}

/// Commits and returns the wallet.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Wallet>>> {
    let found = client::find(&mut tx, id).await?;
    let accounts = store::accounts(&mut tx, id).await?;
    tx.commit().await?;
    let settings = ctx.settings();
    Ok(Json(Item { data: Wallet::of(id, found, &accounts, &settings.currency, &ctx.grants) }))
}
