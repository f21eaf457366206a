//! Types of the API for reviews.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use super::state::ReviewStatus;
use server_core::http::list::PageMeta;

/// The words of a client about a delivered shipment.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Review {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub client_id: Uuid,
    pub client_name: String,
    #[oai(skip)]
    pub subsidiary_id: Option<Uuid>,
    #[oai(skip)]
    pub partner_id: Option<Uuid>,
    /// City of the recipient.
    pub to_city: Option<String>,
    pub status: ReviewStatus,
    /// From 1 to 5; null before the client has rated the shipment.
    pub score: Option<i16>,
    /// In the words of the client.
    pub body: Option<String>,
    pub submitted_at: Option<DateTime<Utc>>,
    /// In the words of the company.
    pub answer: Option<String>,
    /// Null for clients.
    pub answered_by_name: Option<String>,
    pub answered_at: Option<DateTime<Utc>>,
    /// Why staff have hidden it. Null for clients, and when the server did because the delivery was undone.
    pub hidden_reason: Option<String>,
    /// When the client was invited.
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an action.
    pub version: i32,
    #[oai(skip)]
    pub is_delivered: bool,
    #[sqlx(skip)]
    pub can: ReviewCan,
}

/// Permissions of the user on a review.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReviewCan {
    /// Rate the shipment, or change what was said.
    pub submit: bool,
    pub answer: bool,
    pub publish: bool,
    pub hide: bool,
}

/// The score and words of a client.
#[derive(Object)]
pub struct ReviewInput {
    /// From 1 to 5.
    #[oai(validator(minimum(value = "1"), maximum(value = "5")))]
    pub score: i16,
    /// Plain text.
    #[oai(validator(max_length = 2000))]
    pub body: Option<String>,
    /// Version that was read; 409 `stale_version` if the review has changed since.
    pub version: i32,
}

/// The answer of the company.
#[derive(Object)]
pub struct ReviewAnswer {
    /// Plain text. It replaces an earlier answer; the audit log has both.
    #[oai(validator(max_length = 2000))]
    pub answer: String,
    /// Version that was read; 409 `stale_version` if the review has changed since.
    pub version: i32,
}

/// The version of a review to publish.
#[derive(Object)]
pub struct ReviewVersion {
    /// Version that was read; 409 `stale_version` if the review has changed since.
    pub version: i32,
}

/// Why a review is hidden.
#[derive(Object)]
pub struct ReviewHiding {
    /// For the staff.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if the review has changed since.
    pub version: i32,
}

/// A page of reviews with the totals of the tabs.
#[derive(Object)]
pub struct ReviewPage {
    pub data: Vec<Review>,
    pub meta: ReviewPageMeta,
}

#[derive(Object)]
pub struct ReviewPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: ReviewTotals,
}

/// Numbers of reviews by state, and the average of those that are published, with the same search and filters.
#[derive(Object, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ReviewTotals {
    pub invited: i64,
    pub submitted: i64,
    pub published: i64,
    pub hidden: i64,
    /// The average of the published ones, with one decimal; null without any.
    pub average: Option<Decimal>,
}

/// The secret of the link in the e-mail.
#[derive(Object)]
pub struct ReviewLink {
    /// The token: the last part of the link.
    #[oai(validator(max_length = 100))]
    pub token: String,
}

/// The score and words of a client, by the link of an e-mail.
#[derive(Object)]
pub struct LinkedReviewInput {
    /// The token: the last part of the link.
    #[oai(validator(max_length = 100))]
    pub token: String,
    /// From 1 to 5.
    #[oai(validator(minimum(value = "1"), maximum(value = "5")))]
    pub score: i16,
    /// Plain text.
    #[oai(validator(max_length = 2000))]
    pub body: Option<String>,
}

/// A shipment to rate, as the link shows it: no names and no addresses.
#[derive(Object)]
pub struct PublicReview {
    pub tracking_code: String,
    /// City of the recipient.
    pub to_city: Option<String>,
    /// The score that was given; null as long as the link can be used.
    pub score: Option<i16>,
}

/// The columns of what a client says.
#[derive(Debug, Serialize)]
pub struct SubmittedColumns {
    pub status: ReviewStatus,
    pub score: i16,
    pub body: Option<String>,
    pub submitted_at: DateTime<Utc>,
}

/// The columns of an answer.
#[derive(Debug, Serialize)]
pub struct AnswerColumns {
    pub answer: String,
    pub answered_by: Uuid,
    pub answered_at: DateTime<Utc>,
}

/// The columns of a review that is shown or hidden.
#[derive(Debug, Serialize)]
pub struct ShownColumns {
    pub status: ReviewStatus,
    pub hidden_reason: Option<String>,
}
