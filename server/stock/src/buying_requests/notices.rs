//! Notifications about requests for goods: of the users of the client, and of staff who quote and buy.

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::BuyingRequest;
use access::client_users::list_of_clients;
use access::ctx::Ctx;
use access::users::staff;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use trade::money::in_currency;

/// The news of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuyingNews {
    /// Staff have to quote.
    Asked,
    /// The client can accept the quote.
    Quoted,
    /// Staff have to buy.
    Accepted,
    Bought,
    Refunded,
    /// Staff have cancelled it.
    Cancelled,
}

impl BuyingNews {
    const fn code(self) -> NotificationCode {
        match self {
            Self::Asked => NotificationCode::BuyingAsked,
            Self::Quoted => NotificationCode::BuyingQuoted,
            Self::Accepted => NotificationCode::BuyingAccepted,
            Self::Bought => NotificationCode::BuyingBought,
            Self::Refunded => NotificationCode::BuyingRefunded,
            Self::Cancelled => NotificationCode::BuyingCancelled,
        }
    }

    /// The right of the staff who are told; none for news of the client.
    const fn right_of_staff(self) -> Option<Action> {
        match self {
            Self::Asked => Some(Action::Quote),
            Self::Accepted => Some(Action::Buy),
            _ => None,
        }
    }
}

/// Tells whom it concerns, but not the user who did it.
pub async fn tell(tx: &mut TenantTx, ctx: &Ctx, request: &BuyingRequest, news: BuyingNews) -> ApiResult<()> {
    let users = match news.right_of_staff() {
        Some(action) => {
            let (policy, resource) = (&ctx.state().policy, Resource::BuyingRequest);
            staff::with_right_in_branch(tx, policy, resource, action, request.subsidiary_id).await?
        }
        None => {
            let users = list_of_clients(tx, &[request.client_id]).await?;
            users.into_iter().map(|(_, user_id)| user_id).collect()
        }
    };
    let others = users.into_iter().filter(|user_id| *user_id != ctx.user.id);
    let notices: Vec<Notice> = others.map(|user_id| build(user_id, request, news)).collect();
    notify::push_all(tx, ctx.now(), &notices).await?;
    Ok(())
}

fn build(user_id: Uuid, request: &BuyingRequest, news: BuyingNews) -> Notice {
    let id = request.id.to_string();
    let action =
        NotificationAction::route(ActionLabel::ViewRequest, RouteName::BuyingRequest, &[("id", &id)]);
    let status = match news {
        BuyingNews::Bought => NotificationStatus::Success,
        BuyingNews::Refunded | BuyingNews::Cancelled => NotificationStatus::Warning,
        _ => NotificationStatus::Info,
    };
    let notice = Notice::new(user_id, news.code())
        .status(status)
        .with("reference", request.number.as_str())
        .with("name", request.title.as_str())
        .with("why", request.reason.as_deref().unwrap_or_default())
        .action(NotificationAction { close: true, ..action });
    match (&request.currency, request.total) {
        (Some(currency), Some(total)) => {
            let amount = in_currency(total, Some(currency)).to_string();
            notice.with("amount", amount).with("currency", currency.as_str())
        }
        _ => notice,
    }
}
