//! Subscriptions of visitors, who are not signed in.

use chrono::TimeDelta;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::json;

use super::store::{self, Request};
use super::{
    CONFIRMATION_AGE, MAX_OF_SHIPMENT, MAX_PENDING, MAX_PENDING_OF_SHIPMENT, SendTrackingConfirmation, secret,
};
use crate::tracking_events::is_shown_whole;
use server_core::audit::{self, Actor};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::read_email;
use server_core::http::limit::{
    TRACKING_LINKS, TRACKING_SUBSCRIPTIONS_PER_ACCOUNT, TRACKING_SUBSCRIPTIONS_PER_ADDRESS,
};
use server_core::http::list::Item;
use server_core::http::messages::{Language, MessageCode};
use server_core::http::token;
use server_core::http::visit::Visit;
use server_core::process::{self, Owner};
use server_core::settings::{PUBLIC_TRACKING, TRACKING_EMAILS};
use server_core::tags::Tag;
use trade::parcel_code;

/// A confirmation is sent again after this time.
const AGAIN_AFTER: TimeDelta = TimeDelta::minutes(10);

pub struct TrackingSubscriptionApi;

/// An address that subscribes to the changes of a shipment.
#[derive(Object)]
pub struct TrackingSubscriptionInput {
    #[oai(validator(max_length = 40))]
    tracking_code: String,
    /// Case does not matter.
    #[oai(validator(max_length = 254))]
    email: String,
    /// Postcode of the recipient, where the public page asks for it.
    #[oai(validator(max_length = 20))]
    postcode: Option<String>,
    /// Language of the e-mails; that of the request by default.
    language: Option<Language>,
}

/// The secret of a link in an e-mail.
#[derive(Object)]
pub struct TrackingSubscriptionLink {
    /// The token: the last part of the link.
    #[oai(validator(max_length = 100))]
    token: String,
}

/// The shipment of a subscription.
#[derive(Object)]
pub struct TrackingSubscription {
    /// Null when the subscription had ended before.
    pub tracking_code: Option<String>,
}

#[OpenApi(prefix_path = "/tracking_subscriptions", tag = "Tag::Tracking")]
impl TrackingSubscriptionApi {
    /// Subscribe to e-mails about a shipment
    ///
    /// Sends a link to the address; e-mails about changes start when it is confirmed. Asked again within ten minutes, it sends no
    /// second one. The answer is the same, and takes equally long, whether or not the address has a subscription. Returns 404 if
    /// the company does not offer this or the code is unknown, 422 at `postcode` if the public page asks for the recipient's and this is not it,
    /// 409 `tracking_ended` for a finished shipment, 409 `too_many_subscriptions` when the
    /// shipment has the maximum number of addresses, and 429 after too many requests.
    #[oai(path = "/", method = "post", operation_id = "tracking_subscription_create")]
    async fn tracking_subscription_create(
        &self,
        visit: Visit,
        body: Body<TrackingSubscriptionInput>,
    ) -> ApiResult<()> {
        let settings = visit.settings().await?;
        if !settings.flag(PUBLIC_TRACKING) || !settings.flag(TRACKING_EMAILS) {
            return Err(ApiError::not_found());
        }
        let mut errors = FieldErrors::default();
        let email = read_email(&body.email, &mut errors);
        errors.into_result()?;
        visit.limit_visitors(TRACKING_SUBSCRIPTIONS_PER_ADDRESS).await?;
        visit.state.limits.check(&visit.tenant.id, TRACKING_SUBSCRIPTIONS_PER_ACCOUNT, &email).await?;
        let code = parcel_code::join_codes(body.tracking_code.trim()).to_uppercase();
        check_postcode(&visit, &code, body.postcode.as_deref()).await?;
        let now = visit.now();
        let mut tx = visit.begin().await?;
        let (shipment_id, status) =
            store::find_shipment(&mut tx, &code).await?.ok_or_else(ApiError::not_found)?;
        if status.is_final() {
            return Err(ApiError::refused(MessageCode::TrackingEnded));
        }
        let there = store::count(&mut tx, shipment_id, &email, now).await?;
        // For every address: an exception for one that is subscribed would tell that it is.
        if there.confirmed >= MAX_OF_SHIPMENT || there.pending >= MAX_PENDING_OF_SHIPMENT {
            return Err(ApiError::refused(MessageCode::TooManySubscriptions));
        }
        if there.of_address < MAX_PENDING {
            let language = body.language.unwrap_or(visit.language);
            let request = Request {
                shipment_id,
                email: &email,
                language: language.as_str(),
                now,
                expires_at: now + CONFIRMATION_AGE,
                again_after: now - AGAIN_AFTER,
            };
            if let Some(subscription_id) = store::ask(&mut tx, &request).await? {
                let task = SendTrackingConfirmation { subscription_id, asked_at: Some(now) };
                process::enqueue(&mut tx, Owner::NOBODY, task).await?;
            }
        }
        tx.commit().await?;
        Ok(())
    }

