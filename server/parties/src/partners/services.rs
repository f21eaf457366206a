//! The services that a partner carries out, each with its provider and the codes it has there.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::configs::time;
use super::records::{find, lock};
use crate::owned::OwnedCan;
use access::ctx::Ctx;
use access::references::{self, still_active};
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// A service that a partner carries out.
#[derive(Object, sqlx::FromRow)]
pub struct PartnerService {
    pub id: Uuid,
    pub partner_id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: PartnerServiceInput,
    /// Code of the service.
    pub service_code: String,
    #[sqlx(json)]
    pub service_title_locale: LocaleTitle,
    /// Code of the provider.
    pub provider_code: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: OwnedCan,
}

/// Input of a service of a partner.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct PartnerServiceInput {
    /// A service of the company; an inactive one can be kept.
    pub service_id: Uuid,
    /// The carrier behind the service; an inactive one can be kept.
    pub provider_id: Option<Uuid>,
    /// Code of the service at the provider.
    #[oai(validator(max_length = 40))]
    pub external_code: Option<String>,
    /// Two letters of the postal union, such as `NX`, `IX` or `XP`.
    #[oai(validator(max_length = 2))]
    pub subclass: Option<String>,
    /// Time of the day until which parcels leave on that day, in the company's time zone: `17:30`.
    #[oai(validator(max_length = 5))]
    pub cut_off: Option<String>,
    /// An inactive service is not offered for new shipments of the partner.
    pub active: bool,
}

/// The fields of a service of a partner to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct PartnerServiceUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PartnerServiceInput,
    /// Version that was read; 409 `stale_version` if the service has changed since.
    pub version: i32,
}

/// The columns of a service of a partner.
#[derive(Serialize)]
struct PartnerServiceColumns<'a> {
    partner_id: Uuid,
    #[serde(flatten)]
    input: &'a PartnerServiceInput,
}

impl PartnerServiceInput {
    /// Normalizes and checks the input.
    fn check(self, errors: &mut FieldErrors) -> Self {
        let subclass = optional(self.subclass.as_ref()).map(|text| text.to_uppercase());
        if subclass.as_deref().is_some_and(|text| text.len() != 2 || !is_letters(text)) {
            errors.push("subclass", MessageCode::InvalidSubclass);
        }
        let cut_off = optional(self.cut_off.as_ref())
            .and_then(|typed| time(&typed).map_err(|code| errors.push("cut_off", code)).ok());
        Self { subclass, cut_off, external_code: optional(self.external_code.as_ref()), ..self }
    }
}

fn is_letters(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_uppercase())
}

const SERVICES: Table = Table {
    name: "partner_services",
    resource: "partner_service",
    columns: "partner_id, service_id, provider_id, external_code, subclass, cut_off, active",
    read: &[
        "(select code from services s where s.id = service_id) as service_code",
        "(select title_locale from services s where s.id = service_id) as service_title_locale",
        "(select code from providers p where p.id = provider_id) as provider_code",
    ],
    unique: &[("partner_services_once_key", "service_id")],
    order: "created_at, id",
};
const SORTS: Sorts = &[("subclass", "subclass"), ("created_at", "created_at"), ("updated_at", "updated_at")];

pub struct PartnerServiceApi;

