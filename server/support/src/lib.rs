//! Support: tickets with their messages and recipients, what they are sorted by, answers to frequent questions, reviews of
//! deliveries, and files that the company shares.

pub mod departments;
pub mod faq;
pub mod incoming;
mod markdown;
pub mod merge;
pub mod outgoing;
pub mod people;
pub mod report_parts;
pub mod reviews;
pub mod subjects;
pub mod templates;
pub mod tickets;
mod title;
pub mod uploads;

use poem::{Route, post};
use poem_openapi::OpenApi;

/// Adds the address where servers hand over replies by e-mail. It stands beside the API, whose checks are for pages.
pub fn routes(site: Route) -> Route {
    site.at("/api/inbound-mail/:secret", post(incoming::webhook::inbound_mail))
}

pub fn api() -> impl OpenApi {
    (
        (departments::DepartmentApi, subjects::SubjectApi, templates::TemplateApi),
        (tickets::SupportTicketApi, tickets::SupportActionApi),
        (tickets::SupportAssignApi, tickets::SupportBulkApi),
        (tickets::SupportDraftApi, tickets::SupportFormApi),
        (incoming::SupportMailApi, incoming::SupportCorrespondenceApi),
        (faq::groups::FaqGroupApi, faq::questions::FaqQuestionApi, faq::page::FaqPageApi),
        (reviews::ReviewApi, reviews::PublicReviewApi),
        (uploads::UploadApi, uploads::UploadTransferApi),
    )
}
