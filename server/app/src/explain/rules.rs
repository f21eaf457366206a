//! The answer of the policy, step by step. Only codes; the web has the texts.

use poem_openapi::Object;
use policy::{Action, Grants, Policy, ProfileUser, Resource, Scope, UserType};
use uuid::Uuid;

use access::profiles::names::ScopeName;
use access::profiles::{self, AssignedProfile, Subject};
use trade::wire_name;

wire_name! {
    /// Result of a step.
    PolicyStepCode {
        /// The user is inactive and cannot sign in.
        UserInactive = "user_inactive",
        /// The user's partner is inactive, and its users cannot sign in.
        PartnerInactive = "partner_inactive",
        /// The user's client is inactive, and its users cannot sign in.
        ClientInactive = "client_inactive",
        /// The resource does not have this action.
        ActionUnknown = "action_unknown",
        /// All signed-in users have this right.
        Everybody = "everybody",
        /// The user type has this right, and the user has no profiles.
        UserTypeGives = "user_type_gives",
        UserTypeSilent = "user_type_silent",
        /// Profiles do not restrict an administrator.
        AdminHasAll = "admin_has_all",
        ProfileGives = "profile_gives",
        /// The profile has no rule for it.
        ProfileSilent = "profile_silent",
        /// The profile is inactive.
        ProfileOff = "profile_off",
        /// The profile allows more than the maximum of this user type.
        ProfileCapped = "profile_capped",
        /// The feature flag opens the screen and its calls.
        FlagOn = "flag_on",
        /// The feature flag closes the screen and its calls: they are 404.
        FlagOff = "flag_off",
        /// Single records of this resource are not checked here.
        RecordNotAsked = "record_not_asked",
        RecordMissing = "record_missing",
        /// The record is within the user's scope.
        RecordReached = "record_reached",
        /// A profile binds the user to subsidiaries and restricts the rules to their records.
        BoundToSubsidiaries = "bound_to_subsidiaries",
        /// The record belongs to a subsidiary of other users, or to none.
        RecordOfOtherSubsidiary = "record_of_other_subsidiary",
        /// The user works for a partner, and the rules are restricted to the partner's records.
        BoundToPartner = "bound_to_partner",
        /// The record belongs to another partner, or to none.
        RecordOfOtherPartner = "record_of_other_partner",
        /// The record belongs to another user.
        RecordOfOthers = "record_of_others",
        StateAllows = "state_allows",
        /// The record already has this state; the call changes nothing.
        StateAlready = "state_already",
        /// The state of the record refuses the call with `message_code`.
        StateRefuses = "state_refuses",
    }
}

wire_name! {
    /// Effect of a step on the answer.
    PolicyVerdict { Allows = "allows", Refuses = "refuses", Neutral = "neutral" }
}

/// One check.
#[derive(Object, Clone, Debug)]
pub struct PolicyStep {
    pub code: PolicyStepCode,
    pub verdict: PolicyVerdict,
    /// Records that a rule allows; null for other steps.
    pub scope: Option<ScopeName>,
    pub profile_id: Option<Uuid>,
    pub profile_name: Option<String>,
    /// Name of the feature flag; null for other steps.
    pub flag: Option<String>,
    /// Status code of the record; null for other steps.
    pub status: Option<i16>,
    /// Code of the call's refusal, from `message-codes.json`; null for other steps.
    pub message_code: Option<String>,
    /// The message in the language of the request.
    pub message: Option<String>,
    /// Titles of the user's subsidiaries, possibly none; null for other steps.
    pub subsidiaries: Option<Vec<String>>,
    /// Name of the user's partner; null for other steps.
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

    fn with_scope(code: PolicyStepCode, scope: Scope) -> Self {
        let verdict = if scope == Scope::None { PolicyVerdict::Neutral } else { PolicyVerdict::Allows };
        Self { scope: Some(ScopeName(scope)), ..Self::new(code, verdict) }
    }
}

/// Why a user cannot sign in, whatever the rules give.
pub fn list_sign_in_steps(asked: &Subject) -> Vec<PolicyStep> {
    let refuse = |code| PolicyStep::new(code, PolicyVerdict::Refuses);
    let partner = asked.partner.as_ref().filter(|partner| !partner.active).map(|partner| PolicyStep {
        partner: Some(partner.name.clone()),
        ..refuse(PolicyStepCode::PartnerInactive)
    });
    let client = asked.is_client_off.then(|| refuse(PolicyStepCode::ClientInactive));
    let user = (!asked.active).then(|| refuse(PolicyStepCode::UserInactive));
    partner.into_iter().chain(client).chain(user).collect()
}

