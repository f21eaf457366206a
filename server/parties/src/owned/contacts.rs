//! People at a client, a partner or a subsidiary, and what they receive.

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
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, optional_email, required};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;
use trade::identifiers::Phone;

/// A person at a client, a partner or a subsidiary.
#[derive(Object, sqlx::FromRow)]
pub struct Contact {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: ContactInput,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: OwnedCan,
}

/// Input of a contact.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct ContactInput {
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub owner: Owner,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub fields: ContactFields,
}

/// The fields of a contact.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct ContactFields {
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// The person's role, in a few words.
    #[oai(validator(max_length = 80))]
    pub role: Option<String>,
    /// Required for a contact who receives anything.
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    /// Receives invoices and reminders.
    pub receives_billing: bool,
    /// Receives tracking updates.
    pub receives_tracking: bool,
    /// Receives customs queries.
    pub receives_customs: bool,
}

/// The fields of a contact to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct ContactUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub fields: ContactFields,
    /// Version that was read; 409 `stale_version` if the contact has changed since.
    pub version: i32,
}

impl ContactFields {
    /// Normalizes and checks the fields; returns all errors at once. `country_id` is that of phones without a calling
    /// code.
    fn check(self, country_id: i16) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let phone = optional(self.phone.as_ref()).and_then(|typed| {
            let read = Phone::parse_national(&typed, Some(country_id));
            read.map(String::from).map_err(|wrong| errors.push("phone", wrong.into())).ok()
        });
        let checked = Self {
            name: required("name", &self.name, &mut errors),
            role: optional(self.role.as_ref()),
            email: optional_email(self.email.as_ref(), &mut errors),
            phone,
            ..self
        };
        if checked.email.is_none() && checked.receives_something() {
            errors.push("email", MessageCode::Required);
        }
        errors.into_result()?;
        Ok(checked)
    }

    const fn receives_something(&self) -> bool {
        self.receives_billing || self.receives_tracking || self.receives_customs
    }
}

const CONTACTS: Table = Table {
    name: "contacts",
    resource: "contact",
    columns: "owner_type, owner_id, name, role, email, phone, receives_billing, receives_tracking, receives_customs",
    read: &[],
    unique: &[],
    order: "search_text(name), id",
};
const SORTS: Sorts =
    &[("name", "search_text(name)"), ("role", "search_text(role)"), ("updated_at", "updated_at")];
const SEARCHED: &str = "concat_ws(' ', name, role, email, phone)";

pub struct ContactApi;

#[OpenApi(prefix_path = "/contacts", tag = "Tag::Parties")]
impl ContactApi {
    /// List contacts
    ///
    /// Contacts of owners that the user may see.
    #[oai(path = "/", method = "get", operation_id = "contact_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn contact_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `name`, `role` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the name, the role, the e-mail or the phone.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        owner_type: Query<Option<OwnerType>>,
        owner_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<Contact>>> {
        ctx.require(Resource::Contact, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = super::visible(&ctx, Where::words(&asked.words, SEARCHED))
            .and("owner_type = ", owner_type.0.map(OwnerType::as_str))
            .and("owner_id = ", owner_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = CONTACTS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Show a contact
    #[oai(path = "/:id", method = "get", operation_id = "contact_show")]
    async fn contact_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Contact>>> {
        ctx.require(Resource::Contact, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a contact
    #[oai(path = "/", method = "post", operation_id = "contact_create")]
    async fn contact_create(&self, ctx: Ctx, body: Body<ContactInput>) -> ApiResult<Json<Item<Contact>>> {
        ctx.require(Resource::Contact, Action::Create)?;
        let country_id = ctx.settings().country_id;
        let ContactInput { owner, fields } = body.0;
        let mut tx = ctx.begin().await?;
        super::lock(&mut tx, &ctx, owner).await?;
        let input = ContactInput { owner, fields: fields.check(country_id)? };
        let id = super::create(&mut tx, &ctx, &CONTACTS, owner, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a contact
    #[oai(path = "/:id", method = "patch", operation_id = "contact_update")]
    async fn contact_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ContactUpdate>,
    ) -> ApiResult<Json<Item<Contact>>> {
        ctx.require(Resource::Contact, Action::Update)?;
        let country_id = ctx.settings().country_id;
        let mut tx = ctx.begin().await?;
        let before: Contact = CONTACTS.lock_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        let fields: ContactFields = body.change(&before.input.fields, before.version)?;
        let owner = before.input.owner;
        let after = ContactInput { owner, fields: fields.check(country_id)? };
        super::update(&mut tx, &ctx, &CONTACTS, *id, owner, &before.input, &after).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a contact
    #[oai(path = "/:id", method = "delete", operation_id = "contact_delete")]
    async fn contact_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::Contact, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: Contact = CONTACTS.lock_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        super::delete(&mut tx, &ctx, &CONTACTS, *id, before.input.owner, &before.input).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn seen_by(ctx: &Ctx, contact: Contact) -> Contact {
    Contact { can: OwnedCan::of(ctx, Resource::Contact), ..contact }
}

/// Commits and returns the contact.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Contact>>> {
    let contact = CONTACTS.find_among(&mut tx, &super::of_id(ctx, id)).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, contact) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::party::BRAZIL;

    #[test]
    fn who_receives_something_has_an_email() {
        let fields = |email: Option<&str>, receives_billing| ContactFields {
            name: " Rui ".into(),
            role: Some(" ".into()),
            email: email.map(str::to_owned),
            phone: Some("(81) 98765-4321".into()),
            receives_billing,
            receives_tracking: false,
            receives_customs: false,
        };
        assert!(fields(None, true).check(BRAZIL).is_err());
        let stored = fields(None, false).check(BRAZIL).unwrap();
        assert_eq!((stored.name.as_str(), stored.role), ("Rui", None));
        assert_eq!(stored.phone.as_deref(), Some("+5581987654321"));
        assert!(fields(Some("rui@example.com"), true).check(BRAZIL).is_ok());
    }
}
