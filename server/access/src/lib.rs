//! Sign-in, sign-out, sessions, passwords, password recovery, users and profiles.

use poem::http::Extensions;
use poem::{Route, post};
use poem_openapi::OpenApi;
use tenancy::TenantTx;

use server_core::config::ServerConfig;

pub mod account_link;
pub mod api_tokens;
pub mod attempt;
pub mod client_users;
pub mod ctx;
pub mod current_password;
pub mod current_user;
pub mod devices;
pub mod email;
pub mod expiry;
mod fair_queue;
pub mod invitation;
pub mod known_device;
pub mod legal;
pub mod live_rights;
pub mod live_session;
pub mod login;
pub mod merge;
pub mod named_services;
pub mod password;
pub mod password_email;
pub mod profiles;
pub mod recovery;
pub mod recovery_email;
pub mod references;
pub mod registration_email;
pub mod rotation;
pub mod scope;
pub mod second_factor;
pub mod sessions;
pub mod setup;
pub mod social;
pub mod sold_services;
pub mod switch_user;
pub mod users;

pub fn api() -> impl OpenApi {
    (
        login::AccessApi,
        social::SocialApi,
        recovery::RecoveryApi,
        email::EmailApi,
        invitation::InvitationApi,
        (users::UserApi, users::ColleagueApi),
        legal::LegalApi,
        switch_user::SwitchApi,
        (profiles::ProfilesApi, api_tokens::ApiTokenApi, api_tokens::shops::ShopApi),
        second_factor::api(),
    )
}

/// Adds the address at which programs exchange their tokens. It stands beside the API, whose checks are for pages and for programs
/// with a bearer.
pub fn routes(site: Route) -> Route {
    site.at("/oauth/token", post(api_tokens::exchange::exchange_token))
}

/// Adds the sign-in services to the shared state.
pub fn fill_slots(slots: &mut Extensions, config: &ServerConfig) {
    slots.insert(profiles::ProfileCache::default());
    slots.insert(password::Passwords::new());
    slots.insert(social::Providers::with_secret(&config.secret));
}

/// Invalidates sessions and links of a tenant that was imported from an archive.
pub async fn revoke_access(tx: &mut TenantTx) -> sqlx::Result<()> {
    sqlx::query(sessions::DELETE_EVERY).execute(&mut **tx).await?;
    sqlx::query(account_link::DELETE_EVERY).execute(&mut **tx).await?;
    social::revoke_access(tx).await?;
    sqlx::query(api_tokens::DELETE_EVERY).execute(&mut **tx).await?;
    sqlx::query(email::DELETE_EVERY).execute(&mut **tx).await?;
    sqlx::query(known_device::DELETE_EVERY).execute(&mut **tx).await?;
    second_factor::store::delete_every(tx).await?;
    Ok(())
}
