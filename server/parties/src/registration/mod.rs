//! Registration of a client with its user, and the confirmation of the address (AUTH-3).
//!
//! The process that sends the e-mail looks up the address, so that neither the answer nor its time reveals whether it
//! is known.

mod api;
pub mod model;
mod referral;
mod social;

use chrono::TimeDelta;
use poem_openapi::OpenApi;
use serde_json::json;
use tenancy::TenantTx;

use api::{Entrance, create};
pub use referral::{ReferralUsed, ReferredClient};

use crate::clients;
use access::registration_email::PROOF_DAYS;
use access::users;
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::state::AppState;

pub fn api() -> impl OpenApi {
    (api::RegisterApi, social::SocialRegistrationApi)
}

/// Deletes users who registered but never confirmed the address or signed in, with their clients, unless other records
/// refer to those.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let sweep = || Actor::server(state, "sweep".to_owned());
    let before = state.clock.now() - TimeDelta::days(PROOF_DAYS);
    for gone in users::registration::delete_unconfirmed(tx, before).await? {
        let changes = json!({ "name": [gone.name, null], "email": [gone.email, null] });
        audit::record(tx, sweep(), "user.lapse", Some(gone.id), changes).await?;
        if let Some(code) = clients::delete_unused(tx, gone.client_id).await? {
            let changes = json!({ "code": [code, null] });
            audit::record(tx, sweep(), "client.lapse", Some(gone.client_id), changes).await?;
        }
    }
    Ok(())
}
