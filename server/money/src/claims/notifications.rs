//! Notifications: of staff about a claim that waits for them, and of the client about what was decided.

use policy::{Action, Resource};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::Claim;
use crate::amount::with_decimals;
use crate::client;
use access::ctx::Ctx;
use access::users::staff;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};

/// Notifies the staff who can decide about a claim of this branch, but not the user who opened it.
pub async fn notify_staff(
    tx: &mut TenantTx,
    ctx: &Ctx,
    claim: &Claim,
    subsidiary_id: Option<Uuid>,
) -> ApiResult<()> {
    let (policy, resource) = (&ctx.state().policy, Resource::Claim);
    let users = staff::with_right_where_it_lies(tx, policy, resource, Action::Approve, subsidiary_id).await?;
    let notice = |user_id| {
        build(user_id, NotificationCode::ClaimOpened, claim, claim.claimed_amount)
            .status(NotificationStatus::Warning)
    };
    push(tx, ctx, users, notice).await
}

/// Notifies the users of the client of a step that staff took, with the amount that it is about.
pub async fn notify_client(
    tx: &mut TenantTx,
    ctx: &Ctx,
    claim: &Claim,
    code: NotificationCode,
    amount: Decimal,
    note: Option<&str>,
) -> ApiResult<()> {
    let status = match code {
        NotificationCode::ClaimRefused => NotificationStatus::Error,
        NotificationCode::ClaimReopened => NotificationStatus::Warning,
        _ => NotificationStatus::Success,
    };
    let users = client::users(tx, claim.client_id).await?;
    let notice =
        |user_id| build(user_id, code, claim, amount).status(status).with("why", note.unwrap_or_default());
    push(tx, ctx, users, notice).await
}

async fn push(
    tx: &mut TenantTx,
    ctx: &Ctx,
    users: Vec<Uuid>,
    notice: impl Fn(Uuid) -> Notice,
) -> ApiResult<()> {
    let notices: Vec<Notice> = users.into_iter().filter(|id| *id != ctx.user.id).map(notice).collect();
    notify::push_all(tx, ctx.now(), &notices).await?;
    Ok(())
}

fn build(user_id: Uuid, code: NotificationCode, claim: &Claim, amount: Decimal) -> Notice {
    let id = claim.id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewClaim, RouteName::Claim, &[("id", &id)]);
    let mut notice = Notice::new(user_id, code)
        .with("number", claim.number.clone())
        .with("tracking_code", claim.tracking_code.clone())
        .with("amount", with_decimals(amount, &claim.currency).to_string())
        .with("currency", claim.currency.clone())
        .action(NotificationAction { close: true, ..action });
    // Each step tells once.
    notice.reference = Some(format!("claim:{id}:{}", claim.version));
    notice
}
