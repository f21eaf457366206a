//! Tells those who keep a webhook that nothing arrives there.

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::outcome::WebhookHealth;
use super::state::WebhookStatus;
use super::store::EndpointRow;
use access::client_users;
use access::users::staff;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::outgoing::OutgoingUrl;
use server_core::process::ProcessCx;

/// Notifies the users of the client whose own it is, or those of the company who can change it.
pub async fn notify_keepers(
    tx: &mut TenantTx,
    cx: &ProcessCx,
    endpoint: &EndpointRow,
    health: &WebhookHealth,
) -> ApiResult<()> {
    let users: Vec<Uuid> = match endpoint.client_id {
        Some(client_id) => {
            let found = client_users::list_of_clients(tx, &[client_id]).await?;
            found.into_iter().map(|(_, user_id)| user_id).collect()
        }
        // Those who are bound to branches reach no webhook of the company, so that no branch is named.
        None => {
            let (policy, no_branch) = (&cx.app().policy, Some(Uuid::nil()));
            staff::with_right_in_branch(tx, policy, Resource::Webhook, Action::Update, no_branch).await?
        }
    };
    let notices: Vec<Notice> =
        users.into_iter().map(|user_id| to_notice(user_id, endpoint, health)).collect();
    notify::push_all(tx, cx.app().clock.now(), &notices).await?;
    Ok(())
}

fn to_notice(user_id: Uuid, endpoint: &EndpointRow, health: &WebhookHealth) -> Notice {
    let (code, status) = match health.status {
        WebhookStatus::Disabled => (NotificationCode::WebhookDisabled, NotificationStatus::Error),
        _ => (NotificationCode::WebhookFailing, NotificationStatus::Warning),
    };
    let action = NotificationAction::route(ActionLabel::ViewWebhooks, RouteName::Webhooks, &[]);
    let url = OutgoingUrl::parse(&endpoint.url);
    let mut notice = Notice::new(user_id, code)
        .status(status)
        .with("name", url.as_ref().map_or("", OutgoingUrl::host))
        .action(NotificationAction { close: true, ..action });
    notice.reference = Some(format!("webhook:{}", endpoint.id));
    notice.update = true;
    notice
}
