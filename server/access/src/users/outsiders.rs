//! Users outside the company: the profiles that those of partners and carriers can have, and whom a user belongs to.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{FormContext, UserInput};
use crate::profiles::{self, ProfileKind};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use trade::user_type::UserTypeCode;

/// A user belongs to another client or partner, or to the company, than before: what others shared with the user was for
/// somebody else.
#[derive(Clone)]
pub struct UserMoved {
    pub user_id: Uuid,
    pub at: DateTime<Utc>,
}

/// Whom a user works for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UserParty {
    client_id: Option<Uuid>,
    partner_id: Option<Uuid>,
    is_outside: bool,
}

impl UserParty {
    pub(super) async fn of(tx: &mut TenantTx, user_id: Uuid) -> ApiResult<Self> {
        let subject = profiles::subject(tx, user_id).await?.ok_or_else(ApiError::not_found)?;
        let is_outside = subject.is_outside();
        let partner_id = subject.partner.map(|partner| partner.id);
        Ok(Self { client_id: subject.client_id, partner_id, is_outside })
    }
}

impl UserInput {
    /// A user of a carrier is outside the company, so nothing for staff stands beside its profiles.
    pub(super) fn check_carrier(&self, context: &FormContext, errors: &mut FieldErrors) {
        let for_carriers = |kind: &ProfileKind| *kind == ProfileKind::Provider;
        let some = context.profile_kinds.iter().any(for_carriers);
        let is_staff = matches!(self.user_type, UserTypeCode::Dev | UserTypeCode::User);
        if is_staff && some && self.partner_id.is_none() && !context.profile_kinds.iter().all(for_carriers) {
            errors.push("profile_ids", MessageCode::ProviderProfilesOnly);
        }
    }

    /// A profile for partners and a partner require each other, and exclude other profiles.
    pub(super) fn check_partner(&mut self, context: &FormContext, errors: &mut FieldErrors) {
        if self.user_type != UserTypeCode::User {
            self.partner_id = None;
            return;
        }
        let for_partners = |kind: &ProfileKind| *kind == ProfileKind::Partner;
        let some = context.profile_kinds.iter().any(for_partners);
        let all = some && context.profile_kinds.iter().all(for_partners);
        match self.partner_id {
            None if some => errors.push("partner_id", MessageCode::Required),
            Some(_) if !context.partner_is_known => errors.push("partner_id", MessageCode::UnknownOption),
            _ => {}
        }
        if (some || self.partner_id.is_some()) && !all {
            errors.push("profile_ids", MessageCode::PartnerProfilesOnly);
        }
    }
}
