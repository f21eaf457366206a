//! Subsidiaries: the company's own branches. A user whose profile is bound to subsidiaries sees only their
//! records.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::owned;
pub use crate::subsidiary_choice::choose;
use access::ctx::Ctx;
use access::profiles;
use access::references::{self, OPEN_TO};
use server_core::address::Address;
use server_core::address::place::Place;
use server_core::address_columns;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::{Language, MessageCode};
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;
use trade::party::{DocumentType, PersonType};

/// A branch of the company.
#[derive(Object, sqlx::FromRow)]
pub struct Subsidiary {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: SubsidiaryInput,
    /// A closed subsidiary cannot be chosen for new shipments. Its shipments and users are kept.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    /// Number of users bound to it.
    pub user_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a subsidiary.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct SubsidiaryInput {
    /// Name; unique in the company.
    #[oai(validator(max_length = 80))]
    pub title: String,
    /// Names in languages where they differ from `title`. An empty one means the title.
    #[oai(default)]
    #[serde(default)]
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    /// In Brazil a CNPJ (checked), free text elsewhere.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// Brazilian state registration.
    #[oai(validator(max_length = 20))]
    pub ie: Option<String>,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub address: Address,
    /// IANA time zone.
    #[oai(validator(max_length = 60))]
    pub time_zone: String,
    /// Profiles whose users see and choose the subsidiary; empty for everybody. Users who may change subsidiaries see all,
    /// and those who are bound to subsidiaries their own.
    #[oai(default, validator(max_items = 50, unique_items))]
    #[serde(default)]
    pub profile_ids: Vec<Uuid>,
    /// Services that the subsidiary sells; empty for all.
    #[oai(default, validator(max_items = 200, unique_items))]
    #[serde(default)]
    pub service_ids: Vec<Uuid>,
}

/// The fields of a subsidiary to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct SubsidiaryUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: SubsidiaryInput,
    /// Version that was read; 409 `stale_version` if the subsidiary has changed since.
    pub version: i32,
}

/// A subsidiary in a selection list.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct SubsidiaryOption {
    pub id: Uuid,
    /// Name of the subsidiary in the caller's language.
    pub label: String,
}

impl SubsidiaryInput {
    /// Normalizes and checks the input; returns all errors at once, with those that were found before. `place` is none if
    /// the country does not exist.
    pub fn check(self, place: Option<&Place>, mut errors: FieldErrors) -> ApiResult<Self> {
        let checked = Self {
            title: required("title", &self.title, &mut errors),
            title_locale: self.title_locale.trim(),
            document: self.address.document(
                self.document.as_ref(),
                PersonType::Company,
                DocumentType::TaxId,
                &mut errors,
            ),
            ie: optional(self.ie.as_ref()),
            address: self.address.check(place, &mut errors),
            time_zone: self.time_zone,
            profile_ids: self.profile_ids,
            service_ids: self.service_ids,
        };
        if checked.time_zone.parse::<Tz>().is_err() {
            errors.push("time_zone", MessageCode::UnknownOption);
        }
        errors.into_result()?;
        Ok(checked)
    }
}

