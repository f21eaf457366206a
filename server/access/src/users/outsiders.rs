//! Which profiles users of partners and carriers can have.

use super::model::{FormContext, UserInput, UserTypeCode};
use crate::profiles::ProfileKind;
use server_core::http::error::FieldErrors;
use server_core::http::messages::MessageCode;

impl UserInput {
    /// A user of a carrier is outside the company, so nothing for staff stands beside its profiles.
    pub(super) fn check_carrier(&self, around: &FormContext, errors: &mut FieldErrors) {
        let for_carriers = |kind: &ProfileKind| *kind == ProfileKind::Provider;
        let some = around.profile_kinds.iter().any(for_carriers);
        let is_staff = matches!(self.user_type, UserTypeCode::Dev | UserTypeCode::User);
        if is_staff && some && self.partner_id.is_none() && !around.profile_kinds.iter().all(for_carriers) {
            errors.push("profile_ids", MessageCode::ProviderProfilesOnly);
        }
    }

    /// A profile for partners and a partner require each other, and exclude other profiles.
    pub(super) fn check_partner(&mut self, around: &FormContext, errors: &mut FieldErrors) {
        if self.user_type != UserTypeCode::User {
            self.partner_id = None;
            return;
        }
        let for_partners = |kind: &ProfileKind| *kind == ProfileKind::Partner;
        let some = around.profile_kinds.iter().any(for_partners);
        let all = some && around.profile_kinds.iter().all(for_partners);
        match self.partner_id {
            None if some => errors.push("partner_id", MessageCode::Required),
            Some(_) if !around.partner_is_known => errors.push("partner_id", MessageCode::UnknownOption),
            _ => {}
        }
        if (some || self.partner_id.is_some()) && !all {
            errors.push("profile_ids", MessageCode::PartnerProfilesOnly);
        }
    }
}
