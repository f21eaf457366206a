//! Notifications of the client about a decision.

use tenancy::TenantTx;

use super::model::{Deposit, DepositStatus};
use crate::client;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};

/// Notifies the users of the client that its deposit was confirmed or refused.
pub async fn notify_client(
    tx: &mut TenantTx,
    ctx: &Ctx,
    deposit: &Deposit,
    reason: Option<&str>,
) -> ApiResult<()> {
    let (code, status) = match deposit.status {
        DepositStatus::Confirmed => (NotificationCode::DepositConfirmed, NotificationStatus::Success),
        DepositStatus::Refused => (NotificationCode::DepositRefused, NotificationStatus::Error),
        _ => return Ok(()),
    };
    let id = deposit.id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewDeposit, RouteName::Deposit, &[("id", &id)]);
    let notice = |user_id| {
        let mut notice = Notice::new(user_id, code)
            .status(status)
            .with("amount", deposit.amount.to_string())
            .with("currency", deposit.currency.clone())
            .with("reference", deposit.reference.clone())
            .with("why", reason.unwrap_or_default())
            .action(NotificationAction { close: true, ..action.clone() });
        notice.reference = Some(format!("deposit:{id}"));
        notice
    };
    let users = client::users(tx, deposit.client_id).await?;
    let notices: Vec<Notice> = users.into_iter().filter(|id| *id != ctx.user.id).map(notice).collect();
    notify::push_all(tx, ctx.now(), &notices).await?;
    Ok(())
}
