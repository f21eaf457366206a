//! `/invoices`: the list, one invoice, and drafts.

use chrono::NaiveDate;
use chrono_tz::Tz;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::draft::{self, Head};
use super::input::{InvoiceDraft, InvoiceInput, InvoiceProposal, InvoiceUpdate};
use super::issue::IssueContext;
use super::list::{self, INVOICES, InvoiceFilter, InvoiceTab, SORTS};
use super::model::{Invoice, InvoicePage, InvoicePageMeta, InvoiceSum, InvoiceSummary};
use super::selection::{ChargeSum, InvoiceCharge, Selection};
use super::store;
use crate::client;
use crate::scope::MoneyScope;
use access::ctx::Ctx;
use access::references;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Where};
use server_core::tags::Tag;

/// Charges that a proposal lists; its sums have all.
const SHOWN: i64 = 1_000;

pub struct InvoiceApi;

#[OpenApi(prefix_path = "/invoices", tag = "Tag::Finance")]
impl InvoiceApi {
    /// List invoices and credit notes
    ///
    /// Users of a client see only its own, without drafts. Sort by `created_at`, `issued_at`, `due_on`, `number`,
    /// `client_name`, `total` or `open_amount`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "invoice_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn invoice_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number or the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// All if omitted.
        tab: Query<Option<InvoiceTab>>,
        client_id: Query<Option<Uuid>>,
        subsidiary_id: Query<Option<Uuid>>,
        /// Only invoices with this shipment.
        shipment_id: Query<Option<Uuid>>,
        /// ISO 4217.
        #[oai(validator(max_length = 3))]
        currency: Query<Option<String>>,
        /// First day of the issue, in the current user's time zone.
        from: Query<Option<NaiveDate>>,
        /// Last day of the issue, in the current user's time zone.
        to: Query<Option<NaiveDate>>,
    ) -> ApiResult<Json<InvoicePage>> {
        let scope = MoneyScope::of(&ctx, Resource::Invoice, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = InvoiceFilter {
            client_id: client_id.0,
            subsidiary_id: subsidiary_id.0,
            shipment_id: shipment_id.0,
            currency: currency.0.map(|code| code.to_uppercase()),
            from: from.0,
            to: to.0,
        };
        let zone: Tz = ctx.user.time_zone.parse().unwrap_or(Tz::UTC);
        let filter = filter.matches(&asked.words, &scope, ctx.is_outside(), zone);
        let today = ctx.settings().today(ctx.now());
        let of_tab = tab.0.map_or_else(|| filter.clone(), |tab| tab.narrow(filter.clone(), today));
        let mut tx = ctx.begin().await?;
        let (rows, page) = INVOICES.listing.page(&mut tx, &of_tab, &asked).await?;
        let totals = list::totals(&mut tx, &filter, today).await?;
        let sums = list::sums(&mut tx, &filter, today).await?;
        tx.commit().await?;
        let sums = sums.into_iter().map(InvoiceSum::with_decimals).collect();
        let data = rows.into_iter().map(|row: InvoiceSummary| row.seen_by(&ctx.grants, today)).collect();
        Ok(Json(InvoicePage { data, meta: InvoicePageMeta { page, totals, sums } }))
    }

    /// Show the charges that can be invoiced
    ///
    /// Charges of a client's confirmed shipments that are not on an invoice yet. Without a client, the sums of all clients
    /// alone: what `invoice_generate` would draft.
    #[oai(path = "/proposal", method = "get", operation_id = "invoice_proposal")]
    async fn invoice_proposal(
        &self,
        ctx: Ctx,
        /// All clients if omitted.
        client_id: Query<Option<Uuid>>,
        /// ISO 4217; all if omitted.
        #[oai(validator(max_length = 3))]
        currency: Query<Option<String>>,
        /// First day of the charges, in the company's time zone.
        from: Query<Option<NaiveDate>>,
        /// Last day of the charges.
        to: Query<Option<NaiveDate>>,
        /// Id of a draft whose charges are included.
        draft_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Item<InvoiceProposal>>> {
        let scope = MoneyScope::of(&ctx, Resource::Invoice, Action::Create)?;
        let selection = Selection {
            client_id: client_id.0.unwrap_or_default(),
            currency: currency.0.map(|code| code.to_uppercase()),
            draft: draft_id.0,
            from: from.0,
            to: to.0,
            shipment_ids: None,
            subsidiaries: scope.subsidiaries(),
            zone: zone_of(&ctx).await?,
        };
        let mut tx = ctx.begin().await?;
        let data = match client_id.0 {
            Some(client_id) => propose(&mut tx, &selection, client_id).await?,
            None => InvoiceProposal::of_all(selection.sums_of_all(&mut tx).await?),
        };
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Show an invoice
    #[oai(path = "/:id", method = "get", operation_id = "invoice_show")]
    async fn invoice_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Show)?;
        answer(ctx.begin().await?, &ctx, &filter, *id).await
    }

    /// Draft an invoice
    ///
    /// Returns 409 `nothing_to_invoice` when the client has no such charges. Negative charges, which return money to
    /// the client, are included. An empty list of shipments drafts an invoice without charges, for items of your own.
    #[oai(path = "/", method = "post", operation_id = "invoice_create")]
    async fn invoice_create(&self, ctx: Ctx, body: Body<InvoiceInput>) -> ApiResult<Json<Item<Invoice>>> {
        let scope = MoneyScope::of(&ctx, Resource::Invoice, Action::Create)?;
        let currency = body.currency.to_uppercase();
        let input = &body.draft;
        let mut tx = ctx.begin().await?;
        let (client_id, client_name) = client::lock_active(&mut tx, Some(body.client_id)).await?;
        let mut errors = FieldErrors::default();
        if !references::is_currency(&mut tx, &currency).await? {
            errors.push("currency", MessageCode::UnknownOption);
        }
        check(&mut tx, &ctx, &scope, input, None, &mut errors).await?;
        errors.into_result()?;
        let selection = select(&ctx, &scope, client_id, currency, None, input).await?;
        let charges = draft::pick(&mut tx, &selection).await?;
        let head = Head {
            client_name,
            subsidiary_id: input.subsidiary_id.or_else(|| draft::branch_of(&charges)),
            terms_days: match input.terms_days {
                Some(days) => days,
                None => draft::terms_of(&mut tx, client_id).await?,
            },
            note: optional(input.note.as_ref()),
        };
        let by = Some(ctx.user.id);
        let id = draft::create(&mut tx, &selection, &head, &charges, by, ctx.now()).await?;
        let facts = json!({ "client_id": client_id, "currency": selection.currency, "items": charges.len() });
        audit::record(&mut tx, &ctx, "invoice.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, "invoice", &[id]);
        answer(tx, &ctx, &Where::all(), id).await
    }

    /// Change a draft
    ///
    /// Another period or other shipments replace all charges. Items that staff added stay.
    #[oai(path = "/:id", method = "patch", operation_id = "invoice_update")]
    async fn invoice_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<InvoiceUpdate>,
    ) -> ApiResult<Json<Item<Invoice>>> {
        let scope = MoneyScope::of(&ctx, Resource::Invoice, Action::Update)?;
        let filter = build_filter(&ctx, Action::Update)?;
        let Change { mut tx, before, .. } = begin(&ctx, &filter, *id, Action::Update, None).await?;
        let stored = store::draft(&mut tx, &before).await?;
        let input: InvoiceDraft = body.change(&stored, before.version)?;
        let mut errors = FieldErrors::default();
        let period_changes = (input.period_from, input.period_to) != (stored.period_from, stored.period_to);
        let selects = input.shipment_ids.is_some() || period_changes;
        if selects {
            check(&mut tx, &ctx, &scope, &input, before.subsidiary_id, &mut errors).await?;
        } else {
            check_branch(&mut tx, &ctx, &scope, &input, before.subsidiary_id, &mut errors).await?;
        }
        errors.into_result()?;
        let head = Head {
            client_name: before.client_name.clone(),
            subsidiary_id: input.subsidiary_id,
            terms_days: input.terms_days.unwrap_or_default(),
            note: optional(input.note.as_ref()),
        };
        let (client_id, currency) = (before.client_id, before.currency.clone());
        let selection = select(&ctx, &scope, client_id, currency, Some(before.id), &input).await?;
        let picked = if selects { Some(draft::pick(&mut tx, &selection).await?) } else { None };
        let charges = picked.as_deref().map(|charges| (&selection, charges));
        let period = before.period_from.zip(before.period_to);
        draft::update(&mut tx, *id, &head, period, charges, ctx.now()).await?;
        let after = InvoiceDraft { shipment_ids: None, ..input };
        audit::record_change(&mut tx, &ctx, "invoice.update", *id, &stored, &after).await?;
        live::records_changed(&mut tx, &Audience::Staff, "invoice", &[*id]);
        answer(tx, &ctx, &filter, *id).await
    }

    /// Delete a draft
    ///
    /// Its charges can be invoiced again.
    #[oai(path = "/:id", method = "delete", operation_id = "invoice_delete")]
    async fn invoice_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let filter = build_filter(&ctx, Action::Delete)?;
        let mut change = begin(&ctx, &filter, *id, Action::Delete, None).await?;
        let InvoiceSummary { client_id, total, ref currency, .. } = change.before;
        let facts = json!({ "client_id": client_id, "total": total, "currency": currency });
        draft::delete(&mut change.tx, *id).await?;
        change.record(Action::Delete, facts, &Audience::Staff).await?;
        change.tx.commit().await?;
        Ok(())
    }
}

