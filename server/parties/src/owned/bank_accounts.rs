//! Bank accounts of a client, a partner or a subsidiary.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::bank_account_fields::BankAccountFields;
use super::{OwnedCan, Owner, OwnerType};
use access::ctx::Ctx;
use access::references::{self, still_active};
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Table};
use server_core::tags::Tag;

/// A bank account of a client, a partner or a subsidiary.
#[derive(Object, sqlx::FromRow)]
pub struct BankAccount {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: BankAccountInput,
    /// Name of the bank.
    pub bank_name: Option<String>,
    /// True when the user may not see the numbers: only their last characters are in the answer.
    #[sqlx(default)]
    pub masked: bool,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: OwnedCan,
}

/// Input of a bank account.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct BankAccountInput {
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub owner: Owner,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub fields: BankAccountFields,
}

/// The fields of a bank account to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct BankAccountUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub fields: BankAccountFields,
    /// Version that was read; 409 `stale_version` if the account has changed since.
    pub version: i32,
}

/// Locked, so that the bank is not deactivated before the transaction ends.
pub const BANK: &str = "select active from banks where id = $1 for share";

const ACCOUNTS: Table = Table {
    name: "bank_accounts",
    resource: "bank_account",
    columns: "owner_type, owner_id, holder, document, bank_id, country_id, agency, account, account_type, routing_number, \
              pix_key_type, pix_key, iban, swift, currency",
    read: &["(select name from banks b where b.id = bank_accounts.bank_id) as bank_name"],
    unique: &[],
    order: "created_at, id",
};

pub struct BankAccountApi;

#[OpenApi(prefix_path = "/bank_accounts", tag = "Tag::Parties")]
impl BankAccountApi {
    /// List bank accounts
    ///
    /// Accounts of owners that the user may see. Without the right `bank_account.show`, numbers are masked.
    #[oai(path = "/", method = "get", operation_id = "bank_account_list")]
    async fn bank_account_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        owner_type: Query<Option<OwnerType>>,
        owner_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<BankAccount>>> {
        ctx.require(Resource::BankAccount, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, None, None, &[])?;
        let filter = super::of_owner(&ctx, owner_type.0, owner_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = ACCOUNTS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Show a bank account
    #[oai(path = "/:id", method = "get", operation_id = "bank_account_show")]
    async fn bank_account_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<BankAccount>>> {
        ctx.require(Resource::BankAccount, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a bank account
    #[oai(path = "/", method = "post", operation_id = "bank_account_create")]
    async fn bank_account_create(
        &self,
        ctx: Ctx,
        body: Body<BankAccountInput>,
    ) -> ApiResult<Json<Item<BankAccount>>> {
        ctx.require(Resource::BankAccount, Action::Create)?;
        let BankAccountInput { owner, fields } = body.0;
        let country_id = ctx.settings().country_id;
        let mut tx = ctx.begin().await?;
        super::lock(&mut tx, &ctx, owner).await?;
        let input =
            BankAccountInput { owner, fields: check_fields(&mut tx, country_id, fields, None).await? };
        let id = super::create(&mut tx, &ctx, &ACCOUNTS, owner, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a bank account
    ///
    /// Also needs the right `bank_account.show`: masked numbers cannot be edited.
    #[oai(path = "/:id", method = "patch", operation_id = "bank_account_update")]
    async fn bank_account_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<BankAccountUpdate>,
    ) -> ApiResult<Json<Item<BankAccount>>> {
        ctx.require(Resource::BankAccount, Action::Update)?;
        ctx.require(Resource::BankAccount, Action::Show)?;
        let country_id = ctx.settings().country_id;
        let mut tx = ctx.begin().await?;
        let before: BankAccount = ACCOUNTS.lock_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        let owner = before.input.owner;
        let fields: BankAccountFields = body.change(&before.input.fields, before.version)?;
        let fields = check_fields(&mut tx, country_id, fields, before.input.fields.bank_id).await?;
        let after = BankAccountInput { owner, fields };
        super::update(&mut tx, &ctx, &ACCOUNTS, *id, owner, &before.input, &after).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a bank account
    #[oai(path = "/:id", method = "delete", operation_id = "bank_account_delete")]
    async fn bank_account_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::BankAccount, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: BankAccount = ACCOUNTS.lock_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        super::delete(&mut tx, &ctx, &ACCOUNTS, *id, before.input.owner, &before.input).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The normalized fields; all errors are returned at once. `bank` is the stored bank.
async fn check_fields(
    tx: &mut TenantTx,
    country_id: i16,
    fields: BankAccountFields,
    bank: Option<Uuid>,
) -> ApiResult<BankAccountFields> {
    let mut errors = FieldErrors::default();
    let fields = fields.check(country_id, &mut errors);
    if !references::is_currency(tx, &fields.currency).await? {
        errors.push("currency", MessageCode::UnknownOption);
    }
    if !still_active(tx, BANK, fields.bank_id, bank).await? {
        errors.push("bank_id", MessageCode::UnknownOption);
    }
    errors.into_result()?;
    Ok(fields)
}

fn seen_by(ctx: &Ctx, mut account: BankAccount) -> BankAccount {
    account.masked = !ctx.grants.allow(Resource::BankAccount, Action::Show);
    account.can = OwnedCan::of(ctx, Resource::BankAccount);
    if account.masked {
        account.can.update = false;
        account.input.fields = account.input.fields.mask();
    }
    account
}

/// Commits and returns the account.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<BankAccount>>> {
    let account = ACCOUNTS.find_among(&mut tx, &super::of_id(ctx, id)).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, account) }))
}
