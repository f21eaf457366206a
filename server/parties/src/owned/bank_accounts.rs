//! Bank accounts of a client, a partner or a subsidiary.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::{OwnedCan, Owner, OwnerType};
use access::ctx::Ctx;
use access::references::{self, still_active};
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Table};
use server_core::tags::Tag;
use trade::email::is_email;
use trade::identifiers::{Cnpj, Cpf, Iban, IdentifierError, Phone, Swift, TaxId};
use trade::party::BRAZIL;
use trade::wire_name;

wire_name! {
    /// Kind of a Pix key.
    PixKeyType { Cpf = "cpf", Cnpj = "cnpj", Email = "email", Phone = "phone", Random = "random" }
}

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

/// The fields of a bank account. At least one of account, Pix key and IBAN is required.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct BankAccountFields {
    /// Name of the holder, as registered at the bank.
    #[oai(validator(max_length = 200))]
    pub holder: String,
    /// Tax number of the holder. In Brazil a CPF or a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// A bank of the list; an inactive one can be kept.
    pub bank_id: Option<Uuid>,
    /// Branch of the bank.
    #[oai(validator(max_length = 20))]
    pub agency: Option<String>,
    /// Number of the account, with its check digit.
    #[oai(validator(max_length = 40))]
    pub account: Option<String>,
    /// Required with a Pix key.
    pub pix_key_type: Option<PixKeyType>,
    #[oai(validator(max_length = 140))]
    pub pix_key: Option<String>,
    /// With check digits; spaces are not stored.
    #[oai(validator(max_length = 50))]
    pub iban: Option<String>,
    /// BIC of the bank.
    #[oai(validator(max_length = 20))]
    pub swift: Option<String>,
    /// ISO 4217.
    #[oai(validator(max_length = 3))]
    pub currency: String,
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

impl BankAccountFields {
    /// Normalizes and checks the fields. `country_id` is the company's.
    fn check(self, country_id: i16, errors: &mut FieldErrors) -> Self {
        let is_brazilian = country_id == BRAZIL && self.currency == "BRL";
        let document = optional(self.document.as_ref()).and_then(|typed| match TaxId::parse(&typed) {
            _ if !is_brazilian => Some(typed),
            Ok(known) => Some(known.as_str().to_owned()),
            Err(_) => {
                errors.push("document", MessageCode::InvalidTaxId);
                None
            }
        });
        let pix_key = optional(self.pix_key.as_ref());
        let checked = Self {
            holder: required("holder", &self.holder, errors),
            document,
            agency: optional(self.agency.as_ref()),
            account: optional(self.account.as_ref()),
            pix_key_type: self.pix_key_type.filter(|_| pix_key.is_some()),
            pix_key: pix_key.and_then(|key| read_pix_key(&key, self.pix_key_type, errors)),
            iban: read_number("iban", self.iban.as_ref(), Iban::parse, errors),
            swift: read_number("swift", self.swift.as_ref(), Swift::parse, errors),
            currency: self.currency.to_uppercase(),
            ..self
        };
        let is_nowhere = checked.account.is_none() && self.pix_key.is_none() && self.iban.is_none();
        if is_nowhere {
            errors.push("account", MessageCode::Required);
        }
        checked
    }

    /// The fields for a user who may not see the numbers.
    fn mask(self) -> Self {
        Self {
            document: self.document.map(|text| mask_number(&text)),
            agency: self.agency.map(|text| mask_number(&text)),
            account: self.account.map(|text| mask_number(&text)),
            pix_key: self.pix_key.map(|text| mask_number(&text)),
            iban: self.iban.map(|text| mask_number(&text)),
            ..self
        }
    }
}

/// The last characters of a number, at most a third of it.
fn mask_number(number: &str) -> String {
    let count = number.chars().count();
    let seen = (count / 3).min(4);
    format!("\u{2022}\u{2022}\u{2022}\u{2022}{}", number.chars().skip(count - seen).collect::<String>())
}

