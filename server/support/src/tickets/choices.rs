//! The fields of a ticket that are chosen from lists, and their checks.

use poem_openapi::Object;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{TicketPriority, TicketRow};
use super::scope::TicketScope;
use super::store;
use crate::departments::{self, SupportDepartmentOption};
use crate::subjects::{self, Route, SupportSubjectOption};
use access::ctx::Ctx;
use freight::shipments;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

/// The fields of a ticket to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Clone, Debug)]
pub struct SupportTicketUpdate {
    /// Users and departments of a new subject become recipients.
    pub support_subject_id: Uuid,
    pub priority: TicketPriority,
    /// The department whose targets apply. Only for staff.
    pub department_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
}

/// A service in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct SupportServiceOption {
    pub id: Uuid,
    pub code: String,
    pub title_locale: Value,
}

/// The form of a ticket with its choices.
#[derive(Object)]
pub struct SupportTicketForm {
    /// Values of the ticket; null for a new one.
    pub values: Option<SupportTicketUpdate>,
    pub subjects: Vec<SupportSubjectOption>,
    /// Empty for users from outside, who cannot choose one.
    pub departments: Vec<SupportDepartmentOption>,
    pub services: Vec<SupportServiceOption>,
}

pub const SERVICES: &str = "
    select id, code, title_locale from services
    where active and ($1::uuid[] is null or profile_ids = '{}' or profile_ids && $1) order by position, code limit 200";

impl SupportTicketUpdate {
    pub fn of(row: &TicketRow) -> Self {
        Self {
            support_subject_id: row.support_subject_id,
            priority: row.priority,
            department_id: row.department_id,
            service_id: row.service_id,
            shipment_id: row.shipment_id,
        }
    }
}

/// The choices that differ from those of the ticket, to be checked. `None` is not checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct TicketChoices {
    pub subject_id: Option<Uuid>,
    pub department_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
}

impl TicketChoices {
    /// The fields that an update changes.
    pub fn new_in(before: &SupportTicketUpdate, after: &SupportTicketUpdate) -> Self {
        let changed = |old: Option<Uuid>, new: Option<Uuid>| new.filter(|_| new != old);
        Self {
            subject_id: changed(Some(before.support_subject_id), Some(after.support_subject_id)),
            department_id: changed(before.department_id, after.department_id),
            service_id: changed(before.service_id, after.service_id),
            shipment_id: changed(before.shipment_id, after.shipment_id),
        }
    }
}

/// The people of the chosen subject, and the client of the chosen shipment.
#[derive(Default)]
pub struct CheckedChoices {
    pub route: Option<Route>,
    pub client_id: Option<Uuid>,
}

/// Reports choices that do not exist or that the user cannot choose, each at its field.
pub async fn check(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &TicketScope,
    chosen: TicketChoices,
    errors: &mut FieldErrors,
) -> ApiResult<CheckedChoices> {
    let mut found = CheckedChoices::default();
    let mut unknown = |field: &str| errors.push(field, MessageCode::UnknownOption);
    if let Some(id) = chosen.subject_id {
        found.route = subjects::route(tx, id).await?;
        if found.route.is_none() {
            unknown("support_subject_id");
        }
    }
    if let Some(id) = chosen.department_id
        && (!scope.is_staff || !departments::is_active(tx, id).await?)
    {
        unknown("department_id");
    }
    if let Some(id) = chosen.service_id
        && !store::has_service(tx, id, ctx.service_profiles()).await?
    {
        unknown("service_id");
    }
    if let Some(id) = chosen.shipment_id {
        let scope = ctx.scope(Resource::Shipment, Action::Show)?;
        match shipments::client_of(tx, &scope, id).await? {
            Some(client_id) => found.client_id = client_id,
            None => unknown("shipment_id"),
        }
    }
    Ok(found)
}

/// The form of a ticket, or of a new one.
pub async fn form(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &TicketScope,
    values: Option<SupportTicketUpdate>,
) -> ApiResult<SupportTicketForm> {
    let departments = if scope.is_staff { departments::options(tx).await? } else { Vec::new() };
    let services = sqlx::query_as(SERVICES).bind(ctx.service_profiles()).fetch_all(&mut **tx).await?;
    Ok(SupportTicketForm { values, subjects: subjects::options(tx).await?, departments, services })
}
