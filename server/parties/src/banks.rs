//! Banks of the company's and its clients' accounts.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::record::{ActiveFilter, Choice, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// A bank.
#[derive(Object, sqlx::FromRow)]
pub struct Bank {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: BankInput,
    /// Only active banks are offered where an account is entered.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a bank.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct BankInput {
    /// Unique in the company. In Brazil the COMPE number of three digits, elsewhere the BIC.
    #[oai(validator(max_length = 11))]
    pub code: String,
    #[oai(validator(max_length = 120))]
    pub name: String,
    /// ISPB number of a Brazilian bank, eight digits.
    #[oai(validator(max_length = 8))]
    pub ispb: Option<String>,
}

/// The fields of a bank to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct BankUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: BankInput,
    /// Version that was read; 409 `stale_version` if the bank has changed since.
    pub version: i32,
}

/// The result of an import.
#[derive(Object)]
pub struct BankImport {
    /// Banks that were added.
    pub added: i64,
}

impl BankInput {
    /// The form as it is stored, or all problems at once.
    pub fn check(self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let checked = Self {
            code: required("code", &self.code, &mut errors).to_uppercase(),
            name: required("name", &self.name, &mut errors),
            ispb: optional(self.ispb.as_ref()),
        };
        if checked.ispb.as_deref().is_some_and(|ispb| ispb.len() != 8 || !is_number(ispb)) {
            errors.push("ispb", MessageCode::Invalid);
        }
        errors.into_result()?;
        Ok(checked)
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

const BANKS: Table = Table {
    name: "banks",
    resource: "bank",
    columns: "code, name, ispb",
    read: &["active", "excluded_at"],
    unique: &[("banks_code_key", "code")],
    order: "search_text(name), id",
};
const SORTS: Sorts =
    &[("code", "code"), ("name", "search_text(name)"), ("ispb", "ispb"), ("updated_at", "updated_at")];
const SEARCHED: &str = "concat_ws(' ', code, name, ispb)";
/// The Brazilian banks that the company has not got, by their COMPE numbers.
pub const MISSING: &str = "
    select r.id from ref.banks r where not exists (select from banks b where b.code = r.compe) order by r.id";
pub const ADD: &str = "
    with added as materialized (
        select new.id, r.compe, r.name, r.ispb
        from unnest($1::uuid[], $2::smallint[]) new (id, bank_id) join ref.banks r on r.id = new.bank_id
    )
    insert into banks (id, code, name, ispb, created_at, updated_at)
    select id, compe, name, ispb, $3, $3 from added
    on conflict (code) do nothing";

/// Whether the state of a bank allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    BANKS.load_record_state(tx, id, action).await
}

pub struct BankApi;

#[OpenApi(prefix_path = "/banks", tag = "Tag::Parties")]
impl BankApi {
    /// List the banks
    #[oai(path = "/", method = "get", operation_id = "bank_list")]
    async fn bank_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `name`, `ispb` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, the name or the ISPB number.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<Bank>>> {
        ctx.require(Resource::Bank, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = BANKS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List banks to choose from; at most 200
    #[oai(path = "/select", method = "get", operation_id = "bank_select")]
    async fn bank_select(
        &self,
        ctx: Ctx,
        /// Words in the code, the name or the ISPB number.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<Choice>>> {
        ctx.require(Resource::Bank, Action::List)?;
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED).and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = BANKS.select(&mut tx, "code, name", &filter, 200).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a bank
    #[oai(path = "/:id", method = "get", operation_id = "bank_show")]
    async fn bank_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Bank>>> {
        ctx.require(Resource::Bank, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a bank
    #[oai(path = "/", method = "post", operation_id = "bank_create")]
    async fn bank_create(&self, ctx: Ctx, body: Body<BankInput>) -> ApiResult<Json<Item<Bank>>> {
        ctx.require(Resource::Bank, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let id = BANKS.create(&mut tx, &ctx, &body.0.check()?).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a bank
    #[oai(path = "/:id", method = "patch", operation_id = "bank_update")]
    async fn bank_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<BankUpdate>,
    ) -> ApiResult<Json<Item<Bank>>> {
        ctx.require(Resource::Bank, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: Bank = BANKS.lock(&mut tx, *id).await?;
        let input: BankInput = body.change(&before.input, before.version)?;
        BANKS.update(&mut tx, &ctx, *id, &before.input, &input.check()?).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a bank
    #[oai(path = "/:id/activate", method = "post", operation_id = "bank_activate")]
    async fn bank_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Bank>>> {
        ctx.require(Resource::Bank, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        BANKS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a bank
    ///
    /// Accounts at this bank keep it.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "bank_deactivate")]
    async fn bank_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Bank>>> {
        ctx.require(Resource::Bank, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        BANKS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a bank
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "bank_delete")]
    async fn bank_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::Bank, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: Bank = BANKS.lock(&mut tx, *id).await?;
        let data = BANKS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a bank that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "bank_restore")]
    async fn bank_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Bank>>> {
        ctx.require(Resource::Bank, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        BANKS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }

    /// Import the Brazilian banks
    ///
    /// Adds the missing banks of the COMPE list. Existing banks are unchanged.
    #[oai(path = "/import", method = "post", operation_id = "bank_import")]
    async fn bank_import(&self, ctx: Ctx) -> ApiResult<Json<Item<BankImport>>> {
        ctx.require(Resource::Bank, Action::Import)?;
        let mut tx = ctx.begin().await?;
        let missing: Vec<i16> = sqlx::query_scalar(MISSING).fetch_all(&mut *tx).await?;
        let ids: Vec<Uuid> = missing.iter().map(|_| Uuid::now_v7()).collect();
        let add = sqlx::query(ADD).bind(ids).bind(missing).bind(ctx.now()).execute(&mut *tx).await?;
        let added = i64::try_from(add.rows_affected()).unwrap_or(i64::MAX);
        if added > 0 {
            audit::record(&mut tx, &ctx, "bank.import", None, json!({ "added": added })).await?;
        }
        tx.commit().await?;
        Ok(Json(Item { data: BankImport { added } }))
    }
}

fn seen_by(ctx: &Ctx, bank: Bank) -> Bank {
    Bank { can: SwitchCan::of(&ctx.grants, Resource::Bank, bank.active, bank.excluded_at.is_some()), ..bank }
}

/// Commits, and answers with the bank as it is now.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Bank>>> {
    let bank = BANKS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, bank) }))
}
