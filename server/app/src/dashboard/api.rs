use chrono::NaiveDate;
use chrono_tz::Tz;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Enum, Object, OpenApi};
use policy::{Action, Resource};
use tenancy::TenantTx;

use super::model::{Arrow, Statistic, first_day};
use super::setup::CompanySetup;
use super::today::Today;
use access::ctx::Ctx;
use freight::shipments;
use freight::shipments::attention::{self, Cause};
use parties::clients;
use regulatory::open_demands;
use server_core::http::days::start_of;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::record::periods::{Periods, first_of_month};
use server_core::tags::Tag;
use support::tickets::{self, TicketScope, TicketStatus};

/// Each number of what needs attention is exact up to here.
const CAP: i64 = 999;
/// Refused lines of older imports are left out.
const REFUSED_DAYS: i32 = 30;
const CHART_MONTHS: u32 = 12;

pub struct DashboardApi;

/// The home of the current user.
#[derive(Object)]
struct Dashboard {
    statistics: Statistics,
    /// Records that the user should look at, the most urgent cause first. Causes without records are left out.
    attention: Vec<Attention>,
    today: Today,
    /// The steps that a new company still has to do. Null for users who cannot change the settings, and once all is done.
    setup: Option<CompanySetup>,
}

/// Figures of the records that the user can list; the others are null.
#[derive(Object)]
struct Statistics {
    shipments: Option<Statistic>,
    clients: Option<Statistic>,
    support_tickets: Option<Statistic>,
}

/// Records that need attention, with the filters of the list that shows them.
#[derive(Object)]
struct Attention {
    cause: AttentionCause,
    /// Exact up to 999.
    total: i64,
    /// True when more than `total` records match.
    total_capped: bool,
    /// Number of imports that have the refused lines; null for other causes.
    import_count: Option<i64>,
    /// Number of overdue demands of the health authority; null for other causes.
    overdue_count: Option<i64>,
    /// The filter `status` of the list of shipments.
    status: Option<String>,
    /// The filter `on_hold` of the list of shipments.
    on_hold: Option<bool>,
    /// The filter `idle_days` of the list of shipments.
    idle_days: Option<i32>,
    /// The filter `refused_days` of the list of imports.
    refused_days: Option<i32>,
}

/// Why records need attention.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
enum AttentionCause {
    /// Held by somebody, by customs or for its weight.
    OnHold,
    DeliveryFailed,
    /// Their events contradict each other, so staff find out what is true. Only for users who can record events.
    Contradicted,
    /// Gone on without a confirmation, so that the clients are not charged yet.
    Unconfirmed,
    /// Fields for shipping are missing.
    MissingData,
    AwaitingPayment,
    /// In transit, with no event for `idle_days`.
    Idle,
    /// Demands of the health authority that nobody has answered.
    OpenDemands,
    /// Lines of imports that were refused and not corrected.
    RefusedLines,
    /// Open tickets of the user that have unseen messages or changes.
    UnreadTickets,
}

/// Charts by name.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
enum ChartName {
    #[oai(rename = "shipments:last-twelve-months")]
    ShipmentsLastTwelveMonths,
    #[oai(rename = "support-tickets:current-month")]
    SupportTicketsCurrentMonth,
}

/// A chart: one label per point, and one number per label in each dataset.
#[derive(Object)]
struct Chart {
    /// Months as `2026-11`, or codes of ticket statuses.
    labels: Vec<String>,
    datasets: Vec<Dataset>,
}

/// A line of a chart.
#[derive(Object)]
struct Dataset {
    /// `previous` or `current`.
    label: String,
    data: Vec<i64>,
}

