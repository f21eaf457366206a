//! Notifications about the authority's answers.

use tenancy::TenantTx;
use uuid::Uuid;

use super::progress::RequestChange;
use super::status::RegulatoryStep;
use super::store;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};

/// Notifies the user who requested this attempt of a decision, a demand or a failure. What asks for something is
/// withdrawn by the step that does it ([`RegulatoryStep::settles`]).
pub async fn notify_requester(
    tx: &mut TenantTx,
    id: Uuid,
    attempt: i32,
    change: &RequestChange,
) -> ApiResult<()> {
    let (code, status) = match change.step {
        RegulatoryStep::Approved => (NotificationCode::RegulatoryApproved, NotificationStatus::Success),
        RegulatoryStep::Demanded => (NotificationCode::RegulatoryDemanded, NotificationStatus::Warning),
        RegulatoryStep::Refused => (NotificationCode::RegulatoryRefused, NotificationStatus::Error),
        RegulatoryStep::FilingFailed | RegulatoryStep::CheckFailed => {
            (NotificationCode::RegulatoryFailed, NotificationStatus::Error)
        }
        _ => return Ok(()),
    };
    let Some((user_id, tracking_code)) = store::requester(tx, id, attempt).await? else { return Ok(()) };
    let route = RouteName::RegulatoryRequest;
    let action = NotificationAction::route(ActionLabel::ViewRequest, route, &[("id", &id.to_string())]);
    let mut notice = Notice::new(user_id, code)
        .status(status)
        .with("tracking_code", tracking_code)
        .action(NotificationAction { close: true, ..action });
    notice.reference = Some(format!("regulatory_request:{id}"));
    notice.update = true;
    if change.step != RegulatoryStep::Approved {
        notice.subjects = vec![id];
        notice = notice.float_to(format!("/regulatory-requests/{id}"));
    }
    notify::push(tx, change.at, &notice).await?;
    Ok(())
}