/// The charges of one client.
async fn propose(tx: &mut TenantTx, selection: &Selection, client_id: Uuid) -> ApiResult<InvoiceProposal> {
    if !client::exists(tx, client_id).await? {
        return Err(ApiError::invalid_field("client_id", MessageCode::UnknownClient));
    }
    let charges = selection.list(tx, SHOWN).await?;
    let sums = selection.sums(tx).await?;
    let terms_days = Some(draft::terms_of(tx, client_id).await?);
    let charges = charges.into_iter().map(InvoiceCharge::with_decimals).collect();
    let sums = sums.into_iter().map(ChargeSum::with_decimals).collect();
    Ok(InvoiceProposal { charges, sums, terms_days })
}

/// The invoices that the user reaches with an action. Drafts are for the staff.
pub(super) fn build_filter(ctx: &Ctx, action: Action) -> ApiResult<Where> {
    let filter = Where::all().and("i.status <> ", ctx.is_outside().then_some("draft"));
    let scope = MoneyScope::of(ctx, Resource::Invoice, action)?;
    Ok(scope.narrow(filter, "i.client_id = ", Some("i.subsidiary_id")))
}

/// The change of a locked invoice.
pub(super) async fn lock(ctx: &Ctx, filter: &Where, id: Uuid) -> ApiResult<Change<InvoiceSummary>> {
    Change::begin(ctx.begin().await?, ctx, &INVOICES, filter.clone(), id).await
}

