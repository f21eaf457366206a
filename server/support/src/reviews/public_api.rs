//! `/public/reviews`: what a client says by the link of an e-mail, without signing in.

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use policy::Action;

use super::api::submit;
use super::model::{LinkedReviewInput, PublicReview, Review, ReviewLink};
use super::store::{self, REVIEWS};
use server_core::audit::Actor;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::limit::REVIEW_LINKS;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::record_link::RecordLink;
use server_core::http::visit::Visit;
use server_core::record::{Change, Where};
use server_core::settings::REVIEWS as FLAG;
use server_core::tags::Tag;

pub struct PublicReviewApi;

#[OpenApi(prefix_path = "/public/reviews", tag = "Tag::Reviews")]
impl PublicReviewApi {
    /// Show a shipment to rate by its link
    ///
    /// Returns 409 `link_not_valid` when the link is unknown, was used, or another e-mail has replaced it.
    #[oai(path = "/show", method = "post", operation_id = "public_review_show")]
    async fn public_review_show(
        &self,
        visit: Visit,
        body: Body<ReviewLink>,
    ) -> ApiResult<Json<Item<PublicReview>>> {
        let change = begin(&visit, &body.token).await?;
        Ok(answer(&change.before))
    }

    /// Rate a shipment by its link
    ///
    /// Once: a second call returns 409 `link_not_valid`. After signing in, the client can change it for 14 days.
    #[oai(path = "/submit", method = "post", operation_id = "public_review_submit")]
    async fn public_review_submit(
        &self,
        visit: Visit,
        body: Body<LinkedReviewInput>,
    ) -> ApiResult<Json<Item<PublicReview>>> {
        let mut change = begin(&visit, &body.token).await?;
        let facts = submit(&mut change, body.score, optional(body.body.as_ref())).await?;
        let audience = change.before.to_audience();
        change.record(Action::Submit, facts, &audience).await?;
        Ok(answer(&change.finish().await?))
    }
}

/// The change of the review of a link, if the client can still say something.
async fn begin(visit: &Visit, token: &str) -> ApiResult<Change<Review>> {
    let refused = || ApiError::refused(MessageCode::LinkNotValid);
    if !visit.settings().await?.flag(FLAG) {
        return Err(ApiError::not_found());
    }
    visit.limit_visitors(REVIEW_LINKS).await?;
    let link = RecordLink::parse(token).ok_or_else(refused)?;
    let mut tx = visit.begin().await?;
    if !store::is_linked(&mut tx, &link).await? {
        return Err(refused());
    }
    let actor = Actor::server(&visit.state, visit.request_id.clone());
    let mut change: Change<Review> = Change::begin(tx, actor, &REVIEWS, Where::all(), link.id).await?;
    // Used meanwhile.
    if !store::is_linked(&mut change.tx, &link).await? {
        return Err(refused());
    }
    change.allow(change.before.verdict(Action::Submit, visit.now()), None)?;
    Ok(change)
}

fn answer(review: &Review) -> Json<Item<PublicReview>> {
    let Review { tracking_code, to_city, score, .. } = review;
    let data = PublicReview { tracking_code: tracking_code.clone(), to_city: to_city.clone(), score: *score };
    Json(Item { data })
}
