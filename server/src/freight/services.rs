//! Services: what the company sells, with the limits and the weighing of each.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::access::ctx::Ctx;
use crate::http::body::{Body, Patch};
use crate::http::error::{ApiResult, FieldErrors};
use crate::http::fields::required;
use crate::http::list::{Item, Page};
use crate::http::messages::{Language, MessageCode, Params};
use crate::http::standing::{Standing, SwitchCan};
use crate::http::title::LocaleTitle;
use crate::record::{Asked, Sorts, Table, Where};
use crate::tags::Tag;
use crate::wire_name;

wire_name! {
    /// How a service carries.
    ServiceMode { Air = "air", Road = "road", Sea = "sea", Postal = "postal" }
}

/// Input of a service.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct ServiceInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    pub mode: ServiceMode,
    /// Shortest time from departure to delivery, in days.
    #[oai(validator(minimum(value = "0"), maximum(value = "365")))]
    pub transit_min_days: Option<i16>,
    /// Longest time from departure to delivery, in days.
    #[oai(validator(minimum(value = "0"), maximum(value = "365")))]
    pub transit_max_days: Option<i16>,
    /// Cubic centimetres per kilogram of volumetric weight. Air carriers use 5,000 or 6,000.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub volumetric_divisor: i32,
    /// The chargeable weight is rounded up to a multiple of this, in grams.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub rounding_step_g: i32,
    /// Maximum weight of a shipment in grams; null if not limited.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub max_weight_g: Option<i32>,
    /// Place in lists to choose from; equal places are ordered by code.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub position: i16,
}

/// The fields of a service to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct ServiceUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: ServiceInput,
    /// Version that was read; 409 `stale_version` if the service has changed since.
    pub version: i32,
}

/// A service of the company.
#[derive(Object, sqlx::FromRow)]
pub struct Service {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: ServiceInput,
    /// Only active services can be chosen for a shipment.
    pub active: bool,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

impl ServiceInput {
    /// Normalizes and checks the input; returns all errors at once.
    fn checked(mut self, spoken: Language) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.code = required("code", &self.code, &mut errors);
        self.title_locale = self.title_locale.checked(spoken, &mut errors);
        if let (Some(min), Some(max)) = (self.transit_min_days, self.transit_max_days)
            && max < min
        {
            errors.push_with("transit_max_days", MessageCode::TooSmall, Params::from([("min", json!(min))]));
        }
        errors.into_result()?;
        Ok(self)
    }
}

const SERVICES: Table = Table {
    name: "services",
    resource: "service",
    columns: "code, title_locale, mode, transit_min_days, transit_max_days, volumetric_divisor, rounding_step_g, \
              max_weight_g, position",
    read: &["active"],
    unique: &[("services_code_key", "code")],
    order: "position, code",
};
const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("mode", "mode"),
    ("position", "position"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', code, title_locale ->> 'pt', title_locale ->> 'en', title_locale ->> 'es', \
                        title_locale ->> 'zh')";

/// Whether the state of a service allows an action, for any user.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<Standing> {
    SERVICES.standing(tx, id, action).await
}

pub struct ServiceApi;

#[OpenApi(prefix_path = "/services", tag = "Tag::Services")]
impl ServiceApi {
    /// List services
    #[oai(path = "/", method = "get", operation_id = "service_list")]
    async fn service_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `mode`, `position` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, or in the title in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<Service>>> {
        ctx.require(Resource::Service, Action::List)?;
        let asked = Asked::read((page.0, per_page.0), sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).and("active = ", active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = SERVICES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Create a service
    #[oai(path = "/", method = "post", operation_id = "service_create")]
    async fn service_create(&self, ctx: Ctx, body: Body<ServiceInput>) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Create)?;
        let input = body.0.checked(ctx.settings().await?.default_language)?;
        let mut tx = ctx.begin().await?;
        let id = SERVICES.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Show a service
    #[oai(path = "/:id", method = "get", operation_id = "service_show")]
    async fn service_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Update a service
    #[oai(path = "/:id", method = "patch", operation_id = "service_update")]
    async fn service_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ServiceUpdate>,
    ) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Update)?;
        let language = ctx.settings().await?.default_language;
        let mut tx = ctx.begin().await?;
        let before: Service = SERVICES.lock(&mut tx, *id).await?;
        let input: ServiceInput = body.change((&before.input, before.version))?;
        SERVICES.update(&mut tx, &ctx, *id, &before.input, &input.checked(language)?).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a service
    #[oai(path = "/:id/activate", method = "post", operation_id = "service_activate")]
    async fn service_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        SERVICES.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a service
    ///
    /// Shipments that use it are unchanged.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "service_deactivate")]
    async fn service_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        SERVICES.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, service: Service) -> Service {
    Service { can: SwitchCan::of(&ctx.grants, Resource::Service, service.active), ..service }
}

/// Commits and returns the service.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Service>>> {
    let service = SERVICES.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, service) }))
}