    /// Confirm an address through the link of the e-mail
    ///
    /// Returns 409 `link_not_valid` when the link is unknown or older than 24 hours, and 409 `too_many_subscriptions` when
    /// others have taken the places of the shipment meanwhile.
    #[oai(path = "/confirm", method = "post", operation_id = "tracking_subscription_confirm")]
    async fn tracking_subscription_confirm(
        &self,
        visit: Visit,
        body: Body<TrackingSubscriptionLink>,
    ) -> ApiResult<Json<Item<TrackingSubscription>>> {
        visit.limit_visitors(TRACKING_LINKS).await?;
        let mut tx = visit.begin().await?;
        let hash = token::hash(&body.token);
        if store::lock_places(&mut tx, &hash).await? >= MAX_OF_SHIPMENT {
            return Err(ApiError::refused(MessageCode::TooManySubscriptions));
        }
        let found = store::confirm(&mut tx, hash, visit.now()).await?;
        let confirmed = found.ok_or_else(|| ApiError::refused(MessageCode::LinkNotValid))?;
        if confirmed.is_new {
            let actor = Actor::server(&visit.state, visit.request_id.clone());
            let shipment_id = Some(confirmed.shipment_id);
            audit::record(&mut tx, actor, "shipment.subscribe", shipment_id, json!({})).await?;
        }
        tx.commit().await?;
        Ok(Json(Item { data: TrackingSubscription { tracking_code: Some(confirmed.tracking_code) } }))
    }

    /// End a subscription through the link of an e-mail
    ///
    /// A second call has no effect. Returns 409 `link_not_valid` when the link is not one of this company.
    #[oai(path = "/unsubscribe", method = "post", operation_id = "tracking_subscription_unsubscribe")]
    async fn tracking_subscription_unsubscribe(
        &self,
        visit: Visit,
        body: Body<TrackingSubscriptionLink>,
    ) -> ApiResult<Json<Item<TrackingSubscription>>> {
        visit.limit_visitors(TRACKING_LINKS).await?;
        let id = secret::verify(&visit.state.config.secret, &visit.tenant.id, &body.token);
        let id = id.ok_or_else(|| ApiError::refused(MessageCode::LinkNotValid))?;
        let mut tx = visit.begin().await?;
        let actor = Actor::server(&visit.state, visit.request_id.clone());
        let tracking_code = super::end(&mut tx, id, actor).await?;
        tx.commit().await?;
        Ok(Json(Item { data: TrackingSubscription { tracking_code } }))
    }
}

/// The e-mails tell what the page shows, so they ask for the same.
async fn check_postcode(visit: &Visit, code: &str, postcode: Option<&str>) -> ApiResult<()> {
    let postcode = postcode.filter(|text| !text.trim().is_empty());
    if is_shown_whole(visit, code, postcode).await? {
        return Ok(());
    }
    let problem = if postcode.is_some() { MessageCode::PostcodeNotRecipients } else { MessageCode::Required };
    Err(ApiError::invalid_field("postcode", problem))
}