const SUBSIDIARIES: Table = Table {
    name: "subsidiaries",
    resource: "subsidiary",
    columns: concat!(
        "title, title_locale, document, ie, time_zone, profile_ids, service_ids, ",
        address_columns!()
    ),
    read: &[
        "active",
        "excluded_at",
        "(select count(*) from user_subsidiaries b where b.subsidiary_id = subsidiaries.id) as user_count",
    ],
    unique: &[("subsidiaries_title_key", "title")],
    order: "search_text(title), id",
};
const SORTS: Sorts = &[
    ("title", "search_text(title)"),
    ("city", "search_text(city)"),
    ("user_count", "user_count"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', title, city, title_locale ->> 'pt', title_locale ->> 'en', \
                        title_locale ->> 'es', title_locale ->> 'zh')";

/// The name in a language, as SQL: the title where it has none of its own.
fn label(language: Language) -> String {
    format!("coalesce(nullif(title_locale ->> '{}', ''), title)", language.locale_key())
}

/// Whether the state of a subsidiary allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    SUBSIDIARIES.load_record_state(tx, id, action).await
}

pub struct SubsidiaryApi;

#[OpenApi(prefix_path = "/subsidiaries", tag = "Tag::Subsidiaries")]
impl SubsidiaryApi {
    /// List subsidiaries
    #[oai(path = "/", method = "get", operation_id = "subsidiary_list")]
    async fn subsidiary_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `title`, `city`, `user_count` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the title, in the name in any language, or in the city.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and_inside(OPEN_TO, references::subsidiary_profiles(&ctx))
            .state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = SUBSIDIARIES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List subsidiaries to choose from
    ///
    /// Active subsidiaries by title, at most 500. A user bound to subsidiaries gets only those.
    #[oai(path = "/select", method = "get", operation_id = "subsidiary_select")]
    async fn subsidiary_select(&self, ctx: Ctx) -> ApiResult<Json<Items<SubsidiaryOption>>> {
        ctx.require(Resource::Subsidiary, Action::Select)?;
        let own = Where::all()
            .among("id", ctx.user.subsidiary_ids.clone())
            .and_inside(OPEN_TO, references::subsidiary_profiles(&ctx))
            .and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = SUBSIDIARIES.select(&mut tx, &label(ctx.language()), &own, 500).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a subsidiary
    #[oai(path = "/:id", method = "get", operation_id = "subsidiary_show")]
    async fn subsidiary_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::Show)?;
        let profiles = references::subsidiary_profiles(&ctx);
        let open = Where::all().and("id = ", Some(*id)).and_inside(OPEN_TO, profiles);
        let mut tx = ctx.begin().await?;
        let subsidiary = SUBSIDIARIES.find_among(&mut tx, &open).await?;
        tx.commit().await?;
        Ok(Json(Item { data: seen_by(&ctx, subsidiary) }))
    }

    /// Create a subsidiary
    #[oai(path = "/", method = "post", operation_id = "subsidiary_create")]
    async fn subsidiary_create(
        &self,
        ctx: Ctx,
        body: Body<SubsidiaryInput>,
    ) -> ApiResult<Json<Item<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let input = check_input(&mut tx, body.0, None).await?;
        let id = SUBSIDIARIES.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a subsidiary
    #[oai(path = "/:id", method = "patch", operation_id = "subsidiary_update")]
    async fn subsidiary_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<SubsidiaryUpdate>,
    ) -> ApiResult<Json<Item<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: Subsidiary = SUBSIDIARIES.lock(&mut tx, *id).await?;
        let input: SubsidiaryInput = body.change(&before.input, before.version)?;
        let input = check_input(&mut tx, input, Some(&before.input)).await?;
        SUBSIDIARIES.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Reopen a subsidiary
    #[oai(path = "/:id/activate", method = "post", operation_id = "subsidiary_activate")]
    async fn subsidiary_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        SUBSIDIARIES.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Close a subsidiary
    ///
    /// Its shipments are kept and its users still see them. It cannot be chosen for new ones.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "subsidiary_deactivate")]
    async fn subsidiary_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        SUBSIDIARIES.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a subsidiary
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "subsidiary_delete")]
    async fn subsidiary_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::Subsidiary, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: Subsidiary = SUBSIDIARIES.lock(&mut tx, *id).await?;
        let data = match owned::has_records(&mut tx, *id).await? {
            true => SUBSIDIARIES.exclude(&mut tx, &ctx, *id).await?,
            false => SUBSIDIARIES.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?,
        };
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a subsidiary that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "subsidiary_restore")]
    async fn subsidiary_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        SUBSIDIARIES.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

/// Normalizes and checks the input of a new subsidiary, or of one that was `before`; returns all errors at once.
async fn check_input(
    tx: &mut TenantTx,
    input: SubsidiaryInput,
    before: Option<&SubsidiaryInput>,
) -> ApiResult<SubsidiaryInput> {
    let mut errors = FieldErrors::default();
    let stored = before.map(|it| it.profile_ids.as_slice()).unwrap_or_default();
    profiles::check_new(tx, &input.profile_ids, stored, &mut errors).await?;
    let sold = before.map(|it| it.service_ids.as_slice()).unwrap_or_default();
    let added: HashSet<Uuid> = input.service_ids.iter().copied().filter(|id| !sold.contains(id)).collect();
    if references::active(tx, references::SERVICES, &added).await?.len() != added.len() {
        errors.push("service_ids", MessageCode::UnknownOption);
    }
    let place = input.address.place(tx).await?;
    input.check(place.as_ref(), errors)
}

fn seen_by(ctx: &Ctx, subsidiary: Subsidiary) -> Subsidiary {
    Subsidiary {
        can: SwitchCan::of(
            &ctx.grants,
            Resource::Subsidiary,
            subsidiary.active,
            subsidiary.excluded_at.is_some(),
        ),
        ..subsidiary
    }
}

/// Commits and returns the subsidiary.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Subsidiary>>> {
    let subsidiary = SUBSIDIARIES.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, subsidiary) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::party::BRAZIL;

    #[test]
    fn all_errors_of_a_form_are_reported_at_once() {
        let form = SubsidiaryInput {
            title: " ".into(),
            title_locale: LocaleTitle::default(),
            document: Some("11.222.333/0001-80".into()),
            ie: None,
            address: Address { country_id: BRAZIL, ..Address::default() },
            time_zone: "Mars/Olympus".into(),
            profile_ids: Vec::new(),
            service_ids: Vec::new(),
        };
        let place = Place { is_served: true, has_states: true, state_lies_there: false };
        let errors_text = format!("{:?}", form.check(Some(&place), FieldErrors::default()).unwrap_err());
        for wrong in ["title", "document", "city", "time_zone"] {
            assert!(errors_text.contains(&format!("\"{wrong}\"")), "{wrong} in {errors_text}");
        }
    }
}
