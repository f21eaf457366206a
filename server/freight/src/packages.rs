//! Packages: the packaging a company offers. A package sets the size of a parcel; it is not a parcel.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::Language;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, Choice, Deletion, ListQuery, Sorts, Table, Where, titles};
use server_core::tags::Tag;
use trade::units::to_tenth;
use trade::wire_name;

wire_name! {
    /// Kind of packaging.
    PackageType { Envelope = "envelope", Box = "box", Bag = "bag", Pallet = "pallet", Tube = "tube" }
}

/// Input of a package.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct PackageInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    pub package_type: PackageType,
    /// Inner length in millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "20000")))]
    pub length_mm: Option<f64>,
    /// Inner width in millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "20000")))]
    pub width_mm: Option<f64>,
    /// Inner height in millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "20000")))]
    pub height_mm: Option<f64>,
    /// Weight of the empty packaging in grams.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000")))]
    pub tare_g: i32,
    /// Maximum weight of the contents in grams; null if not limited.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000000")))]
    pub max_weight_g: Option<i32>,
}

/// The fields of a package to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct PackageUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PackageInput,
    /// Version that was read; 409 `stale_version` if the package has changed since.
    pub version: i32,
}

/// Packaging that the company offers.
#[derive(Object, sqlx::FromRow)]
pub struct Package {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: PackageInput,
    /// Only active packages can be chosen for a parcel.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

impl PackageInput {
    /// Normalizes and checks the input; returns all errors at once.
    pub fn check(mut self, default_language: Language) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.code = required("code", &self.code, &mut errors);
        for side in [&mut self.length_mm, &mut self.width_mm, &mut self.height_mm] {
            *side = side.map(to_tenth);
        }
        self.title_locale = self.title_locale.check(default_language, &mut errors);
        errors.into_result()?;
        Ok(self)
    }
}

const PACKAGES: Table = Table {
    name: "packages",
    resource: "package",
    columns: "code, title_locale, package_type, length_mm, width_mm, height_mm, tare_g, max_weight_g",
    read: &["active", "excluded_at"],
    unique: &[("packages_code_key", "code")],
    order: "position, code",
};
const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("package_type", "package_type"),
    ("max_weight_g", "max_weight_g"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', code, title_locale ->> 'pt', title_locale ->> 'en', title_locale ->> 'es', \
                        title_locale ->> 'zh')";

/// Whether the state of a package allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    PACKAGES.load_record_state(tx, id, action).await
}

pub struct PackageApi;

#[OpenApi(prefix_path = "/packages", tag = "Tag::Packages")]
impl PackageApi {
    /// List packages
    #[oai(path = "/", method = "get", operation_id = "package_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn package_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `package_type`, `max_weight_g` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, or in the title in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        package_type: Query<Option<PackageType>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<Package>>> {
        ctx.require(Resource::Package, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and("package_type = ", package_type.0.map(PackageType::as_str))
            .state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = PACKAGES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List packages to choose from; at most 200
    #[oai(path = "/select", method = "get", operation_id = "package_select")]
    async fn package_select(
        &self,
        ctx: Ctx,
        /// Words in the code, or in the title in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<Choice>>> {
        ctx.require(Resource::Package, Action::List)?;
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED).and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = PACKAGES
            .select(&mut tx, &format!("code, {}", titles::label(ctx.language())), &filter, 200)
            .await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Create a package
    #[oai(path = "/", method = "post", operation_id = "package_create")]
    async fn package_create(&self, ctx: Ctx, body: Body<PackageInput>) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Create)?;
        let input = body.0.check(ctx.settings().default_language)?;
        let mut tx = ctx.begin().await?;
        let id = PACKAGES.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Show a package
    #[oai(path = "/:id", method = "get", operation_id = "package_show")]
    async fn package_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Update a package
    #[oai(path = "/:id", method = "patch", operation_id = "package_update")]
    async fn package_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PackageUpdate>,
    ) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Update)?;
        let language = ctx.settings().default_language;
        let mut tx = ctx.begin().await?;
        let before: Package = PACKAGES.lock(&mut tx, *id).await?;
        let input: PackageInput = body.change(&before.input, before.version)?;
        PACKAGES.update(&mut tx, &ctx, *id, &before.input, &input.check(language)?).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a package
    #[oai(path = "/:id/activate", method = "post", operation_id = "package_activate")]
    async fn package_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        PACKAGES.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a package
    ///
    /// Parcels that use it are unchanged.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "package_deactivate")]
    async fn package_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        PACKAGES.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a package
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "package_delete")]
    async fn package_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::Package, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: Package = PACKAGES.lock(&mut tx, *id).await?;
        let data = PACKAGES.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a package that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "package_restore")]
    async fn package_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        PACKAGES.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, package: Package) -> Package {
    Package {
        can: SwitchCan::of(&ctx.grants, Resource::Package, package.active, package.excluded_at.is_some()),
        ..package
    }
}

/// Commits and returns the package.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Package>>> {
    let package = PACKAGES.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, package) }))
}
