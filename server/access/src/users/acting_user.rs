//! Actions a user may take on another user: shared by buttons, guards and explanations.

use poem_openapi::Object;
use policy::{Action, Grants, Policy, Resource, UserType};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::UserRow;
use super::store;
use crate::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordState, Verdict};
use trade::user_type::UserTypeCode;

/// Permissions of the current user on this user.
#[derive(Object)]
pub struct UserCan {
    pub update: bool,
    pub delete: bool,
    pub activate: bool,
    pub deactivate: bool,
    /// Send the invitation again.
    pub invite: bool,
    pub reset_password: bool,
    /// Disable the second factor, for a user who lost the app and the codes.
    pub reset_second_factor: bool,
    /// Act as this user for a while.
    pub switch: bool,
}

/// The user who acts on other users.
pub struct ActingUser<'a> {
    pub id: Uuid,
    pub grants: &'a Grants,
    /// True while an administrator acts as this user.
    pub is_switched: bool,
    pub policy: &'a Policy,
}

impl<'a> From<&'a Ctx> for ActingUser<'a> {
    fn from(ctx: &'a Ctx) -> Self {
        Self {
            id: ctx.user.id,
            grants: &ctx.grants,
            is_switched: ctx.user.acting.is_some(),
            policy: &ctx.state().policy,
        }
    }
}

impl ActingUser<'_> {
    /// The message code is the reason for a refusal. Buttons and guards use this value.
    pub fn may(&self, action: Action, user: &UserRow) -> Result<(), MessageCode> {
        let theirs = self.rights(user.user_type);
        if !self.grants.allow(Resource::User, action) || !self.grants.covers(&theirs) {
            return Err(MessageCode::Forbidden);
        }
        let reaches_the_person = matches!(
            action,
            Action::Invite | Action::ResetPassword | Action::ResetSecondFactor | Action::Switch
        );
        let is_about_others = matches!(
            action,
            Action::Deactivate | Action::Delete | Action::ResetSecondFactor | Action::Switch
        );
        match action {
            _ if user.erased_at.is_some() => Err(MessageCode::UserErased),
            _ if is_about_others && user.id == self.id => Err(MessageCode::NotYourself),
            _ if reaches_the_person && self.is_switched => Err(MessageCode::NotWhileSwitched),
            _ if reaches_the_person && !user.active => Err(MessageCode::UserNotActive),
            Action::Deactivate if !user.active => Err(MessageCode::UserNotActive),
            Action::Activate if user.active => Err(MessageCode::UserActive),
            Action::Invite if user.has_joined => Err(MessageCode::UserHasJoined),
            Action::ResetPassword if !user.has_joined => Err(MessageCode::UserNotJoined),
            Action::ResetSecondFactor if !user.has_second_factor => Err(MessageCode::SecondFactorNotOn),
            Action::Delete if user.last_login_at.is_some() => Err(MessageCode::UserHasSignedIn),
            Action::Switch if user.organization_active == Some(false) => {
                Err(MessageCode::OrganizationNotActive)
            }
            Action::Switch if theirs.covers(self.grants) => Err(MessageCode::UserNotBelow),
            _ => Ok(()),
        }
    }

    /// The guard of a call: returns 403 without the right, 409 when the state of the user forbids it.
    pub fn guard(&self, action: Action, user: &UserRow) -> ApiResult<()> {
        self.may(action, user).map_err(|code| match code {
            MessageCode::Forbidden => ApiError::forbidden(),
            code => ApiError::refused(code),
        })
    }

    fn rights(&self, user_type: UserTypeCode) -> Grants {
        UserType::from_code(user_type.code()).map_or(Grants::NONE, |it| self.policy.grants(it))
    }

    /// The user types that this user may assign.
    pub fn may_give(&self, user_type: UserTypeCode) -> bool {
        self.grants.covers(&self.rights(user_type))
    }
}

