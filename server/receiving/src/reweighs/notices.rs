//! Notifications about re-weighings: of the users of a client, and of staff who decide about disputes.

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::rules::reweigh::ReweighVerdict;
use access::users::staff;
use freight::shipments::in_hand;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::state::AppState;
use trade::money::in_currency;

/// What a client learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReweighNews {
    /// It has to accept the difference, or to dispute the measures.
    Held,
    /// The service does not take the parcels.
    OverLimit,
    /// Its last day for an answer is near, or its funds are short.
    Lapsing,
    /// The difference was charged or given back without asking.
    Charged,
    /// Staff decided against its dispute.
    Upheld,
    /// Staff gave up the difference.
    Withdrawn,
}

/// The re-weighing of a notice.
#[derive(Clone, Copy, Debug)]
pub struct ReweighSubject<'a> {
    pub reweigh_id: Uuid,
    pub shipment_id: Uuid,
    pub tracking_code: &'a str,
    pub difference: Option<Decimal>,
    pub currency: Option<&'a str>,
    /// Why staff decided.
    pub reason: Option<&'a str>,
}

impl ReweighNews {
    /// What a client learns of a verdict; none when nothing changes for it.
    pub const fn of_verdict(verdict: ReweighVerdict) -> Option<Self> {
        match verdict {
            ReweighVerdict::HeldConfirm | ReweighVerdict::HeldFunds => Some(Self::Held),
            ReweighVerdict::RefusedLimit => Some(Self::OverLimit),
            ReweighVerdict::Charged | ReweighVerdict::Refunded => Some(Self::Charged),
            _ => None,
        }
    }

    const fn code(self) -> NotificationCode {
        match self {
            Self::Held => NotificationCode::ReweighHeld,
            Self::OverLimit => NotificationCode::ReweighOverLimit,
            Self::Lapsing => NotificationCode::ReweighLapsing,
            Self::Charged => NotificationCode::ReweighCharged,
            Self::Upheld => NotificationCode::ReweighUpheld,
            Self::Withdrawn => NotificationCode::ReweighWithdrawn,
        }
    }

    const fn status(self) -> NotificationStatus {
        match self {
            Self::Held | Self::OverLimit | Self::Lapsing | Self::Upheld => NotificationStatus::Warning,
            Self::Charged => NotificationStatus::Info,
            Self::Withdrawn => NotificationStatus::Success,
        }
    }

    /// The shipment waits: the notice takes the place of the one that it stopped, and goes when it goes on.
    const fn waits(self) -> bool {
        matches!(self, Self::Held | Self::OverLimit | Self::Lapsing)
    }
}

/// Notifies the users of the client of a shipment.
pub async fn notify_client(
    tx: &mut TenantTx,
    now: DateTime<Utc>,
    news: ReweighNews,
    subject: &ReweighSubject<'_>,
) -> ApiResult<()> {
    let users = in_hand::list_client_users(tx, subject.shipment_id).await?;
    let to_notice = |user_id| {
        let mut notice = build(user_id, news.code(), subject).status(news.status());
        notice.reference = Some(match news.waits() {
            true => format!("shipment:{}", subject.shipment_id),
            false => format!("reweigh:{}", subject.reweigh_id),
        });
        if news.waits() {
            notice.subjects = vec![subject.shipment_id];
            return notice.urgent();
        }
        notice
    };
    let notices: Vec<Notice> = users.into_iter().map(to_notice).collect();
    notify::push_all(tx, now, &notices).await?;
    Ok(())
}

/// Notifies the staff who can decide about a dispute. The one who measured cannot.
pub async fn notify_deciders(
    tx: &mut TenantTx,
    state: &AppState,
    subject: &ReweighSubject<'_>,
    subsidiary_id: Option<Uuid>,
    measured_by: Uuid,
) -> ApiResult<()> {
    let (resource, action) = (Resource::Reweigh, Action::Decide);
    let users = staff::with_right_in_branch(tx, &state.policy, resource, action, subsidiary_id).await?;
    let to_notice = |user_id| {
        let mut notice = build(user_id, NotificationCode::ReweighDisputed, subject);
        notice.reference = Some(format!("reweigh:{}", subject.reweigh_id));
        notice.subjects = vec![subject.shipment_id];
        notice.status(NotificationStatus::Warning)
    };
    let others = users.into_iter().filter(|id| *id != measured_by);
    let notices: Vec<Notice> = others.map(to_notice).collect();
    notify::push_all(tx, state.clock.now(), &notices).await?;
    Ok(())
}

fn build(user_id: Uuid, code: NotificationCode, subject: &ReweighSubject<'_>) -> Notice {
    let id = subject.shipment_id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewShipment, RouteName::Shipment, &[("id", &id)]);
    let mut notice = Notice::new(user_id, code)
        .with("tracking_code", subject.tracking_code)
        .with("why", subject.reason.unwrap_or_default())
        .action(NotificationAction { close: true, ..action });
    notice.update = true;
    if let (Some(difference), Some(currency)) = (subject.difference, subject.currency) {
        let amount = in_currency(difference, Some(currency)).to_string();
        notice = notice.with("amount", amount).with("currency", currency);
    }
    notice
}
