//! Notification preferences (ACC-1). E-mails about sign-in and security are always sent.

use poem_openapi::payload::Json;
use poem_openapi::{Enum, Object, OpenApi};
use policy::{Action, Grants, Resource};
use serde_json::json;

use crate::access::ctx::Ctx;
use crate::audit;
use crate::audit_log::ExportAudit;
use crate::freight::imports::process::{CheckImport, RunImport};
use crate::freight::shipments::labels::PrintLabels;
use crate::http::body::Body;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::{Item, Items};
use crate::http::messages::MessageCode;
use crate::process::{NotificationChannel, Process, is_wanted};
use crate::tags::Tag;

/// An event: a process of the user has ended.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum NotificationEvent {
    ImportFinished,
    /// The check of an import file has finished.
    ImportChecked,
    LabelsReady,
    /// The export of the audit log is ready.
    ExportReady,
}

/// Whether the user is notified of an event through one channel. All are on by default.
#[derive(Object, Clone, Copy)]
pub struct NotificationChoice {
    pub event: NotificationEvent,
    pub channel: NotificationChannel,
    pub enabled: bool,
}

impl NotificationEvent {
    const ALL: [Self; 4] = [Self::ImportFinished, Self::ImportChecked, Self::LabelsReady, Self::ExportReady];

    /// The kind of process that ends with this event.
    const fn kind(self) -> &'static str {
        match self {
            Self::ImportFinished => RunImport::KIND,
            Self::ImportChecked => CheckImport::KIND,
            Self::LabelsReady => PrintLabels::KIND,
            Self::ExportReady => ExportAudit::KIND,
        }
    }

    const fn channels(self) -> &'static [NotificationChannel] {
        match self {
            Self::ImportFinished => &[NotificationChannel::App, NotificationChannel::Mail],
            _ => &[NotificationChannel::App],
        }
    }

    /// False when the user cannot start such a process.
    fn concerns(self, grants: &Grants) -> bool {
        let (resource, action) = match self {
            Self::ImportFinished | Self::ImportChecked => (Resource::ShipmentImport, Action::Process),
            Self::LabelsReady => (Resource::Shipment, Action::PrintLabel),
            Self::ExportReady => (Resource::AuditEntry, Action::Export),
        };
        grants.allow(resource, action)
    }
}

pub const SWITCHED_OFF: &str = "
    select event, channel from notification_choices where user_id = $1 and not enabled";

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
    /// disabled.
    #[oai(path = "/account-notifications", method = "get", operation_id = "account_notification_list")]
    async fn account_notification_list(&self, ctx: Ctx) -> ApiResult<Json<Items<NotificationChoice>>> {
        ctx.require(Resource::Account, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let off: Vec<(String, String)> =
            sqlx::query_as(SWITCHED_OFF).bind(ctx.user.id).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        let offered = NotificationEvent::ALL.into_iter().filter(|event| event.concerns(&ctx.grants));
        let choices = offered.flat_map(|event| event.channels().iter().map(move |&channel| (event, channel)));
        let data = choices.map(|(event, channel)| NotificationChoice {
            event,
            channel,
            enabled: !off.iter().any(|(of, by)| of == event.kind() && by == channel.name()),
        });
        Ok(Json(Items { data: data.collect() }))
    }

    /// Update a notification preference
    ///
    /// Returns 422 for an event that this channel does not support, and 403 for an event that cannot occur for this
    /// user.
    #[oai(path = "/account-notifications", method = "patch", operation_id = "account_notification_update")]
    async fn account_notification_update(
        &self,
        ctx: Ctx,
        body: Body<NotificationChoice>,
    ) -> ApiResult<Json<Item<NotificationChoice>>> {
        ctx.require(Resource::Account, Action::Update)?;
        let choice = body.0;
        let NotificationChoice { event, channel, enabled } = choice;
        if !event.channels().contains(&channel) {
            return Err(ApiError::invalid_field("channel", MessageCode::UnknownOption));
        }
        if !event.concerns(&ctx.grants) {
            return Err(ApiError::forbidden());
        }
        let mut tx = ctx.begin().await?;
        let before = is_wanted(&mut tx, ctx.user.id, event.kind(), channel).await?;
        sqlx::query(PUT)
            .bind(ctx.user.id)
            .bind(event.kind())
            .bind(channel.name())
            .bind(enabled)
            .bind(ctx.now())
            .execute(&mut *tx)
            .await?;
        let changes =
            json!({ "task": event.kind(), "channel": channel.name(), "enabled": [before, enabled] });
        audit::record(&mut tx, &ctx, "account.choose_notifications", Some(ctx.user.id), changes).await?;
        tx.commit().await?;
        Ok(Json(Item { data: choice }))
    }
}
