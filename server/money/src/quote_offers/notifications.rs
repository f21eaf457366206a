//! The notification of the user who sent a quote.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;

use pricing::quotes::QuoteRow;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};

/// Notifies the user who sent the quote that its customer accepted it.
pub async fn notify_sender(tx: &mut TenantTx, quote: &QuoteRow, now: DateTime<Utc>) -> ApiResult<()> {
    let Some(user_id) = quote.sent_by else { return Ok(()) };
    let id = quote.id.to_string();
    let customer = quote.client_name.as_deref().or(quote.sent_to.as_deref()).unwrap_or_default();
    let action = NotificationAction::route(ActionLabel::ViewQuote, RouteName::Quote, &[("id", &id)]);
    let mut notice = Notice::new(user_id, NotificationCode::QuoteAccepted)
        .status(NotificationStatus::Success)
        .with("name", customer)
        .with("number", quote.number)
        .action(NotificationAction { close: true, ..action })
        .float_to(format!("/quotes/{id}"));
    notice.reference = Some(format!("quote:{id}"));
    notify::push(tx, now, &notice).await?;
    Ok(())
}