/// The checked rules and their result.
pub fn rules(
    policy: &Policy,
    profile_user: impl Into<ProfileUser>,
    profiles: &[AssignedProfile],
    resource: Resource,
    action: Action,
) -> (Grants, Vec<PolicyStep>) {
    let profile_user @ ProfileUser { user_type, has_partner, .. } = profile_user.into();
    let grants = profiles::compute_grants(policy, profile_user, profiles);
    if profiles.is_empty() && !has_partner || user_type == UserType::Admin {
        let scope = grants.scope(resource, action);
        let code = match (scope, profiles) {
            (Scope::None, _) => PolicyStepCode::UserTypeSilent,
            (_, []) => PolicyStepCode::UserTypeGives,
            _ => PolicyStepCode::AdminHasAll,
        };
        return (grants, vec![PolicyStep::with_scope(code, scope)]);
    }
    let mut steps = Vec::new();
    let base = policy.rights_of_all_users().scope(resource, action);
    if base != Scope::None {
        steps.push(PolicyStep::with_scope(PolicyStepCode::Everybody, base));
    }
    steps.extend(profiles.iter().map(|one| of_profile(policy, profile_user, one, resource, action)));
    (grants, steps)
}

fn of_profile(
    policy: &Policy,
    profile_user: ProfileUser,
    profile: &AssignedProfile,
    resource: Resource,
    action: Action,
) -> PolicyStep {
    let stated_rule = profile.rules.iter().find(|rule| (rule.resource, rule.action) == (resource, action));
    let stated_scope = stated_rule.map_or(Scope::None, |rule| rule.scope);
    let given = policy.grants_with_profiles(profile_user, [profile.grants(policy)]).scope(resource, action);
    let (code, scope) = match (profile.active, stated_scope) {
        (false, _) => (PolicyStepCode::ProfileOff, Scope::None),
        (_, Scope::None) => (PolicyStepCode::ProfileSilent, Scope::None),
        (_, stated) if given < stated => (PolicyStepCode::ProfileCapped, given),
        _ => (PolicyStepCode::ProfileGives, given),
    };
    let step = PolicyStep::with_scope(code, scope);
    PolicyStep { profile_id: Some(profile.id), profile_name: Some(profile.name.clone()), ..step }
}

#[cfg(test)]
mod tests {
    use policy::Rule;

    use super::*;
    use access::profiles::ProfileKind;

    fn profile(kind: ProfileKind, active: bool, scope: Scope) -> AssignedProfile {
        let rule = Rule { resource: Resource::Shipment, action: Action::List, scope };
        AssignedProfile { id: Uuid::nil(), name: "Desk".to_owned(), kind, active, rules: vec![rule] }
    }

    fn codes(user_type: UserType, profiles: &[AssignedProfile], action: Action) -> Vec<PolicyStepCode> {
        let (_, steps) = rules(&Policy::load_shipped(), user_type, profiles, Resource::Shipment, action);
        steps.into_iter().map(|step| step.code).collect()
    }

    #[test]
    fn every_checked_rule_is_listed() {
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
    fn an_allowing_step_is_listed_only_if_allowed() {
        let policy = Policy::load_shipped();
        let of_partner = ProfileUser { has_partner: true, ..UserType::User.into() };
        let bound = ProfileUser { is_bound: true, ..UserType::User.into() };
        for profile_user in UserType::ALL.map(ProfileUser::from).into_iter().chain([of_partner, bound]) {
            for kind in ProfileKind::ALL {
                for (resource, action) in Resource::all_rights() {
                    let assigned = [profile(*kind, true, Scope::Any), profile(*kind, false, Scope::Own)];
                    for profiles in [&assigned[..], &assigned[..1], &assigned[1..], &[]] {
                        let (grants, steps) = rules(&policy, profile_user, profiles, resource, action);
                        let told = steps.iter().any(|step| step.verdict == PolicyVerdict::Allows);
                        assert_eq!(
                            told,
                            grants.allow(resource, action),
                            "{profile_user:?} {kind:?} {resource} {action}"
                        );
                    }
                }
            }
        }
    }
}
