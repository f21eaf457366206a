//! Partners: agents and resellers. A partner's user sees only the partner's own records.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::owned;
use access::ctx::Ctx;
use access::references::{self, still_active};
use access::scope::RowScope;
use access::sessions;
use server_core::address::Address;
use server_core::address::place::Place;
use server_core::address_columns;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, optional_email, required};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;
use trade::party::{DocumentType, PersonType};

/// An agent or a reseller.
#[derive(Object, sqlx::FromRow)]
pub struct Partner {
    pub id: Uuid,
    /// The company's code for the partner. It is part of the source of the partner's imports.
    pub code: String,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: PartnerInput,
    /// Users of an inactive partner cannot sign in, and it cannot be chosen for new shipments. Existing
    /// shipments are kept.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    /// Number of users who work for it.
    pub user_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a partner.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct PartnerInput {
    pub person_type: PersonType,
    /// Unique in the company.
    #[oai(validator(max_length = 200))]
    pub name: String,
    #[oai(validator(max_length = 200))]
    pub trading_name: Option<String>,
    pub document_type: DocumentType,
    /// In Brazil a CPF or a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
}

/// The fields of a partner to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct PartnerUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PartnerInput,
    /// Version that was read; 409 `stale_version` if the partner has changed since.
    pub version: i32,
}

/// A partner in a selection list.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct PartnerOption {
    pub id: Uuid,
    /// Name of the partner.
    pub label: String,
}

impl PartnerInput {
    /// Normalizes and checks the input; returns all errors at once. `place` is none if the country does not
    /// exist.
    pub fn check(self, place: Option<&Place>) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let checked = Self {
            name: required("name", &self.name, &mut errors),
            trading_name: optional(self.trading_name.as_ref()),
            document: self.address.document(
                self.document.as_ref(),
                self.person_type,
                self.document_type,
                &mut errors,
            ),
            email: optional_email(self.email.as_ref(), &mut errors),
            phone: self.address.phone(self.phone.as_ref(), &mut errors),
            address: self.address.check(place, &mut errors),
            ..self
        };
        errors.into_result()?;
        Ok(checked)
    }
}