#[OpenApi(prefix_path = "/partners", tag = "Tag::Partners")]
impl PartnerServiceApi {
    /// List the services of a partner
    #[oai(path = "/:id/partner_services", method = "get", operation_id = "partner_service_list")]
    async fn partner_service_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `subclass`, `created_at` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<PartnerService>>> {
        ctx.require(Resource::PartnerService, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let filter = Where::all().and("partner_id = ", Some(*id)).filter_active(active.0);
        let mut tx = ctx.begin().await?;
        find(&mut tx, *id).await?;
        let (rows, total) = SERVICES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Show a service of a partner
    #[oai(path = "/:id/partner_services/:service", method = "get", operation_id = "partner_service_show")]
    async fn partner_service_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Id of the partner's service.
        service: Path<Uuid>,
    ) -> ApiResult<Json<Item<PartnerService>>> {
        ctx.require(Resource::PartnerService, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id, *service).await
    }

    /// Add a service to a partner
    #[oai(path = "/:id/partner_services", method = "post", operation_id = "partner_service_create")]
    async fn partner_service_create(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PartnerServiceInput>,
    ) -> ApiResult<Json<Item<PartnerService>>> {
        ctx.require(Resource::PartnerService, Action::Create)?;
        let mut tx = ctx.begin().await?;
        lock(&mut tx, *id).await?;
        let input = check_input(&mut tx, &ctx, body.0, None).await?;
        let made =
            SERVICES.create(&mut tx, &ctx, &PartnerServiceColumns { partner_id: *id, input: &input }).await?;
        answer(tx, &ctx, *id, made).await
    }

    /// Update a service of a partner
    #[oai(path = "/:id/partner_services/:service", method = "patch", operation_id = "partner_service_update")]
    async fn partner_service_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Id of the partner's service.
        service: Path<Uuid>,
        body: Patch<PartnerServiceUpdate>,
    ) -> ApiResult<Json<Item<PartnerService>>> {
        ctx.require(Resource::PartnerService, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: PartnerService = SERVICES.lock_among(&mut tx, &of(*id, *service)).await?;
        let input: PartnerServiceInput = body.change(&before.input, before.version)?;
        let input = check_input(&mut tx, &ctx, input, Some(&before.input)).await?;
        let (columns_before, columns_after) = (
            PartnerServiceColumns { partner_id: *id, input: &before.input },
            PartnerServiceColumns { partner_id: *id, input: &input },
        );
        SERVICES.update(&mut tx, &ctx, *service, &columns_before, &columns_after).await?;
        answer(tx, &ctx, *id, *service).await
    }

    /// Delete a service of a partner
    #[oai(
        path = "/:id/partner_services/:service",
        method = "delete",
        operation_id = "partner_service_delete"
    )]
    async fn partner_service_delete(&self, ctx: Ctx, id: Path<Uuid>, service: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::PartnerService, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: PartnerService = SERVICES.lock_among(&mut tx, &of(*id, *service)).await?;
        let columns = PartnerServiceColumns { partner_id: *id, input: &before.input };
        SERVICES.delete(&mut tx, &ctx, *service, &columns).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The service of this id, if it is the partner's.
fn of(partner: Uuid, id: Uuid) -> Where {
    Where::all().and("partner_id = ", Some(partner)).and("id = ", Some(id))
}

/// The normalized input; all errors are returned at once.
async fn check_input(
    tx: &mut TenantTx,
    ctx: &Ctx,
    input: PartnerServiceInput,
    before: Option<&PartnerServiceInput>,
) -> ApiResult<PartnerServiceInput> {
    let mut errors = FieldErrors::default();
    let input = input.check(&mut errors);
    let service = before.map(|stored| stored.service_id);
    if !still_active(tx, references::SERVICE, Some(input.service_id), service).await? {
        errors.push("service_id", MessageCode::UnknownOption);
    }
    let provider = before.and_then(|stored| stored.provider_id);
    if !references::provider_is_open(tx, ctx, input.provider_id, provider).await? {
        errors.push("provider_id", MessageCode::UnknownOption);
    }
    errors.into_result()?;
    Ok(input)
}

fn seen_by(ctx: &Ctx, service: PartnerService) -> PartnerService {
    PartnerService { can: OwnedCan::of(ctx, Resource::PartnerService), ..service }
}

/// Commits and returns the service.
async fn answer(
    mut tx: TenantTx,
    ctx: &Ctx,
    partner: Uuid,
    id: Uuid,
) -> ApiResult<Json<Item<PartnerService>>> {
    let service = SERVICES.find_among(&mut tx, &of(partner, id)).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, service) }))
}
