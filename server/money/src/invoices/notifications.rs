//! Notifications of the client about a new invoice.

use tenancy::TenantTx;

use super::model::InvoiceSummary;
use crate::amount::with_decimals;
use crate::client;
use server_core::audit::Actor;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode};

/// Notifies the users of the client.
pub async fn notify_client(
    tx: &mut TenantTx,
    actor: &Actor,
    invoice: &InvoiceSummary,
    number: &str,
) -> ApiResult<()> {
    let id = invoice.id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewInvoice, RouteName::Invoice, &[("id", &id)]);
    let notice = |user_id| {
        let mut notice = Notice::new(user_id, NotificationCode::InvoiceIssued)
            .with("number", number)
            .with("amount", with_decimals(invoice.total, &invoice.currency).to_string())
            .with("currency", invoice.currency.clone())
            .action(NotificationAction { close: true, ..action.clone() });
        notice.reference = Some(format!("invoice:{id}"));
        notice
    };
    let users = client::users(tx, invoice.client_id).await?;
    let notices: Vec<Notice> = users.into_iter().map(notice).collect();
    notify::push_all(tx, actor.at, &notices).await?;
    Ok(())
}