const PARTNERS: Table = Table {
    name: "partners",
    resource: "partner",
    columns: concat!(
        "person_type, name, trading_name, document_type, document, email, phone, ",
        address_columns!()
    ),
    read: &[
        "active",
        "excluded_at",
        "code",
        "(select count(*) from users u where u.partner_id = partners.id) as user_count",
    ],
    unique: &[("partners_name_key", "name")],
    order: "search_text(name), id",
};
const SORTS: Sorts = &[
    ("code", "code"),
    ("name", "search_text(name)"),
    ("city", "search_text(city)"),
    ("user_count", "user_count"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', code, name, trading_name, document, email, city)";

/// Whether the state of a partner allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    PARTNERS.load_record_state(tx, id, action).await
}

pub const NAME: &str = "select name from partners where id = $1";

/// The name of a partner; none for one who does not exist.
pub async fn find_name(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<String>> {
    Ok(sqlx::query_scalar(NAME).bind(id).fetch_optional(&mut **tx).await?)
}

/// The partner of a record after an input of `requested`. The stored partner (`stored`) can stay, even if
/// inactive. A client's user cannot change it; a partner's user cannot choose another partner.
pub async fn choose(
    tx: &mut TenantTx,
    scope: &RowScope,
    requested: Option<Uuid>,
    stored: Option<Uuid>,
) -> ApiResult<Result<Option<Uuid>, MessageCode>> {
    let Ok(chosen) = within(scope, requested, stored) else { return Ok(Err(MessageCode::UnknownOption)) };
    let is_known = still_active(tx, references::PARTNER, chosen, stored).await?;
    Ok(if is_known { Ok(chosen) } else { Err(MessageCode::UnknownOption) })
}

/// The partner that the scope allows.
fn within(
    scope: &RowScope,
    requested: Option<Uuid>,
    stored: Option<Uuid>,
) -> Result<Option<Uuid>, MessageCode> {
    match scope {
        RowScope::All | RowScope::Subsidiaries(_) => Ok(requested),
        RowScope::Client(_) => Ok(stored),
        RowScope::Partner(own) if requested.is_none_or(|requested| requested == *own) => Ok(Some(*own)),
        RowScope::Partner(_) => Err(MessageCode::UnknownOption),
    }
}

pub struct PartnerApi;

#[OpenApi(prefix_path = "/partners", tag = "Tag::Partners")]
impl PartnerApi {
    /// List partners
    #[oai(path = "/", method = "get", operation_id = "partner_list")]
    async fn partner_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `name`, `city`, `user_count` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, the names, the document, the e-mail or the city.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<Partner>>> {
        ctx.require(Resource::Partner, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = PARTNERS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List partners to choose from
    ///
    /// Active partners by name, at most 50.
    #[oai(path = "/select", method = "get", operation_id = "partner_select")]
    async fn partner_select(
        &self,
        ctx: Ctx,
        /// Words in the name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<PartnerOption>>> {
        ctx.require(Resource::Partner, Action::Select)?;
        let names = "name || ' ' || coalesce(trading_name, '')";
        let filter = Where::words(&Words::parse(search.0.as_deref()), names).and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = PARTNERS.select(&mut tx, "name", &filter, 50).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a partner
    #[oai(path = "/:id", method = "get", operation_id = "partner_show")]
    async fn partner_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Partner>>> {
        ctx.require(Resource::Partner, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a partner
    #[oai(path = "/", method = "post", operation_id = "partner_create")]
    async fn partner_create(&self, ctx: Ctx, body: Body<PartnerInput>) -> ApiResult<Json<Item<Partner>>> {
        ctx.require(Resource::Partner, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let place = body.address.place(&mut tx).await?;
        let id = PARTNERS.create(&mut tx, &ctx, &body.0.check(place.as_ref())?).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a partner
    #[oai(path = "/:id", method = "patch", operation_id = "partner_update")]
    async fn partner_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PartnerUpdate>,
    ) -> ApiResult<Json<Item<Partner>>> {
        ctx.require(Resource::Partner, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: Partner = PARTNERS.lock(&mut tx, *id).await?;
        let input: PartnerInput = body.change(&before.input, before.version)?;
        let place = input.address.place(&mut tx).await?;
        let input = input.check(place.as_ref())?;
        PARTNERS.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a partner
    #[oai(path = "/:id/activate", method = "post", operation_id = "partner_activate")]
    async fn partner_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Partner>>> {
        ctx.require(Resource::Partner, Action::Activate)?;
        switch(&ctx, *id, true).await
    }

    /// Deactivate a partner
    ///
    /// All sessions of its users end at once. The users are kept; signing in is 409 `organization_not_active`
    /// until the partner is active again. Its shipments are kept; it cannot be chosen for new ones.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "partner_deactivate")]
    async fn partner_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Partner>>> {
        ctx.require(Resource::Partner, Action::Deactivate)?;
        switch(&ctx, *id, false).await
    }

    /// Delete a partner
    ///
    /// All sessions of its users end at once. One that was used or changed is kept where it is used, and can be
    /// restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "partner_delete")]
    async fn partner_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::Partner, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: Partner = PARTNERS.lock(&mut tx, *id).await?;
        let data = match owned::has_records(&mut tx, *id).await? {
            true => PARTNERS.exclude(&mut tx, &ctx, *id).await?,
            false => PARTNERS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?,
        };
        let ended = sessions::close_all_of_partner(&mut tx, *id).await?;
        tx.commit().await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(Json(Item { data }))
    }

    /// Restore a partner that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "partner_restore")]
    async fn partner_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Partner>>> {
        ctx.require(Resource::Partner, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        PARTNERS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, partner: Partner) -> Partner {
    Partner {
        can: SwitchCan::of(&ctx.grants, Resource::Partner, partner.active, partner.excluded_at.is_some()),
        ..partner
    }
}

async fn switch(ctx: &Ctx, id: Uuid, active: bool) -> ApiResult<Json<Item<Partner>>> {
    let mut tx = ctx.begin().await?;
    let mut ended = Vec::new();
    if PARTNERS.switch(&mut tx, ctx, id, active).await? && !active {
        ended = sessions::close_all_of_partner(&mut tx, id).await?;
    }
    let answer = answer(tx, ctx, id).await?;
    sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
    Ok(answer)
}

pub(super) async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<Partner> {
    PARTNERS.find(tx, id).await
}

/// The partner, locked until the transaction ends.
pub(super) async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<Partner> {
    PARTNERS.lock(tx, id).await
}

/// Commits and returns the partner.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Partner>>> {
    let partner = PARTNERS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, partner) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::party::BRAZIL;

    const LISBON: Uuid = Uuid::from_u128(1);
    const MIAMI: Uuid = Uuid::from_u128(2);

    #[test]
    fn a_partners_user_creates_records_for_that_partner_only() {
        let own = RowScope::Partner(LISBON);
        assert_eq!(within(&own, None, None), Ok(Some(LISBON)));
        assert_eq!(within(&own, Some(LISBON), Some(LISBON)), Ok(Some(LISBON)));
        assert_eq!(within(&own, Some(MIAMI), Some(LISBON)), Err(MessageCode::UnknownOption));
    }

    #[test]
    fn staff_choose_a_partner_and_a_clients_user_cannot() {
        assert_eq!(within(&RowScope::All, Some(MIAMI), Some(LISBON)), Ok(Some(MIAMI)));
        assert_eq!(within(&RowScope::Subsidiaries(Vec::new()), None, Some(LISBON)), Ok(None));
        assert_eq!(within(&RowScope::Client(Uuid::nil()), Some(MIAMI), Some(LISBON)), Ok(Some(LISBON)));
        assert_eq!(within(&RowScope::Client(Uuid::nil()), Some(MIAMI), None), Ok(None));
    }

    fn form() -> PartnerInput {
        PartnerInput {
            person_type: PersonType::Company,
            name: " Cargo Lisboa ".into(),
            trading_name: Some(" ".into()),
            document_type: DocumentType::TaxId,
            document: Some("11.222.333/0001-81".into()),
            email: Some(" Ola@Cargo.test ".into()),
            phone: Some("(81) 98765-4321".into()),
            address: Address { country_id: BRAZIL, city: "Recife".into(), ..Address::default() },
        }
    }

    fn place() -> Place {
        Place { is_served: true, has_states: true, state_lies_there: false }
    }

    #[test]
    fn masks_and_blanks_are_not_stored() {
        let stored = form().check(Some(&place())).unwrap();
        assert_eq!((stored.name.as_str(), stored.trading_name), ("Cargo Lisboa", None));
        assert_eq!(stored.document.as_deref(), Some("11222333000181"));
        assert_eq!(stored.email.as_deref(), Some("ola@cargo.test"));
        assert_eq!(stored.phone.as_deref(), Some("+5581987654321"));
    }

    #[test]
    fn all_errors_of_a_form_are_reported_at_once() {
        let wrong = PartnerInput {
            name: " ".into(),
            document: Some("11.222.333/0001-80".into()),
            email: Some("ola".into()),
            phone: Some("1".into()),
            address: Address { country_id: BRAZIL, ..Address::default() },
            ..form()
        };
        let errors_text = format!("{:?}", wrong.check(Some(&place())).unwrap_err());
        for wrong in ["name", "document", "email", "phone", "city"] {
            assert!(errors_text.contains(&format!("\"{wrong}\"")), "{wrong} in {errors_text}");
        }
    }
}
