//! Support: tickets with their messages and recipients, and what they are sorted by.

pub mod departments;
pub mod people;
pub mod subjects;
pub mod templates;
pub mod tickets;
mod title;

use poem_openapi::OpenApi;

pub fn api() -> impl OpenApi {
    (
        (departments::DepartmentApi, subjects::SubjectApi, templates::TemplateApi),
        (tickets::SupportTicketApi, tickets::SupportActionApi),
        (tickets::SupportDraftApi, tickets::SupportFormApi),
    )
}
