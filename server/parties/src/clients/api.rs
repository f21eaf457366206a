//! `/clients`: the records of the back office.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ClientInput, ClientRecord, ClientUpdate, verdict};
use super::{ClientOption, bulk, duplicates, news};
use access::api_tokens::shops;
use access::ctx::Ctx;
use access::references;
use access::sessions;
use server_core::address_columns;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::RecordState;
use server_core::live::{self, Audience};
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::settings::Settings;
use server_core::tags::Tag;
use trade::money;

pub const CLIENTS: Table = Table {
    name: "clients",
    resource: "client",
    columns: concat!(
        "code, person_type, name, trading_name, responsible, document_type, document, ie, birthday, email, phone, \
         emails, phones, group_id, language, currency, payment_terms_days, min_remaining_days, default_service_id, \
         tags, kyc_status, suite_code, notes, ",
        address_columns!()
    ),
    read: &[
        "active",
        "excluded_at",
        "credit_limit",
        "credit_currency",
        "wallet_minimum",
        "merged_into",
        "(select title from client_groups g where g.id = clients.group_id) as group_title",
        "(select count(*) from users u where u.client_id = clients.id) as user_count",
    ],
    unique: &[("clients_code_key", "code"), ("clients_suite_code_key", "suite_code")],
    order: "search_text(name), id",
};
const SORTS: Sorts = &[
    ("code", "code"),
    ("name", "search_text(name)"),
    ("city", "search_text(city)"),
    ("created_at", "created_at"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "search_key";

pub const STATE: &str =
    "select active, excluded_at is not null, merged_into is not null from clients where id = $1";
pub const SET_CREDIT: &str = "
    update clients
    set credit_limit = $2, credit_currency = $3, wallet_minimum = $5, version = version + 1, updated_at = $4
    where id = $1";

/// Whether the state of a client allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let state: Option<(bool, bool, bool)> = sqlx::query_as(STATE).bind(id).fetch_optional(&mut **tx).await?;
    let (active, excluded, merged) = state.ok_or_else(ApiError::not_found)?;
    Ok(RecordState::of_company(verdict(active, excluded, merged, action)))
}

/// Credit of a client.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientCredit {
    /// Null for no credit.
    pub credit_limit: Option<Decimal>,
    /// ISO 4217; required with a limit or a minimum.
    #[oai(validator(max_length = 3))]
    pub credit_currency: Option<String>,
    /// Webhooks are told `wallet.low` once less than this is left to spend in the currency: balance and credit. Null for never.
    pub wallet_minimum: Option<Decimal>,
}

/// The credit of a client to set.
#[derive(Object)]
pub struct ClientCreditUpdate {
    #[oai(flatten)]
    pub credit: ClientCredit,
    /// Version that was read; 409 `stale_version` if the client has changed since.
    pub version: i32,
}

pub struct ClientApi;

