//! The account of a person who signs in through a provider for the first time.

use poem::Request;
use poem_openapi::OpenApi;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::Entrance;
use super::model::{Applicant, Registrant};
use access::login::enter;
use access::registration_email::SendRegistrationEmail;
use access::sessions;
use access::social::{self, Pending, SocialStep, WithCookie, answer, not_completed};
use server_core::address::place::Place;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::form::Form;
use server_core::http::limit::{REGISTRATION_PER_ACCOUNT, REGISTRATION_PER_ADDRESS};
use server_core::http::messages::MessageCode;
use server_core::http::session::SessionToken;
use server_core::http::visit::Visit;
use server_core::process::{self, Owner};
use server_core::tags::Tag;

pub struct SocialRegistrationApi;

#[OpenApi(tag = "Tag::Social")]
impl SocialRegistrationApi {
    /// Complete an account
    ///
    /// Creates a client and its user for the person who came from a provider within the last 30 minutes, and signs in.
    /// If the provider verified an address, that address is used, whatever the form says. Otherwise the address of the
    /// form must be confirmed by e-mail first, as after `register`, and nobody is signed in. Returns 409
    /// `social_not_completed` when there is no such person.
    #[oai(path = "/register-social", method = "post", operation_id = "register_social")]
    async fn register_social(
        &self,
        visit: Visit,
        request: &Request,
        form: Form<Applicant>,
    ) -> ApiResult<WithCookie> {
        visit.limit_visitors(REGISTRATION_PER_ADDRESS).await?;
        let settings = visit.settings().await?;
        let mut tx = visit.begin().await?;
        let pending = social::take_pending(&mut tx, &visit).await?.ok_or_else(not_completed)?;
        let place = Place::find(&mut tx, form.country_id, form.state_id).await?;
        let mut applicant = form.0;
        if let Some(email) = pending.email.as_ref().filter(|_| pending.email_verified) {
            applicant.email.clone_from(email);
        }
        let registrant = applicant.check(place.as_ref(), settings.today(visit.now()), &settings)?;
        visit
            .state
            .limits
            .check(&visit.tenant.id, REGISTRATION_PER_ACCOUNT, &registrant.client.email)
            .await?;
        let entrance = Entrance::Provider { name: &pending.provider, has_verified: pending.email_verified };
        let user_id = super::create(&mut tx, &visit, &settings, &registrant, entrance).await?;
        let (step, token) = settle(&mut tx, &visit, &pending, registrant, user_id).await?;
        tx.commit().await?;
        sessions::forget(&visit).await;
        Ok(answer(&visit, step, &token).header("set-cookie", token.set_cookie(request, false)))
    }
}

/// Continues after the account was created, or was not because its address is taken. Only a person with a verified
/// address learns which.
async fn settle(
    tx: &mut TenantTx,
    visit: &Visit,
    pending: &Pending,
    registrant: Registrant,
    user_id: Option<Uuid>,
) -> ApiResult<(SocialStep, SessionToken)> {
    if let Some(user_id) = user_id {
        social::link_identity(tx, &pending.issuer, &pending.subject, user_id, visit.now()).await?;
    }
    match user_id {
        Some(user_id) if pending.email_verified => {
            let token = enter(tx, visit, user_id, false, json!({ "provider": pending.provider })).await?;
            Ok((SocialStep::SignedIn, token))
        }
        None if pending.email_verified => Err(ApiError::invalid_field("email", MessageCode::Taken)),
        _ => {
            let task = SendRegistrationEmail { email: registrant.client.email, after_registration: true };
            process::enqueue(tx, Owner::NOBODY, task).await?;
            Ok((SocialStep::CheckMail, SessionToken::generate()))
        }
    }
}
