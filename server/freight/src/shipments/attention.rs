//! Shipments that somebody has to look at, as filters of the list.

use tenancy::TenantTx;

use super::list::{self, Conditions, ShipmentFilter};
use crate::status::ShipmentStatus::{
    self, AwaitingPayment, Confirmed, DeliveryFailed, Draft, Labelled, NeedsAttention,
};
use access::scope::RowScope;
use server_core::http::error::ApiResult;

/// A shipment under way should have an event at least this often.
const IDLE_DAYS: i32 = 7;

/// Why shipments need attention, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    OnHold,
    DeliveryFailed,
    /// For staff only.
    Contradicted,
    Unconfirmed,
    MissingData,
    AwaitingPayment,
    Idle,
}

impl Cause {
    const ALL: [Self; 7] = [
        Self::OnHold,
        Self::DeliveryFailed,
        Self::Contradicted,
        Self::Unconfirmed,
        Self::MissingData,
        Self::AwaitingPayment,
        Self::Idle,
    ];

    /// The filter of the list that shows these shipments.
    pub fn filter(self) -> ShipmentFilter {
        match self {
            Self::OnHold => ShipmentFilter { on_hold: Some(true), ..ShipmentFilter::default() },
            Self::DeliveryFailed => of_status(&[DeliveryFailed]),
            Self::Contradicted => ShipmentFilter { contradicted: Some(true), ..ShipmentFilter::default() },
            Self::MissingData => of_status(&[NeedsAttention]),
            Self::AwaitingPayment => of_status(&[AwaitingPayment]),
            Self::Unconfirmed => ShipmentFilter { unconfirmed: Some(true), ..ShipmentFilter::default() },
            Self::Idle => ShipmentFilter { idle_days: Some(IDLE_DAYS), ..ShipmentFilter::default() },
        }
    }
}

/// What is to be done with shipments today, in the order of their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Confirm,
    Print,
    Receive,
}

impl Task {
    const ALL: [Self; 3] = [Self::Confirm, Self::Print, Self::Receive];

    /// The filter of the list that shows these shipments. What was printed, or is held, does not wait to be printed.
    pub fn filter(self) -> ShipmentFilter {
        match self {
            Self::Confirm => of_status(&[Draft, AwaitingPayment]),
            Self::Print => {
                ShipmentFilter { labelled: Some(false), on_hold: Some(false), ..of_status(&[Confirmed]) }
            }
            Self::Receive => of_status(&[Confirmed, Labelled]),
        }
    }
}

/// Counts the shipments of each task with one query, each up to one above `cap`.
pub async fn tasks(
    tx: &mut TenantTx,
    scope: &RowScope,
    time_zone: &str,
    cap: i64,
) -> ApiResult<Vec<(Task, i64)>> {
    let conditions: Vec<_> = Task::ALL
        .iter()
        .map(|task| Conditions::new(task.filter(), scope.clone(), time_zone))
        .collect::<ApiResult<_>>()?;
    let counted = list::counts(tx, &conditions, cap).await?;
    Ok(Task::ALL.into_iter().zip(counted).collect())
}

fn of_status(statuses: &[ShipmentStatus]) -> ShipmentFilter {
    let codes: Vec<_> = statuses.iter().map(|status| status.code().to_string()).collect();
    ShipmentFilter { status: Some(codes.join(",")), ..ShipmentFilter::default() }
}

/// Counts the shipments of each cause with one query, each up to one above `cap`.
pub async fn counts(
    tx: &mut TenantTx,
    scope: &RowScope,
    time_zone: &str,
    cap: i64,
) -> ApiResult<Vec<(Cause, i64)>> {
    let conditions: Vec<_> = Cause::ALL
        .iter()
        .map(|cause| Conditions::new(cause.filter(), scope.clone(), time_zone))
        .collect::<ApiResult<_>>()?;
    let counted = list::counts(tx, &conditions, cap).await?;
    Ok(Cause::ALL.into_iter().zip(counted).collect())
}

/// Counts the shipments that wait for somebody to act, up to one above `cap`.
pub async fn waiting(tx: &mut TenantTx, scope: &RowScope, time_zone: &str, cap: i64) -> ApiResult<i64> {
    let others = ShipmentFilter { on_hold: Some(false), ..of_status(&[DeliveryFailed, NeedsAttention]) };
    let conditions = [Cause::OnHold.filter(), others]
        .into_iter()
        .map(|filter| Conditions::new(filter, scope.clone(), time_zone))
        .collect::<ApiResult<Vec<_>>>()?;
    Ok(list::counts(tx, &conditions, cap).await?.into_iter().sum())
}
