//! What somebody is told, and by which way (ACC-1). Letters about how they sign in are no choice: they always leave.

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

/// What happens that somebody may want to hear of: a process of theirs has come to its end.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum NotificationEvent {
    ImportFinished,
    /// What would come in is known.
    ImportChecked,
    LabelsReady,
    /// The audit log as a file.
    ExportReady,
}

/// Whether the user is told of an event in one way. All are on until the user says otherwise.
#[derive(Object, Clone, Copy)]
pub struct NotificationChoice {
    pub event: NotificationEvent,
    pub channel: NotificationChannel,
    pub enabled: bool,
}

impl NotificationEvent {
    const ALL: [Self; 4] = [Self::ImportFinished, Self::ImportChecked, Self::LabelsReady, Self::ExportReady];

    /// Of the process that it is the end of.
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

    /// Who cannot start such a process never hears of its end.
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
    /// What the user is told, and by which way
    ///
    /// Only of what the user can come to meet. Letters about how the user signs in are not listed: they cannot be
    /// switched off.
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

    /// Choose whether to be told of an event in one way
    ///
    /// 422 for an event that is not told in this way, 403 for one that the user cannot come to meet.
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
