//! The end of e-mails about one event, through the link in each of them. Nobody is signed in there.

use poem::http::StatusCode;
use poem::{Request, handler};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};

use super::notifications::{NotificationChoice, choose};
use server_core::audit::{self, Actor};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::MAIL_LINKS;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::visit::Visit;
use server_core::mail::Recipient;
use server_core::notify::event::{NotificationChannel, NotificationEvent};
use server_core::notify::stop_link;
use server_core::tags::Tag;

/// The secret of a link in an e-mail.
#[derive(Object)]
pub struct StoppedMailLink {
    /// The token: the last part of the link.
    #[oai(validator(max_length = 200))]
    token: String,
}

/// The e-mails that were stopped.
#[derive(Object)]
pub struct StoppedMail {
    pub event: NotificationEvent,
}

pub struct StoppedMailApi;

#[OpenApi(prefix_path = "/stopped_mails", tag = "Tag::Notifications")]
impl StoppedMailApi {
    /// Stop e-mails about an event through the link of one of them
    ///
    /// The user can switch them on again in the notification preferences. A second call has no effect. Returns 409
    /// `link_not_valid` when the link is not one of this company.
    #[oai(path = "/", method = "post", operation_id = "stopped_mail_create")]
    async fn stopped_mail_create(
        &self,
        visit: Visit,
        body: Body<StoppedMailLink>,
    ) -> ApiResult<Json<Item<StoppedMail>>> {
        visit.limit_visitors(MAIL_LINKS).await?;
        let event = stop(&visit, &body.token).await?;
        let event = event.ok_or_else(|| ApiError::refused(MessageCode::LinkNotValid))?;
        Ok(Json(Item { data: StoppedMail { event } }))
    }
}

/// `POST` on the link, by a mail program (RFC 8058). The body is not read, and the answer is the same for every token.
#[handler]
pub async fn one_click(request: &Request) -> poem::Result<StatusCode> {
    let visit = Visit::of(request);
    visit.limit_visitors(MAIL_LINKS).await?;
    stop(&visit, request.raw_path_param("token").unwrap_or_default()).await?;
    Ok(StatusCode::OK)
}

/// None when the token is not valid.
async fn stop(visit: &Visit, token: &str) -> ApiResult<Option<NotificationEvent>> {
    let found = stop_link::StoppedMails::from_token(&visit.state.config.secret, &visit.tenant.id, token);
    let Some(stop_link::StoppedMails { user_id, event }) = found else { return Ok(None) };
    let settings = visit.settings().await?;
    let mut tx = visit.begin().await?;
    // A user who is gone gets none anyway.
    if Recipient::of(&mut tx, user_id).await?.is_some() {
        let choice = NotificationChoice { event, channel: NotificationChannel::Mail, enabled: false };
        let before = choose(&mut tx, user_id, choice, &settings, visit.now()).await?;
        if before {
            let actor = Actor::server(&visit.state, visit.request_id.clone());
            let changes = choice.to_changes(before);
            audit::record(&mut tx, actor, "account.choose_notifications", Some(user_id), changes).await?;
        }
    }
    tx.commit().await?;
    Ok(Some(event))
}
