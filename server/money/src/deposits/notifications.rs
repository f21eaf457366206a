//! Notifications of the client about a decision.

use tenancy::TenantTx;

use super::model::{Deposit, DepositOutcome, DepositStatus};
use crate::amount::with_decimals;
use crate::client;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};

/// Notifies the users of the client that its deposit was confirmed or refused, but not the user who did it.
pub async fn notify_client(
    tx: &mut TenantTx,
    ctx: &Ctx,
    deposit: &Deposit,
    outcome: &DepositOutcome,
) -> ApiResult<()> {
    let (code, status) = match outcome.status {
        DepositStatus::Confirmed => (NotificationCode::DepositConfirmed, NotificationStatus::Success),
        DepositStatus::Refused => (NotificationCode::DepositRefused, NotificationStatus::Error),
        DepositStatus::Waiting | DepositStatus::Withdrawn => return Ok(()),
    };
    let id = deposit.id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewDeposit, RouteName::Deposit, &[("id", &id)]);
    let amount = with_decimals(deposit.amount, &deposit.currency);
    let notice = |user_id| {
        let mut notice = Notice::new(user_id, code)
            .status(status)
            .with("amount", amount.to_string())
            .with("currency", deposit.currency.clone())
            .with("reference", deposit.reference.clone())
            .with("why", outcome.reason.as_deref().unwrap_or_default())
            .action(NotificationAction { close: true, ..action.clone() });
        notice.reference = Some(format!("deposit:{id}"));
        notice
    };
    let users = client::users(tx, deposit.client_id).await?;
    let notices: Vec<Notice> = users.into_iter().filter(|id| *id != ctx.user.id).map(notice).collect();
    notify::push_all(tx, ctx.now(), &notices).await?;
    Ok(())
}