#[OpenApi(prefix_path = "/clients", tag = "Tag::Parties")]
impl ClientApi {
    /// List clients
    #[oai(path = "/", method = "get", operation_id = "client_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn client_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `name`, `city`, `created_at` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, the names, the document, the e-mail, the city or the suite.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
        /// Only clients of this group.
        group_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<ClientRecord>>> {
        ctx.require(Resource::Client, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter =
            Where::stored_words(&asked.words, SEARCHED).state(active.0).and("group_id = ", group_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = CLIENTS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: ClientRecord| row.seen_by(&ctx.grants)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List clients to choose from, by code or name; at most 50
    ///
    /// All clients of the company, also for staff bound to subsidiaries: a client belongs to no branch, and
    /// every branch can ship for every client. Such staff still see only the shipments of their own branches.
    #[oai(path = "/select", method = "get", operation_id = "client_select")]
    async fn client_select(
        &self,
        ctx: Ctx,
        /// Words in the code or the name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<ClientOption>>> {
        ctx.require(Resource::Client, Action::Select)?;
        let mut query = QueryBuilder::new(super::SELECT);
        Words::parse(search.0.as_deref()).push(&mut query, "(' ' || search_text(code || ' ' || name))");
        query.push(" order by code limit 50");
        let mut tx = ctx.begin().await?;
        let data = query.build_query_as().fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a client
    #[oai(path = "/:id", method = "get", operation_id = "client_show")]
    async fn client_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a client
    #[oai(path = "/", method = "post", operation_id = "client_create")]
    async fn client_create(&self, ctx: Ctx, body: Body<ClientInput>) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Create)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let checked = bulk::check(&mut tx, &settings, settings.today(ctx.now()), vec![body.0]).await?;
        let mut clients = Vec::with_capacity(checked.len());
        for (client, errors) in checked {
            errors.into_result()?;
            clients.push(client);
        }
        bulk::number(&mut tx, &mut clients).await?;
        let input = clients.pop().ok_or_else(ApiError::not_found)?;
        if let Some(document) = &input.document {
            duplicates::refuse_document(&mut tx, document, None).await?;
        }
        let id = CLIENTS.create(&mut tx, &ctx, &input).await?;
        news::tell_created(&mut tx, ctx.state(), ctx.now(), vec![id]).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a client
    #[oai(path = "/:id", method = "patch", operation_id = "client_update")]
    async fn client_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ClientUpdate>,
    ) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Update)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let before: ClientRecord = CLIENTS.lock(&mut tx, *id).await?;
        before.verdict(Action::Update).guard()?;
        let input: ClientInput = body.change(&before.input, before.version)?;
        let place = input.address.place(&mut tx).await?;
        let mut errors = FieldErrors::default();
        let mut input = input.normalize(place.as_ref(), settings.today(ctx.now()), &mut errors);
        errors.into_result()?;
        if input.code.is_none() {
            input.code.clone_from(&before.input.code);
        }
        if input.suite_code.is_none() {
            input.suite_code.clone_from(&before.input.suite_code);
        }
        check_references(&mut tx, &settings, &input, &before).await?;
        let readers = Audience::Parties(vec![*id]);
        CLIENTS.update_for(&mut tx, &ctx, *id, &before.input, &input, &readers).await?;
        if input != before.input {
            news::tell_updated(&mut tx, ctx.state(), ctx.now(), vec![*id]).await?;
        }
        answer(tx, &ctx, *id).await
    }

    /// Set the credit of a client
    ///
    /// Null removes the credit, or the minimum. The client's debt is unchanged.
    #[oai(path = "/:id/set_credit", method = "post", operation_id = "client_set_credit")]
    async fn client_set_credit(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ClientCreditUpdate>,
    ) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::SetCredit)?;
        let mut tx = ctx.begin().await?;
        let client: ClientRecord = CLIENTS.lock(&mut tx, *id).await?;
        client.verdict(Action::SetCredit).guard()?;
        if client.version != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let before = ClientCredit {
            credit_limit: client.credit_limit.map(|limit| limit.normalize()),
            credit_currency: client.credit_currency,
            wallet_minimum: client.wallet_minimum.map(|minimum| minimum.normalize()),
        };
        let after = body.0.credit.check(&mut tx).await?;
        if audit::record_change(&mut tx, &ctx, "client.set_credit", *id, &before, &after).await? {
            let set = sqlx::query(SET_CREDIT).bind(*id).bind(after.credit_limit).bind(&after.credit_currency);
            set.bind(ctx.now()).bind(after.wallet_minimum).execute(&mut *tx).await?;
            let credit = after.credit_currency.as_deref().zip(after.credit_limit);
            let currencies: Vec<&str> =
                [&before, &after].into_iter().filter_map(|one| one.credit_currency.as_deref()).collect();
            ledger::set_credit(&mut tx, *id, ctx.now(), &currencies, credit).await?;
            live::records_changed(&mut tx, &Audience::Staff, "client", &[*id]);
            news::tell_updated(&mut tx, ctx.state(), ctx.now(), vec![*id]).await?;
        }
        answer(tx, &ctx, *id).await
    }

    /// Activate a client
    #[oai(path = "/:id/activate", method = "post", operation_id = "client_activate")]
    async fn client_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Activate)?;
        switch(&ctx, *id, true).await
    }

    /// Deactivate a client
    ///
    /// All sessions of its users end at once. The users are kept; signing in is 409 `organization_not_active` until the
    /// client is active again. Its shipments are kept; it cannot be chosen for new ones.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "client_deactivate")]
    async fn client_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Deactivate)?;
        switch(&ctx, *id, false).await
    }

    /// Delete a client
    ///
    /// All sessions of its users end at once. It is kept where it is used, and can be restored. Returns 409 `client_has_shops`
    /// while connected shops send orders to it.
    #[oai(path = "/:id", method = "delete", operation_id = "client_delete")]
    async fn client_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::Client, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: ClientRecord = CLIENTS.lock(&mut tx, *id).await?;
        before.verdict(Action::Delete).guard()?;
        shops::refuse_client_with_shops(&mut tx, *id, ctx.now()).await?;
        let data = CLIENTS.exclude(&mut tx, &ctx, *id).await?;
        let ended = sessions::close_all_of_client(&mut tx, *id).await?;
        tx.commit().await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(Json(Item { data }))
    }

    /// Restore a client that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "client_restore")]
    async fn client_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        CLIENTS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