/// Same as `lock`, if the state allows the action, and if the user has read the present version.
pub(super) async fn begin(
    ctx: &Ctx,
    filter: &Where,
    id: Uuid,
    action: Action,
    version: Option<i32>,
) -> ApiResult<Change<InvoiceSummary>> {
    let change = lock(ctx, filter, id).await?;
    change.allow(change.before.verdict(action), version)?;
    Ok(change)
}

/// Records a change of money in the audit log, and announces it to the staff and to the client. The ledger announces its
/// money.
pub(super) async fn record(
    change: &mut Change<InvoiceSummary>,
    action: Action,
    facts: Value,
) -> ApiResult<()> {
    let audience = Audience::Parties(vec![change.before.client_id]);
    change.record(action, facts, &audience).await
}

/// Commits and returns the invoice.
pub(super) async fn answer(
    mut tx: TenantTx,
    ctx: &Ctx,
    filter: &Where,
    id: Uuid,
) -> ApiResult<Json<Item<Invoice>>> {
    let settings = ctx.settings();
    let context = IssueContext { settings: &settings, at: ctx.now() };
    let summary = INVOICES.find(&mut tx, filter, id).await?;
    let (key, company) = (ctx.language().locale_key(), context.company());
    let data = store::whole(&mut tx, summary, &ctx.grants, context.today(), key, company).await?;
    tx.commit().await?;
    Ok(Json(Item { data }))
}

async fn zone_of(ctx: &Ctx) -> ApiResult<Tz> {
    Ok(ctx.settings().time_zone.parse().unwrap_or(Tz::UTC))
}

async fn select(
    ctx: &Ctx,
    scope: &MoneyScope,
    client_id: Uuid,
    currency: String,
    draft: Option<Uuid>,
    input: &InvoiceDraft,
) -> ApiResult<Selection> {
    let shipment_ids = input.shipment_ids.clone();
    let by_period = shipment_ids.is_none();
    Ok(Selection {
        client_id,
        currency: Some(currency),
        draft,
        from: input.period_from.filter(|_| by_period),
        to: input.period_to.filter(|_| by_period),
        shipment_ids,
        subsidiaries: scope.subsidiaries(),
        zone: zone_of(ctx).await?,
    })
}

/// Checks the period or the shipments, and the branch. `stood` is the stored branch.
async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &MoneyScope,
    input: &InvoiceDraft,
    stood: Option<Uuid>,
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    match (&input.shipment_ids, input.period_from, input.period_to) {
        (Some(_), ..) => {}
        (None, from, to) => {
            if from.is_none() {
                errors.push("period_from", MessageCode::Required);
            }
            if to.is_none() {
                errors.push("period_to", MessageCode::Required);
            }
            if from.zip(to).is_some_and(|(from, to)| to < from) {
                errors.push("period_to", MessageCode::PeriodEndsBefore);
            }
        }
    }
    check_branch(tx, ctx, scope, input, stood, errors).await
}

async fn check_branch(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &MoneyScope,
    input: &InvoiceDraft,
    stood: Option<Uuid>,
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    let known = references::subsidiary_is_open(tx, ctx, input.subsidiary_id, stood).await?;
    if !known || input.subsidiary_id.is_some() && !scope.has_branch(input.subsidiary_id) {
        errors.push("subsidiary_id", MessageCode::UnknownOption);
    }
    Ok(())
}
