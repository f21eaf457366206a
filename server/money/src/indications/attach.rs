//! The code that a new client names at its registration.

use parties::registration::ReferralUsed;
use serde_json::json;
use tenancy::TenantTx;

use super::model::NewIndication;
use super::store;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::settings::{self, INDICATIONS};

/// Checks a code and, once there is a client, attaches it to its referrer. An unknown code is refused; who is known already,
/// or sends itself, registers without an indication: an answer would tell who is a client.
pub async fn attach(tx: &mut TenantTx, used: ReferralUsed) -> ApiResult<()> {
    let settings = settings::load(tx).await?;
    if !settings.flag(INDICATIONS) {
        return Ok(());
    }
    let code = used.code.trim().to_uppercase();
    let Some(referrer_id) = store::find_referrer(tx, &code).await? else {
        return Err(ApiError::invalid_field("referral_code", MessageCode::ReferralCodeUnknown));
    };
    let Some(referred) = used.client else { return Ok(()) };
    if store::is_known(tx, referred.id, &referred.contact_hashes).await? {
        return Ok(());
    }
    let (referred_id, contact_hashes) = (referred.id, referred.contact_hashes);
    let new = NewIndication { code, referrer_id, referred_id, contact_hashes };
    let at = referred.actor.at;
    let id = store::attach(tx, &new, &settings.referral, &settings.currency, at).await?;
    live::records_changed(tx, &Audience::Parties(vec![referrer_id]), "indication", &[id]);
    let facts = json!({ "code": new.code, "referrer_id": referrer_id, "client_id": referred_id });
    audit::record(tx, referred.actor, "indication.create", Some(id), facts).await
}