impl ClientCredit {
    /// Normalizes and checks the credit; returns all errors at once.
    async fn check(self, tx: &mut TenantTx) -> ApiResult<Self> {
        if self.credit_limit.is_none() && self.wallet_minimum.is_none() {
            return Ok(Self { credit_limit: None, credit_currency: None, wallet_minimum: None });
        }
        let mut errors = FieldErrors::default();
        let currency = self.credit_currency.unwrap_or_default().to_uppercase();
        if !references::is_currency(tx, &currency).await? {
            errors.push("credit_currency", MessageCode::UnknownOption);
        }
        let credit_limit = check_amount("credit_limit", self.credit_limit, &currency, &mut errors);
        let wallet_minimum = check_amount("wallet_minimum", self.wallet_minimum, &currency, &mut errors);
        errors.into_result()?;
        Ok(Self { credit_limit, credit_currency: Some(currency), wallet_minimum })
    }
}

/// An amount from zero on, in whole coins of its currency.
fn check_amount(
    field: &str,
    amount: Option<Decimal>,
    currency: &str,
    errors: &mut FieldErrors,
) -> Option<Decimal> {
    let amount = amount?;
    if amount < Decimal::ZERO {
        errors.push_with(field, MessageCode::TooSmall, Params::from([("min", 0.into())]));
    }
    let decimals = money::decimals_of(currency);
    if money::has_too_many_decimals(amount, decimals) {
        errors.push_with(field, MessageCode::TooManyDecimals, Params::from([("max", decimals.into())]));
    }
    Some(amount.normalize())
}

/// Refuses what a changed client cannot have, and a document that another client has. `before` is the stored client.
async fn check_references(
    tx: &mut TenantTx,
    settings: &Settings,
    input: &ClientInput,
    before: &ClientRecord,
) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    let mut asked = [(&input.terms, &mut errors)];
    bulk::check_terms(tx, settings, &mut asked, Some(&before.input.terms)).await?;
    errors.into_result()?;
    match &input.document {
        Some(document) if before.input.document.as_ref() != Some(document) => {
            duplicates::refuse_document(tx, document, Some(before.id)).await
        }
        _ => Ok(()),
    }
}

async fn switch(ctx: &Ctx, id: Uuid, active: bool) -> ApiResult<Json<Item<ClientRecord>>> {
    let mut tx = ctx.begin().await?;
    let mut ended = Vec::new();
    let before: ClientRecord = CLIENTS.lock(&mut tx, id).await?;
    before.verdict(if active { Action::Activate } else { Action::Deactivate }).guard()?;
    if CLIENTS.switch(&mut tx, ctx, id, active).await? {
        news::tell_updated(&mut tx, ctx.state(), ctx.now(), vec![id]).await?;
        if !active {
            ended = sessions::close_all_of_client(&mut tx, id).await?;
        }
    }
    let answer = answer(tx, ctx, id).await?;
    sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
    Ok(answer)
}

/// The client, locked until the transaction ends.
pub(super) async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<ClientRecord> {
    CLIENTS.lock(tx, id).await
}

/// Commits and returns the client.
pub async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<ClientRecord>>> {
    let client: ClientRecord = CLIENTS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: client.seen_by(&ctx.grants) }))
}
