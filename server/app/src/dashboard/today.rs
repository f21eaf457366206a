use chrono::NaiveDate;
use poem_openapi::Object;
use policy::{Action, Resource};
use tenancy::TenantTx;

use super::parcel_work::ParcelWork;
use super::waiting::Waits;
use access::ctx::Ctx;
use freight::shipments::attention::{self, Task};
use money::deposits;
use money::open_money::{self, OpenMoney};
use server_core::http::error::ApiResult;
use support::tickets::{self, TicketScope};

/// The work of today and the open money. Null for records that the user cannot list.
#[derive(Object, Default)]
pub struct Today {
    /// In the time zone of the user.
    day: NaiveDate,
    /// Shipments that are drafts or wait for a payment.
    to_confirm: Option<ShipmentTask>,
    /// Confirmed shipments whose label was not printed, and that are not held.
    to_print: Option<ShipmentTask>,
    /// Confirmed shipments that have not arrived at a warehouse.
    to_receive: Option<ShipmentTask>,
    /// Deposits that the user can confirm.
    deposits: Option<Waits>,
    overdue_invoices: Option<Waits>,
    /// Open tickets with unseen messages or changes.
    unread_tickets: Option<Waits>,
    parcels: ParcelWork,
    /// One entry for each currency.
    money: Vec<OpenMoney>,
}

/// A number of shipments to work on, with the filters of the list that shows them.
#[derive(Object)]
pub struct ShipmentTask {
    /// Codes of the statuses.
    status: Option<String>,
    /// False: their labels were not printed.
    labelled: Option<bool>,
    /// False: they are not held.
    on_hold: Option<bool>,
    #[oai(flatten)]
    waits: Waits,
}

impl ShipmentTask {
    fn new(task: Task, waits: Waits) -> Self {
        let filter = task.filter();
        Self { status: filter.status, labelled: filter.labelled, on_hold: filter.on_hold, waits }
    }
}

impl Today {
    pub async fn load(tx: &mut TenantTx, ctx: &Ctx, today: NaiveDate, cap: i64) -> ApiResult<Self> {
        let money = open_money::report(tx, ctx, today).await?;
        let mut found = Self {
            day: today,
            parcels: ParcelWork::load(tx, ctx, today, cap).await?,
            deposits: deposits::waiting(tx, ctx, cap).await?.map(|total| Waits::of(total, cap)),
            overdue_invoices: money.overdue_invoices.map(|total| Waits::of(total, cap)),
            money: money.sums,
            ..Self::default()
        };
        if let Ok(scope) = ctx.scope(Resource::Shipment, Action::List) {
            for (task, total) in attention::tasks(tx, &scope, &ctx.user.time_zone, cap).await? {
                *found.of(task) = Some(ShipmentTask::new(task, Waits::of(total, cap)));
            }
        }
        if let Ok(scope) = TicketScope::of(ctx, Action::List) {
            let total = tickets::unread(tx, &scope, cap).await?;
            found.unread_tickets = Some(Waits::of(total, cap));
        }
        Ok(found)
    }

    const fn of(&mut self, task: Task) -> &mut Option<ShipmentTask> {
        match task {
            Task::Confirm => &mut self.to_confirm,
            Task::Print => &mut self.to_print,
            Task::Receive => &mut self.to_receive,
        }
    }
}