impl UserCan {
    pub fn of(acting_user: &ActingUser, user: &UserRow) -> Self {
        let may = |action| acting_user.may(action, user).is_ok();
        Self {
            update: may(Action::Update),
            delete: may(Action::Delete),
            activate: may(Action::Activate),
            deactivate: may(Action::Deactivate),
            invite: may(Action::Invite),
            reset_password: may(Action::ResetPassword),
            reset_second_factor: may(Action::ResetSecondFactor),
            switch: may(Action::Switch),
        }
    }
}

/// The state of a user towards an action.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    acting_user: &ActingUser<'_>,
) -> ApiResult<RecordState> {
    let user = store::find(tx, id).await?;
    let verdict = acting_user.may(action, &user).map_or_else(Verdict::no, |()| Verdict::Yes);
    Ok(RecordState::of_company(verdict))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::super::model::tests::user;
    use super::*;

    fn asked(by: UserType, action: Action, user: &UserRow) -> Result<(), MessageCode> {
        let policy = Policy::load_shipped();
        let grants = policy.grants(by);
        ActingUser { id: Uuid::from_u128(1), grants: &grants, is_switched: false, policy: &policy }
            .may(action, user)
    }

    fn by_admin(action: Action, user: &UserRow) -> Result<(), MessageCode> {
        asked(UserType::Admin, action, user)
    }

    #[test]
    fn actions_depend_on_the_state_of_the_user() {
        let known = user(UserTypeCode::User);
        let invited = UserRow {
            has_joined: false,
            has_second_factor: false,
            last_login_at: None,
            ..user(UserTypeCode::User)
        };
        let gone = UserRow { active: false, ..user(UserTypeCode::User) };
        use MessageCode as Code;
        let table = [
            (Action::Update, [Ok(()), Ok(()), Ok(())]),
            (Action::Delete, [Err(Code::UserHasSignedIn), Ok(()), Err(Code::UserHasSignedIn)]),
            (Action::Activate, [Err(Code::UserActive), Err(Code::UserActive), Ok(())]),
            (Action::Deactivate, [Ok(()), Ok(()), Err(Code::UserNotActive)]),
            (Action::Invite, [Err(Code::UserHasJoined), Ok(()), Err(Code::UserNotActive)]),
            (Action::ResetPassword, [Ok(()), Err(Code::UserNotJoined), Err(Code::UserNotActive)]),
            (Action::ResetSecondFactor, [Ok(()), Err(Code::SecondFactorNotOn), Err(Code::UserNotActive)]),
            (Action::Switch, [Ok(()), Ok(()), Err(Code::UserNotActive)]),
        ];
        for (action, answers) in table {
            assert_eq!([&known, &invited, &gone].map(|user| by_admin(action, user)), answers, "{action}");
        }
    }

    #[test]
    fn an_erased_user_does_not_change_any_more() {
        let erased =
            UserRow { active: false, erased_at: Some(DateTime::UNIX_EPOCH), ..user(UserTypeCode::Client) };
        for action in [Action::Update, Action::Activate, Action::Invite, Action::Delete, Action::Switch] {
            assert_eq!(by_admin(action, &erased), Err(MessageCode::UserErased), "{action}");
        }
    }

    #[test]
    fn nobody_but_an_administrator_does_anything() {
        for by in [UserType::Dev, UserType::User, UserType::Client] {
            for &action in Resource::User.actions() {
                assert!(asked(by, action, &user(UserTypeCode::Client)).is_err(), "{by:?} {action}");
            }
        }
    }

    #[test]
    fn administrator_is_not_locked_out_and_does_not_act_as_administrator() {
        let own = UserRow { id: Uuid::from_u128(1), last_login_at: None, ..user(UserTypeCode::Admin) };
        for action in [Action::Deactivate, Action::Delete, Action::ResetSecondFactor, Action::Switch] {
            assert_eq!(by_admin(action, &own), Err(MessageCode::NotYourself), "{action}");
        }
        let other = user(UserTypeCode::Admin);
        assert_eq!(by_admin(Action::Switch, &other), Err(MessageCode::UserNotBelow));
        assert_eq!(by_admin(Action::Deactivate, &other), Ok(()));
        assert_eq!(by_admin(Action::Switch, &user(UserTypeCode::Dev)), Ok(()));
    }
}
