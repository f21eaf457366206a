//! Whether users of clients are notified of an event as long as they have chosen nothing: the company decides.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;

use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::notify::event::{NotificationChannel, NotificationEvent};
use server_core::settings;
use server_core::tags::Tag;

/// Whether users of clients are notified of an event through one channel, unless they choose otherwise.
#[derive(Object, Clone, Copy)]
pub struct NotificationDefault {
    pub event: NotificationEvent,
    pub channel: NotificationChannel,
    pub enabled: bool,
}

pub struct NotificationDefaultApi;

#[OpenApi(prefix_path = "/tenant_settings/notifications", tag = "Tag::Company")]
impl NotificationDefaultApi {
    /// List which notifications users of clients get by default
    #[oai(path = "/", method = "get", operation_id = "tenant_setting_notification_list")]
    async fn tenant_setting_notification_list(
        &self,
        ctx: Ctx,
    ) -> ApiResult<Json<Items<NotificationDefault>>> {
        ctx.require(Resource::TenantSetting, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let defaults = settings::load(&mut tx).await?.notification_defaults;
        tx.commit().await?;
        let events = NotificationEvent::OF_CLIENTS.into_iter();
        let pairs = events.flat_map(|event| NotificationChannel::ALL.map(|channel| (event, channel)));
        let data = pairs.map(|(event, channel)| {
            let enabled = event.is_default(channel, &defaults);
            NotificationDefault { event, channel, enabled }
        });
        Ok(Json(Items { data: data.collect() }))
    }

    /// Update a default of users of clients
    ///
    /// Users who have chosen for themselves keep their choice. Returns 422 for an event that does not concern clients.
    #[oai(path = "/", method = "patch", operation_id = "tenant_setting_notification_update")]
    async fn tenant_setting_notification_update(
        &self,
        ctx: Ctx,
        body: Body<NotificationDefault>,
    ) -> ApiResult<Json<Item<NotificationDefault>>> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        let asked = body.0;
        let NotificationDefault { event, channel, enabled } = asked;
        if !NotificationEvent::OF_CLIENTS.contains(&event) {
            return Err(ApiError::invalid_field("event", MessageCode::UnknownOption));
        }
        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let mut settings = settings::load(&mut tx).await?;
        let before = event.is_default(channel, &settings.notification_defaults);
        settings.notification_defaults.insert(event.default_key(channel), enabled);
        settings::save(&mut tx, &settings).await?;
        if before != enabled {
            let changes = json!({
                "event": event.stored_name(), "channel": channel.name(), "enabled": [before, enabled],
            });
            audit::record(&mut tx, &ctx, "tenant_setting.choose_notifications", None, changes).await?;
        }
        tx.commit().await?;
        ctx.state().settings.forget(ctx.tenant()).await;
        Ok(Json(Item { data: asked }))
    }
}