#[OpenApi(tag = "Tag::Dashboard")]
impl DashboardApi {
    /// Show the figures of the month, what needs attention and the work of today
    ///
    /// If the user cannot list the records, their figure is null and their cause is left out.
    #[oai(path = "/dashboard", method = "get", operation_id = "dashboard_show")]
    async fn dashboard_show(&self, ctx: Ctx) -> ApiResult<Json<Item<Dashboard>>> {
        ctx.require(Resource::Dashboard, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let statistics = statistics(&mut tx, &ctx).await?;
        let attention = attention(&mut tx, &ctx).await?;
        let today = Today::load(&mut tx, &ctx, today(&ctx), CAP).await?;
        let setup = CompanySetup::load(&mut tx, &ctx).await?;
        tx.commit().await?;
        Ok(Json(Item { data: Dashboard { statistics, attention, today, setup } }))
    }

    /// Show a chart
    ///
    /// `shipments:last-twelve-months`: shipments by the month of their creation. The second dataset has the last twelve
    /// months, this month included; the first has the twelve months before those. `support-tickets:current-month`:
    /// the tickets created this month, by status; one dataset.
    #[oai(path = "/chart/:name", method = "get", operation_id = "dashboard_chart")]
    async fn dashboard_chart(&self, ctx: Ctx, name: Path<ChartName>) -> ApiResult<Json<Item<Chart>>> {
        ctx.require(Resource::Dashboard, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let data = match name.0 {
            ChartName::ShipmentsLastTwelveMonths => shipments_of_months(&mut tx, &ctx).await?,
            ChartName::SupportTicketsCurrentMonth => tickets_of_month(&mut tx, &ctx).await?,
        };
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

fn zone(ctx: &Ctx) -> Tz {
    ctx.user.time_zone.parse().unwrap_or(Tz::UTC)
}

fn today(ctx: &Ctx) -> NaiveDate {
    ctx.now().with_timezone(&zone(ctx)).date_naive()
}

async fn statistics(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<Statistics> {
    let today = today(ctx);
    let first = first_day(today);
    let days = Periods::days(first, today, zone(ctx));
    let of = |counts: &[i64], arrow| Statistic::of(counts, first, today, arrow);
    let shipments = match ctx.scope(Resource::Shipment, Action::List) {
        Ok(scope) => Some(of(&shipments::per_period(tx, &days, &scope).await?, Arrow::Shipments)),
        Err(_) => None,
    };
    let clients = if ctx.grants.allow(Resource::Client, Action::Select) {
        Some(of(&clients::per_period(tx, &days).await?, Arrow::Others))
    } else {
        None
    };
    let support_tickets = match TicketScope::of(ctx, Action::List) {
        Ok(scope) => Some(of(&tickets::per_period(tx, &scope, &days).await?, Arrow::Others)),
        Err(_) => None,
    };
    Ok(Statistics { shipments, clients, support_tickets })
}

async fn attention(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<Vec<Attention>> {
    let mut found = Vec::new();
    if let Ok(scope) = ctx.scope(Resource::Shipment, Action::List) {
        let counted = attention::counts(tx, &scope, &ctx.user.time_zone, CAP).await?;
        let settles = ctx.grants.allow(Resource::Shipment, Action::RecordEvent);
        let shown = counted.into_iter().filter(|(cause, _)| settles || *cause != Cause::Contradicted);
        found.extend(shown.map(|(cause, total)| Attention::of_shipments(cause, total)));
    }
    if let Ok(scope) = ctx.scope(Resource::RegulatoryRequest, Action::List) {
        let demands = open_demands(tx, &scope, today(ctx)).await?;
        found.push(Attention {
            overdue_count: Some(demands.overdue),
            ..Attention::new(AttentionCause::OpenDemands, demands.open)
        });
    }
    if let Ok(scope) = ctx.scope(Resource::ShipmentImport, Action::List) {
        let (lines, import_count) = imports::refused_lines(tx, &scope, REFUSED_DAYS).await?;
        found.push(Attention {
            import_count: Some(import_count),
            refused_days: Some(REFUSED_DAYS),
            ..Attention::new(AttentionCause::RefusedLines, lines)
        });
    }
    if let Ok(scope) = TicketScope::of(ctx, Action::List) {
        let unread = tickets::unread(tx, &scope, CAP).await?;
        found.push(Attention::new(AttentionCause::UnreadTickets, unread));
    }
    found.retain(|one| one.total > 0);
    Ok(found)
}

impl Attention {
    fn new(cause: AttentionCause, total: i64) -> Self {
        Self {
            cause,
            total: total.min(CAP),
            total_capped: total > CAP,
            import_count: None,
            overdue_count: None,
            status: None,
            on_hold: None,
            idle_days: None,
            refused_days: None,
        }
    }

    fn of_shipments(cause: Cause, total: i64) -> Self {
        let filter = cause.filter();
        let name = match cause {
            Cause::OnHold => AttentionCause::OnHold,
            Cause::DeliveryFailed => AttentionCause::DeliveryFailed,
            Cause::Contradicted => AttentionCause::Contradicted,
            Cause::Unconfirmed => AttentionCause::Unconfirmed,
            Cause::MissingData => AttentionCause::MissingData,
            Cause::AwaitingPayment => AttentionCause::AwaitingPayment,
            Cause::Idle => AttentionCause::Idle,
        };
        Self {
            status: filter.status,
            on_hold: filter.on_hold,
            idle_days: filter.idle_days,
            ..Self::new(name, total)
        }
    }
}

async fn shipments_of_months(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<Chart> {
    let scope = ctx.scope(Resource::Shipment, Action::List)?;
    let months = Periods::months(2 * CHART_MONTHS, today(ctx), zone(ctx));
    let counts = shipments::per_period(tx, &months, &scope).await?;
    let (previous, current) = counts.split_at(counts.len() / 2);
    let labels = &months.first_days[months.first_days.len() / 2..];
    Ok(Chart {
        labels: labels.iter().map(|month| month.format("%Y-%m").to_string()).collect(),
        datasets: [("previous", previous), ("current", current)]
            .map(|(label, data)| Dataset { label: label.to_owned(), data: data.to_vec() })
            .into(),
    })
}

async fn tickets_of_month(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<Chart> {
    let scope = TicketScope::of(ctx, Action::List)?;
    let since = start_of(first_of_month(today(ctx)), zone(ctx));
    let counted = tickets::of_month(tx, &scope, since).await?;
    let count =
        |status: TicketStatus| counted.iter().find(|(of, _)| *of == status).map_or(0, |(_, count)| *count);
    Ok(Chart {
        labels: TicketStatus::ALL.iter().map(|status| status.code().to_string()).collect(),
        datasets: vec![Dataset {
            label: "current".to_owned(),
            data: TicketStatus::ALL.iter().map(|status| count(*status)).collect(),
        }],
    })
}
