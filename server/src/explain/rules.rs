//! Why somebody may or may not do something: the answer of the policy, step by step. Codes only; the words are the
//! web's.

use poem_openapi::Object;
use policy::{Action, Bearer, Grants, Policy, Resource, Scope, UserType};
use uuid::Uuid;

use crate::access::profiles::Borne;
use crate::access::profiles::names::ScopeName;
use crate::wire_name;

wire_name! {
    /// What a step found.
    PolicyStepCode {
        /// The user is switched off and cannot sign in.
        UserInactive = "user_inactive",
        /// The partner the user works for is switched off, and nobody of it can sign in.
        PartnerInactive = "partner_inactive",
        /// The resource does not know this action.
        ActionUnknown = "action_unknown",
        /// Everybody who is signed in has it.
        Everybody = "everybody",
        /// The user type has it, and the user has no profiles.
        UserTypeGives = "user_type_gives",
        UserTypeSilent = "user_type_silent",
        /// Profiles take nothing from an administrator.
        AdminHasAll = "admin_has_all",
        ProfileGives = "profile_gives",
        /// The profile says nothing of it.
        ProfileSilent = "profile_silent",
        /// The profile is switched off.
        ProfileOff = "profile_off",
        /// The profile says more than a user of this type can get from it.
        ProfileCapped = "profile_capped",
        /// The feature's flag lets the menu show it. Calls do not ask for it.
        FlagOn = "flag_on",
        /// The feature's flag hides it from the menu. Calls do not ask for it.
        FlagOff = "flag_off",
        /// Of this resource no single record is looked at here.
        RecordNotAsked = "record_not_asked",
        RecordMissing = "record_missing",
        /// The record is within what the user reaches.
        RecordReached = "record_reached",
        /// A profile binds the user to subsidiaries, and their records are all it reaches of those the rules name.
        BoundToSubsidiaries = "bound_to_subsidiaries",
        /// The record is of a subsidiary the user is not bound to, or of none.
        RecordOfOtherSubsidiary = "record_of_other_subsidiary",
        /// The user works for a partner, whose records are all it reaches of those the rules name.
        BoundToPartner = "bound_to_partner",
        /// The record is of another partner, or of none.
        RecordOfOtherPartner = "record_of_other_partner",
        /// The record belongs to somebody else.
        RecordOfOthers = "record_of_others",
        StateAllows = "state_allows",
        /// The record is so already: asked for again, nothing happens.
        StateAlready = "state_already",
        /// As the record stands, the call answers with `message_code`.
        StateRefuses = "state_refuses",
    }
}

wire_name! {
    /// What a step means for the answer.
    PolicyVerdict { Allows = "allows", Refuses = "refuses", Neutral = "neutral" }
}

/// One thing that was looked at.
#[derive(Object, Clone, Debug)]
pub struct PolicyStep {
    pub code: PolicyStepCode,
    pub verdict: PolicyVerdict,
    /// To whose records, of a rule.
    pub scope: Option<ScopeName>,
    pub profile_id: Option<Uuid>,
    pub profile_name: Option<String>,
    /// Name of a feature flag.
    pub flag: Option<String>,
    /// Status code of the record.
    pub status: Option<i16>,
    /// Stable code of what the call answers, from `message-codes.json`.
    pub message_code: Option<String>,
    /// The message in the language of the request.
    pub message: Option<String>,
    /// Titles of the subsidiaries the user is bound to; there may be none.
    pub subsidiaries: Option<Vec<String>>,
    /// Name of the partner the user works for.
    pub partner: Option<String>,
}

impl PolicyStep {
    pub fn new(code: PolicyStepCode, verdict: PolicyVerdict) -> Self {
        let (scope, profile_id, profile_name, flag, status) = Default::default();
        let (message_code, message, subsidiaries, partner) = Default::default();
        Self {
            code,
            verdict,
            scope,
            profile_id,
            profile_name,
            flag,
            status,
            message_code,
            message,
            subsidiaries,
            partner,
        }
    }

    fn scoped(code: PolicyStepCode, scope: Scope) -> Self {
        let verdict = if scope == Scope::None { PolicyVerdict::Neutral } else { PolicyVerdict::Allows };
        Self { scope: Some(ScopeName(scope)), ..Self::new(code, verdict) }
    }
}

impl Borne {
    fn grants(&self, policy: &Policy) -> Grants {
        policy.profile(self.kind.of_policy(), self.rules.iter().copied())
    }
}

