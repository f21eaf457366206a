//! `/register` and its follow-up calls, for visitors who are not signed in.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Registrant, Registration};
use super::referral::{ReferralUsed, ReferredClient, hash_contacts};
use crate::clients;
use access::account_link::{self, Purpose};
use access::legal;
use access::password::Passwords;
use access::registration_email::SendRegistrationEmail;
use access::users::registration::{self, RegisteredUser};
use server_core::address::place::Place;
use server_core::audit::{self, Actor};
use server_core::follower::follow;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::read_email;
use server_core::http::form::Form;
use server_core::http::limit::{REGISTRATION_PER_ACCOUNT, REGISTRATION_PER_ADDRESS};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::visit::Visit;
use server_core::process::{self, Owner};
use server_core::settings::Settings;
use server_core::tags::Tag;

pub struct RegisterApi;

/// A request to send the confirmation e-mail again.
#[derive(Object)]
pub struct RegistrationResend {
    /// The e-mail address of the registration; case does not matter.
    #[oai(validator(max_length = 254))]
    email: String,
}

/// The proof that the e-mail arrived.
#[derive(Object)]
pub struct EmailValidation {
    /// The token: the last part of the link in the e-mail.
    #[oai(validator(max_length = 100))]
    token: String,
}

/// The address that its link has confirmed.
#[derive(Object)]
pub struct ConfirmedEmail {
    /// The e-mail address to sign in with.
    email: String,
}

#[OpenApi(tag = "Tag::Access")]
impl RegisterApi {
    /// Register as a client
    ///
    /// Creates a client and a user of type 30, who can sign in after following the link in an e-mail. The answer is the
    /// same, and takes equally long, when the address has an account already; its owner gets an e-mail then. Returns
    /// 422 `referral_code_unknown` for a code that no client has, and 429 after too many requests.
    #[oai(path = "/register", method = "post", operation_id = "register")]
    async fn register(&self, visit: Visit, form: Form<Registration>) -> ApiResult<()> {
        visit.limit_visitors(REGISTRATION_PER_ADDRESS).await?;
        let settings = visit.settings().await?;
        let mut tx = visit.begin().await?;
        let place = Place::find(&mut tx, form.applicant.country_id, form.applicant.state_id).await?;
        tx.commit().await?;
        let registrant = form.check(place.as_ref(), settings.today(visit.now()), &settings)?;
        visit
            .state
            .limits
            .check(&visit.tenant.id, REGISTRATION_PER_ACCOUNT, &registrant.client.email)
            .await?;
        // The hash is computed without a database connection.
        let hash = visit.state.slot::<Passwords>().hash(&visit.tenant.id, form.password.clone()).await?;

        let mut tx = visit.begin().await?;
        create(&mut tx, &visit, &settings, &registrant, Entrance::Password(&hash)).await?;
        let task = SendRegistrationEmail { email: registrant.client.email, after_registration: true };
        process::enqueue(&mut tx, Owner::NOBODY, task).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Send the confirmation e-mail again
    ///
    /// The answer is the same, and takes equally long, whether or not there is such a registration. Returns 429 after
    /// too many requests.
    #[oai(path = "/register/resend", method = "post", operation_id = "register_resend")]
    async fn register_resend(&self, visit: Visit, body: Body<RegistrationResend>) -> ApiResult<()> {
        let mut errors = FieldErrors::default();
        let email = read_email(&body.email, &mut errors);
        errors.into_result()?;
        visit.limit_visitors(REGISTRATION_PER_ADDRESS).await?;
        visit.state.limits.check(&visit.tenant.id, REGISTRATION_PER_ACCOUNT, &email).await?;
        let mut tx = visit.begin().await?;
        let task = SendRegistrationEmail { email, after_registration: false };
        process::enqueue(&mut tx, Owner::NOBODY, task).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Confirm an address through the link of the e-mail
    ///
    /// The user can sign in afterwards, with the address of the answer. Returns 409 `link_not_valid` when the link was used
    /// or is older than 24 hours.
    #[oai(path = "/register/validate", method = "post", operation_id = "register_validate")]
    async fn register_validate(
        &self,
        visit: Visit,
        body: Body<EmailValidation>,
    ) -> ApiResult<Json<Item<ConfirmedEmail>>> {
        visit.limit_visitors(REGISTRATION_PER_ADDRESS).await?;
        let mut tx = visit.begin().await?;
        let now = visit.now();
        let found = account_link::redeem(&mut tx, &body.token, None, Purpose::ValidateEmail, now).await?;
        let user_id: Uuid = found.ok_or_else(|| ApiError::refused(MessageCode::LinkNotValid))?;
        let email = registration::validate_email(&mut tx, user_id, now).await?;
        audit::record(
            &mut tx,
            Actor::visitor(&visit, user_id),
            "user.validate_email",
            Some(user_id),
            json!({}),
        )
        .await?;
        tx.commit().await?;
        Ok(Json(Item { data: ConfirmedEmail { email } }))
    }
}

/// How the new user will sign in.
#[derive(Clone, Copy)]
pub enum Entrance<'a> {
    /// With the password of this hash, once the address is confirmed.
    Password(&'a str),
    /// Through a provider, at once when it has verified the address.
    Provider { name: &'a str, has_verified: bool },
}

/// Creates the client and its user and returns the user's id. When the address is taken, it creates neither, but does
/// equal work.
pub async fn create(
    tx: &mut TenantTx,
    visit: &Visit,
    settings: &Settings,
    registrant: &Registrant,
    entrance: Entrance<'_>,
) -> ApiResult<Option<Uuid>> {
    use_referral(tx, visit, registrant, None).await?;
    let (client_id, code) = clients::create(tx, &registrant.client).await?;
    let language = registrant.language.unwrap_or(visit.language);
    let (password_hash, provider, has_verified) = match entrance {
        Entrance::Password(hash) => (Some(hash), None, false),
        Entrance::Provider { name, has_verified } => (None, Some(name), has_verified),
    };
    let email_verified_at = has_verified.then(|| visit.now());
    let user = RegisteredUser {
        name: registrant.user_name(),
        email: &registrant.client.email,
        client_id,
        password_hash,
        email_verified_at,
        language,
        settings,
    };
    let Some(user_id) = registration::insert(tx, &user).await? else {
        clients::take_back(tx, client_id).await?;
        return Ok(None);
    };
    legal::accept(tx, visit, user_id, &registrant.consents).await?;
    let actor = Actor::visitor(visit, user_id);
    let contact_hashes = hash_contacts(visit, &registrant.client);
    let referred = ReferredClient { id: client_id, contact_hashes, actor };
    use_referral(tx, visit, registrant, Some(referred)).await?;
    let mut changes = json!({ "code": code, "name": registrant.client.name, "user_id": user_id });
    if let Some(provider) = provider {
        changes["provider"] = provider.into();
    }
    audit::record(tx, Actor::visitor(visit, user_id), "client.register", Some(client_id), changes).await?;
    clients::news::tell_created(tx, &visit.state, visit.now(), vec![client_id]).await?;
    Ok(Some(user_id))
}

/// Tells the areas above that a code was used, if there is one.
async fn use_referral(
    tx: &mut TenantTx,
    visit: &Visit,
    registrant: &Registrant,
    client: Option<ReferredClient>,
) -> ApiResult<()> {
    let Some(code) = registrant.referral_code.clone() else { return Ok(()) };
    follow(tx, &visit.state, ReferralUsed { code, client }).await
}
