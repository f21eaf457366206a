//! Notification preferences. E-mails about sign-in and security are always sent.

use chrono::{DateTime, Utc};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::notify::event::{NotificationChannel, NotificationEvent};
use server_core::settings::Settings;
use server_core::tags::Tag;

/// Whether the user is notified of an event through one channel.
#[derive(Object, Clone, Copy)]
pub struct NotificationChoice {
    pub event: NotificationEvent,
    pub channel: NotificationChannel,
    pub enabled: bool,
}

pub const CHOSEN: &str = "select event, channel, enabled from notification_choices where user_id = $1";

pub const CHOICE: &str =
    "select enabled from notification_choices where user_id = $1 and event = $2 and channel = $3";

pub const PUT: &str = "
    insert into notification_choices (user_id, event, channel, enabled, updated_at) values ($1, $2, $3, $4, $5)
    on conflict (user_id, event, channel) do update
    set enabled = excluded.enabled, updated_at = excluded.updated_at";

pub struct NotificationApi;

#[OpenApi(tag = "Tag::MyAccount")]
impl NotificationApi {
    /// List the notification preferences
    ///
    /// Only events that can occur for this user. E-mails about sign-in and security are not listed: they cannot be
    /// disabled. Failures are always in the list of notifications. An e-mail is sent only when the notification
    /// is unread after two minutes.
    #[oai(path = "/account-notifications", method = "get", operation_id = "account_notification_list")]
    async fn account_notification_list(&self, ctx: Ctx) -> ApiResult<Json<Items<NotificationChoice>>> {
        ctx.require(Resource::Account, Action::Show)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let chosen: Vec<(String, String, bool)> =
            sqlx::query_as(CHOSEN).bind(ctx.user.id).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        let offered = NotificationEvent::ALL.into_iter().filter(|event| event.concerns(&ctx.grants));
        let choices = offered.flat_map(|event| NotificationChannel::ALL.map(|channel| (event, channel)));
        let data = choices.map(|(event, channel)| {
            let choice = chosen.iter().find(|(of, by, _)| of == event.stored_name() && by == channel.name());
            let default = event.is_default(channel, &settings.notification_defaults);
            let enabled = choice.map_or(default, |(_, _, enabled)| *enabled);
            NotificationChoice { event, channel, enabled }
        });
        Ok(Json(Items { data: data.collect() }))
    }

    /// Update a notification preference
    ///
    /// Returns 403 for an event that cannot occur for this user.
    #[oai(path = "/account-notifications", method = "patch", operation_id = "account_notification_update")]
    async fn account_notification_update(
        &self,
        ctx: Ctx,
        body: Body<NotificationChoice>,
    ) -> ApiResult<Json<Item<NotificationChoice>>> {
        ctx.require(Resource::Account, Action::Update)?;
        let choice = body.0;
        if !choice.event.concerns(&ctx.grants) {
            return Err(ApiError::forbidden());
        }
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let before = choose(&mut tx, ctx.user.id, choice, &settings, ctx.now()).await?;
        let changes = choice.to_changes(before);
        audit::record(&mut tx, &ctx, "account.choose_notifications", Some(ctx.user.id), changes).await?;
        tx.commit().await?;
        Ok(Json(Item { data: choice }))
    }
}

impl NotificationChoice {
    /// For the audit log.
    pub fn to_changes(self, before: bool) -> Value {
        let Self { event, channel, enabled } = self;
        json!({ "event": event.stored_name(), "channel": channel.name(), "enabled": [before, enabled] })
    }
}

/// Stores the choice of a user. Returns whether the notification was enabled before.
pub async fn choose(
    tx: &mut TenantTx,
    user_id: Uuid,
    NotificationChoice { event, channel, enabled }: NotificationChoice,
    settings: &Settings,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let key = sqlx::query_scalar(CHOICE).bind(user_id).bind(event.stored_name()).bind(channel.name());
    let before: Option<bool> = key.fetch_optional(&mut **tx).await?;
    sqlx::query(PUT)
        .bind(user_id)
        .bind(event.stored_name())
        .bind(channel.name())
        .bind(enabled)
        .bind(now)
        .execute(&mut **tx)
        .await?;
    Ok(before.unwrap_or_else(|| event.is_default(channel, &settings.notification_defaults)))
}