/// The rules that were looked at, and what they come to: the same as every request of this user is answered by.
pub fn rules(
    policy: &Policy,
    bearer: impl Into<Bearer>,
    profiles: &[Borne],
    (resource, action): (Resource, Action),
) -> (Grants, Vec<PolicyStep>) {
    let bearer @ Bearer { user_type, has_partner } = bearer.into();
    if profiles.is_empty() && !has_partner || user_type == UserType::Admin {
        let grants = policy.grants(user_type);
        let scope = grants.scope(resource, action);
        let code = match (scope, profiles) {
            (Scope::None, _) => PolicyStepCode::UserTypeSilent,
            (_, []) => PolicyStepCode::UserTypeGives,
            _ => PolicyStepCode::AdminHasAll,
        };
        return (grants, vec![PolicyStep::scoped(code, scope)]);
    }
    let mut steps = Vec::new();
    let base = policy.base().scope(resource, action);
    if base != Scope::None {
        steps.push(PolicyStep::scoped(PolicyStepCode::Everybody, base));
    }
    steps.extend(profiles.iter().map(|one| of_profile(policy, bearer, one, (resource, action))));
    let active = profiles.iter().filter(|one| one.active).map(|one| one.grants(policy));
    (policy.with_profiles(bearer, active), steps)
}

fn of_profile(
    policy: &Policy,
    bearer: Bearer,
    profile: &Borne,
    (resource, action): (Resource, Action),
) -> PolicyStep {
    let said = profile.rules.iter().find(|rule| (rule.resource, rule.action) == (resource, action));
    let asked = said.map_or(Scope::None, |rule| rule.scope);
    let given = policy.with_profiles(bearer, [profile.grants(policy)]).scope(resource, action);
    let (code, scope) = match (profile.active, asked) {
        (false, _) => (PolicyStepCode::ProfileOff, Scope::None),
        (_, Scope::None) => (PolicyStepCode::ProfileSilent, Scope::None),
        (_, asked) if given < asked => (PolicyStepCode::ProfileCapped, given),
        _ => (PolicyStepCode::ProfileGives, given),
    };
    let step = PolicyStep::scoped(code, scope);
    PolicyStep { profile_id: Some(profile.id), profile_name: Some(profile.name.clone()), ..step }
}

#[cfg(test)]
mod tests {
    use policy::Rule;

    use super::*;
    use crate::access::profiles::ProfileKind;

    fn profile(kind: ProfileKind, active: bool, scope: Scope) -> Borne {
        let rule = Rule { resource: Resource::Shipment, action: Action::List, scope };
        Borne { id: Uuid::nil(), name: "Desk".to_owned(), kind, active, rules: vec![rule] }
    }

    fn codes(user_type: UserType, profiles: &[Borne], action: Action) -> Vec<PolicyStepCode> {
        let (_, steps) = rules(&Policy::shipped(), user_type, profiles, (Resource::Shipment, action));
        steps.into_iter().map(|step| step.code).collect()
    }

    #[test]
    fn each_rule_that_was_looked_at_is_told() {
        use PolicyStepCode as Code;
        let (staff, off) =
            (profile(ProfileKind::Staff, true, Scope::Any), profile(ProfileKind::Staff, false, Scope::Any));
        assert_eq!(codes(UserType::User, &[], Action::List), [Code::UserTypeGives]);
        assert_eq!(codes(UserType::Client, &[], Action::RecordEvent), [Code::UserTypeSilent]);
        assert_eq!(
            codes(UserType::User, &[off, staff], Action::List),
            [Code::ProfileOff, Code::ProfileGives]
        );
        let staff = profile(ProfileKind::Staff, true, Scope::Any);
        assert_eq!(codes(UserType::User, &[staff], Action::Cancel), [Code::ProfileSilent]);
        let client = profile(ProfileKind::Client, true, Scope::Any);
        assert_eq!(codes(UserType::Client, &[client], Action::List), [Code::ProfileCapped]);
        let admins = profile(ProfileKind::Staff, false, Scope::Any);
        assert_eq!(codes(UserType::Admin, &[admins], Action::List), [Code::AdminHasAll]);
    }

    #[test]
    fn a_step_that_allows_stands_there_exactly_when_it_is_allowed() {
        let policy = Policy::shipped();
        let of_partner = Bearer { user_type: UserType::User, has_partner: true };
        for bearer in UserType::ALL.map(Bearer::from).into_iter().chain([of_partner]) {
            for kind in ProfileKind::ALL {
                for (resource, action) in Resource::rights() {
                    let borne = [profile(*kind, true, Scope::Any), profile(*kind, false, Scope::Own)];
                    for profiles in [&borne[..], &borne[..1], &borne[1..], &[]] {
                        let (grants, steps) = rules(&policy, bearer, profiles, (resource, action));
                        let told = steps.iter().any(|step| step.verdict == PolicyVerdict::Allows);
                        assert_eq!(
                            told,
                            grants.allow(resource, action),
                            "{bearer:?} {kind:?} {resource} {action}"
                        );
                    }
                }
            }
        }
    }
}