/// A number in its stored form; a wrong one is reported at its field.
fn read_number<T: Into<String>>(
    field: &str,
    typed: Option<&String>,
    parse: impl FnOnce(&str) -> Result<T, IdentifierError>,
    errors: &mut FieldErrors,
) -> Option<String> {
    let typed = optional(typed)?;
    parse(&typed).map(Into::into).map_err(|wrong| errors.push(field, wrong.into())).ok()
}

/// A Pix key in its stored form: digits of a CPF or a CNPJ, an e-mail in lower case, an international phone, a UUID.
fn read_pix_key(key: &str, kind: Option<PixKeyType>, errors: &mut FieldErrors) -> Option<String> {
    let Some(kind) = kind else {
        errors.push("pix_key_type", MessageCode::Required);
        return None;
    };
    let stored = match kind {
        PixKeyType::Cpf => Cpf::parse(key).map(String::from).ok(),
        PixKeyType::Cnpj => Cnpj::parse(key).map(String::from).ok(),
        PixKeyType::Phone => Phone::parse_national(key, Some(BRAZIL)).map(String::from).ok(),
        PixKeyType::Email => Some(key.to_lowercase()).filter(|email| is_email(email)),
        PixKeyType::Random => key.parse::<Uuid>().map(|key| key.to_string()).ok(),
    };
    if stored.is_none() {
        errors.push("pix_key", MessageCode::InvalidPixKey);
    }
    stored
}

/// Locked, so that the bank is not deactivated before the transaction ends.
pub const BANK: &str = "select active from banks where id = $1 for share";

const ACCOUNTS: Table = Table {
    name: "bank_accounts",
    resource: "bank_account",
    columns: "owner_type, owner_id, holder, document, bank_id, agency, account, pix_key_type, pix_key, iban, swift, \
              currency",
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
        let country_id = ctx.settings().await?.country_id;
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
        let country_id = ctx.settings().await?.country_id;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> BankAccountFields {
        BankAccountFields {
            holder: "Ana Prado".into(),
            document: Some("529.982.247-25".into()),
            bank_id: None,
            agency: None,
            account: None,
            pix_key_type: Some(PixKeyType::Email),
            pix_key: Some(" Ana@Example.com ".into()),
            iban: None,
            swift: None,
            currency: "BRL".into(),
        }
    }

    #[test]
    fn numbers_are_stored_without_masks() {
        let mut errors = FieldErrors::default();
        let typed = BankAccountFields { iban: Some("de89 3704 0044 0532 0130 00".into()), ..account() };
        let stored = typed.check(BRAZIL, &mut errors);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(stored.document.as_deref(), Some("52998224725"));
        assert_eq!(stored.pix_key.as_deref(), Some("ana@example.com"));
        assert_eq!(stored.iban.as_deref(), Some("DE89370400440532013000"));
    }

    #[test]
    fn all_wrong_numbers_are_reported_at_once() {
        let mut errors = FieldErrors::default();
        let wrong = BankAccountFields {
            holder: " ".into(),
            document: Some("1".into()),
            pix_key_type: Some(PixKeyType::Cpf),
            iban: Some("DE00".into()),
            swift: Some("X".into()),
            ..account()
        };
        wrong.check(BRAZIL, &mut errors);
        for field in ["holder", "document", "pix_key", "iban", "swift"] {
            assert!(errors.contains(field), "{field} in {errors:?}");
        }
        BankAccountFields { pix_key: None, ..account() }.check(BRAZIL, &mut errors);
        assert!(errors.contains("account"));
    }

    #[test]
    fn a_masked_number_shows_its_last_characters() {
        assert_eq!(mask_number("12345678-9"), "\u{2022}\u{2022}\u{2022}\u{2022}8-9");
        assert_eq!(mask_number("DE89370400440532013000"), "\u{2022}\u{2022}\u{2022}\u{2022}3000");
        assert_eq!(mask_number("12"), "\u{2022}\u{2022}\u{2022}\u{2022}");
    }
}
