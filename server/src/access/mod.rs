//! Who is at the door: sign-in, sign-out, sessions, passwords, forgotten ones, new users; and who is let in at all.

use poem_openapi::OpenApi;
use tenancy::TenantTx;

use crate::account::email;

pub mod account_link;
pub mod invitation;
pub mod login;
pub mod password;
pub mod password_letter;
pub mod password_rule;
pub mod profiles;
pub mod recovery;
pub mod recovery_letter;
pub mod register;
pub mod second_factor;
pub mod sessions;
pub mod social;
pub mod switch_user;
pub mod users;

pub fn api() -> impl OpenApi {
    (
        login::AccessApi,
        social::SocialApi,
        recovery::RecoveryApi,
        register::RegisterApi,
        invitation::InvitationApi,
        users::UserApi,
        switch_user::SwitchApi,
        profiles::ProfilesApi,
        profiles::PolicyApi,
        second_factor::api(),
    )
}

/// For a tenant that came out of an archive: what was given out by the original is worth nothing here.
pub async fn close_every_door(tx: &mut TenantTx) -> sqlx::Result<()> {
    sqlx::query(sessions::DELETE_EVERY).execute(&mut **tx).await?;
    sqlx::query(account_link::DELETE_EVERY).execute(&mut **tx).await?;
    social::close_every_door(tx).await?;
    sqlx::query(email::DELETE_EVERY).execute(&mut **tx).await?;
    second_factor::store::delete_every(tx).await?;
    Ok(())
}
