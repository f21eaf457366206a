//! A user as administrators see it, what may be done with it by whom, and what is wrong with a form.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use policy::{Action, Grants, Policy, Resource, UserType};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::access::login::read_email;
use crate::access::profiles::ProfileKind;
use crate::account::{SizeUnit, UserTypeCode, WeightUnit};
use crate::http::ctx::Ctx;
use crate::http::error::{ApiError, ApiResult, FieldErrors};
use crate::http::messages::{Language, MessageCode};

/// A user, as administrators see it.
#[derive(Object)]
pub struct User {
    pub id: Uuid,
    #[oai(flatten)]
    pub input: UserInput,
    /// Of the client a user of type 30 belongs to.
    pub client_name: Option<String>,
    /// Of the partner the user works for.
    pub partner_name: Option<String>,
    pub profiles: Vec<BorneProfile>,
    pub subsidiaries: Vec<OwnSubsidiary>,
    /// Whether the user may sign in.
    pub active: bool,
    /// Invited, and has not chosen a password yet.
    pub invited: bool,
    /// A code is asked for at the sign-in.
    pub second_factor: bool,
    pub last_login_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i32,
    pub can: UserCan,
}

/// What an administrator says about a user.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserInput {
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// What the user signs in with; case does not matter.
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// At most one's own.
    pub user_type: UserTypeCode,
    /// The client a user of type 30 belongs to; of no other.
    pub client_id: Option<Uuid>,
    /// The partner a user of type 20 works for, which reaches that partner's records alone. It goes with profiles for
    /// partners, and these with it.
    pub partner_id: Option<Uuid>,
    /// BCP 47, of letters and screens; one of those the company's pages come in.
    #[oai(rename = "language_id")]
    #[serde(rename = "language_id")]
    pub language: Language,
    /// IANA name.
    #[oai(rename = "preferred_timezone_id", validator(max_length = 60))]
    #[serde(rename = "preferred_timezone_id")]
    pub time_zone: String,
    #[oai(rename = "prefered_weight_unit")]
    #[serde(rename = "prefered_weight_unit")]
    pub weight_unit: WeightUnit,
    #[oai(rename = "prefered_size_unit")]
    #[serde(rename = "prefered_size_unit")]
    pub size_unit: SizeUnit,
    /// With none, the user may do what its type may. Those for clients' people suit type 30, those for partners' people
    /// who works for a partner, the others everybody else.
    #[oai(default, validator(max_items = 50))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub profile_ids: Vec<Uuid>,
    /// Where the user works, for types 11 and 20. A profile can bind to these: such a user reaches their shipments alone.
    #[oai(default, validator(max_items = 200))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subsidiary_ids: Vec<Uuid>,
}

/// A changed user: the fields that change, and the version they were read at.
#[derive(Object, Serialize, Deserialize)]
pub struct UserUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: UserInput,
    /// The version you read; 409 `stale_version` when somebody changed it since.
    pub version: i32,
}

/// What the signed-in user may do with this one: what guards the calls.
#[derive(Object)]
pub struct UserCan {
    pub update: bool,
    pub delete: bool,
    pub activate: bool,
    pub deactivate: bool,
    /// Send the invitation once more.
    pub invite: bool,
    pub reset_password: bool,
    /// Switch the second step of the sign-in off, for somebody who lost the app and the codes.
    pub reset_second_factor: bool,
    /// Act as this user for a while.
    pub switch: bool,
}

/// A profile the user bears.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct BorneProfile {
    pub id: Uuid,
    pub name: String,
}

/// A subsidiary the user works at.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct OwnSubsidiary {
    pub id: Uuid,
    pub title: String,
}

#[derive(sqlx::FromRow)]
pub struct UserRow {
    pub id: Uuid,
    pub user_type: UserTypeCode,
    pub name: String,
    pub email: String,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub partner_id: Option<Uuid>,
    pub partner_name: Option<String>,
    pub partner_active: Option<bool>,
    pub language: String,
    pub time_zone: String,
    pub weight_unit: WeightUnit,
    pub size_unit: SizeUnit,
    pub profiles: sqlx::types::Json<Vec<BorneProfile>>,
    pub subsidiaries: sqlx::types::Json<Vec<OwnSubsidiary>>,
    pub active: bool,
    pub has_joined: bool,
    pub has_second_factor: bool,
    pub last_login_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i32,
}

impl UserRow {
    pub fn input(&self) -> UserInput {
        UserInput {
            name: self.name.clone(),
            email: self.email.clone(),
            user_type: self.user_type,
            client_id: self.client_id,
            partner_id: self.partner_id,
            language: Language::nearest(&self.language).unwrap_or_default(),
            time_zone: self.time_zone.clone(),
            weight_unit: self.weight_unit,
            size_unit: self.size_unit,
            profile_ids: self.profiles.iter().map(|profile| profile.id).collect(),
            subsidiary_ids: self.subsidiaries.iter().map(|subsidiary| subsidiary.id).collect(),
        }
    }

    pub fn view(self, asker: &Asker) -> User {
        User {
            can: UserCan::of(asker, &self),
            input: self.input(),
            id: self.id,
            client_name: self.client_name,
            partner_name: self.partner_name,
            profiles: self.profiles.0,
            subsidiaries: self.subsidiaries.0,
            active: self.active,
            invited: !self.has_joined,
            second_factor: self.has_second_factor,
            last_login_at: self.last_login_at,
            created_at: self.created_at,
            updated_at: self.updated_at,
            version: self.version,
        }
    }
}

/// Who wants to do something with users.
pub struct Asker<'a> {
    pub id: Uuid,
    pub grants: &'a Grants,
    /// Somebody else sits there in truth.
    pub is_switched: bool,
    pub policy: &'a Policy,
}

impl<'a> From<&'a Ctx> for Asker<'a> {
    fn from(ctx: &'a Ctx) -> Self {
        Self {
            id: ctx.user.id,
            grants: &ctx.grants,
            is_switched: ctx.user.acting.is_some(),
            policy: &ctx.state().policy,
        }
    }
}

impl Asker<'_> {
    /// The code says why not. Buttons and guards read this same value.
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
            _ if is_about_others && user.id == self.id => Err(MessageCode::NotYourself),
            _ if reaches_the_person && self.is_switched => Err(MessageCode::NotWhileSwitched),
            _ if reaches_the_person && !user.active => Err(MessageCode::UserNotActive),
            Action::Deactivate if !user.active => Err(MessageCode::UserNotActive),
            Action::Activate if user.active => Err(MessageCode::UserActive),
            Action::Invite if user.has_joined => Err(MessageCode::UserHasJoined),
            Action::ResetPassword if !user.has_joined => Err(MessageCode::UserNotJoined),
            Action::ResetSecondFactor if !user.has_second_factor => Err(MessageCode::SecondFactorNotOn),
            Action::Delete if user.last_login_at.is_some() => Err(MessageCode::UserHasSignedIn),
            Action::Switch if user.partner_active == Some(false) => Err(MessageCode::PartnerNotActive),
            Action::Switch if theirs.covers(self.grants) => Err(MessageCode::UserNotBelow),
            _ => Ok(()),
        }
    }

    /// The guard of a call: 403 without the right, 409 where the user's state is against it.
    pub fn guard(&self, action: Action, user: &UserRow) -> ApiResult<()> {
        self.may(action, user).map_err(|code| match code {
            MessageCode::Forbidden => ApiError::forbidden(),
            code => ApiError::refused(code),
        })
    }

    fn rights(&self, user_type: UserTypeCode) -> Grants {
        UserType::from_code(user_type.code()).map_or(Grants::NONE, |it| self.policy.grants(it))
    }

    /// The user types this one may give.
    pub fn may_give(&self, user_type: UserTypeCode) -> bool {
        self.grants.covers(&self.rights(user_type))
    }
}

impl UserCan {
    fn of(asker: &Asker, user: &UserRow) -> Self {
        let may = |action| asker.may(action, user).is_ok();
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

/// What a form is checked against.
pub struct Surroundings<'a> {
    pub languages: &'a [Language],
    /// The client that is named exists and is in use.
    pub client_is_known: bool,
    /// So does the partner.
    pub partner_is_known: bool,
    /// Of the profiles that are named.
    pub profile_kinds: Vec<ProfileKind>,
}

impl UserInput {
    /// All that says what the user may do.
    pub fn rights(&self) -> (UserTypeCode, Option<Uuid>, BTreeSet<Uuid>) {
        let lists = self.profile_ids.iter().chain(&self.subsidiary_ids).chain(&self.partner_id);
        (self.user_type, self.client_id, lists.copied().collect())
    }

    /// Profiles and subsidiaries are put on record where they are given.
    pub fn alone(&self) -> Self {
        Self { profile_ids: Vec::new(), subsidiary_ids: Vec::new(), ..self.clone() }
    }

    pub fn is_admin(&self) -> bool {
        self.user_type == UserTypeCode::Admin
    }

    /// The form as it is stored, and all that is wrong with it. `before` is the user as it was.
    pub fn check(
        mut self,
        asker: &Asker,
        around: &Surroundings,
        before: Option<&UserRow>,
    ) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.name = self.name.trim().to_owned();
        if self.name.is_empty() {
            errors.push("name", MessageCode::Required);
        }
        self.email = read_email(&self.email, &mut errors);
        self.check_client(around, &mut errors);
        self.check_partner(around, &mut errors);
        let is_staff = matches!(self.user_type, UserTypeCode::Dev | UserTypeCode::User);
        if !is_staff || self.partner_id.is_some() {
            self.subsidiary_ids.clear();
        }
        if !around.languages.contains(&self.language) {
            errors.push("language_id", MessageCode::UnknownOption);
        }
        if self.time_zone.parse::<Tz>().is_err() {
            errors.push("preferred_timezone_id", MessageCode::UnknownOption);
        }
        if !asker.may_give(self.user_type) {
            errors.push("user_type", MessageCode::BeyondYourRights);
        }
        if let Some(before) = before.filter(|before| before.id == asker.id) {
            self.check_own(before, &mut errors);
        }
        errors.into_result()?;
        Ok(self)
    }

    fn check_client(&mut self, around: &Surroundings, errors: &mut FieldErrors) {
        if self.user_type != UserTypeCode::Client {
            self.client_id = None;
        } else if self.client_id.is_none() {
            errors.push("client_id", MessageCode::Required);
        } else if !around.client_is_known {
            errors.push("client_id", MessageCode::UnknownClient);
        }
    }

    /// A profile for partners and a partner go together, and with no other profile: nobody works for two.
    fn check_partner(&mut self, around: &Surroundings, errors: &mut FieldErrors) {
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

    /// What would shut somebody out of their own account.
    fn check_own(&self, before: &UserRow, errors: &mut FieldErrors) {
        if self.user_type != before.user_type {
            errors.push("user_type", MessageCode::NotYourself);
        }
        if self.client_id != before.client_id && self.user_type == UserTypeCode::Client {
            errors.push("client_id", MessageCode::NotYourself);
        }
        if self.email != before.email && !errors.contains("email") {
            errors.push("email", MessageCode::NotYourself);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(user_type: UserTypeCode) -> UserRow {
        UserRow {
            id: Uuid::from_u128(2),
            user_type,
            name: "Íris Prado".into(),
            email: "iris@atlantico.test".into(),
            client_id: None,
            client_name: None,
            partner_id: None,
            partner_name: None,
            partner_active: None,
            language: "pt-BR".into(),
            time_zone: "America/Recife".into(),
            weight_unit: WeightUnit::Kilograms,
            size_unit: SizeUnit::Centimetres,
            profiles: sqlx::types::Json(Vec::new()),
            subsidiaries: sqlx::types::Json(Vec::new()),
            active: true,
            has_joined: true,
            has_second_factor: true,
            last_login_at: Some(DateTime::UNIX_EPOCH),
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
            version: 1,
        }
    }

    fn asked(by: UserType, action: Action, user: &UserRow) -> Result<(), MessageCode> {
        let policy = Policy::shipped();
        let grants = policy.grants(by);
        Asker { id: Uuid::from_u128(1), grants: &grants, is_switched: false, policy: &policy }
            .may(action, user)
    }

    fn by_admin(action: Action, user: &UserRow) -> Result<(), MessageCode> {
        asked(UserType::Admin, action, user)
    }

    #[test]
    fn the_state_of_a_user_says_what_an_administrator_may_do() {
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
    fn nobody_but_an_administrator_does_anything() {
        for by in [UserType::Dev, UserType::User, UserType::Client] {
            for &action in Resource::User.actions() {
                let answer = asked(by, action, &user(UserTypeCode::Client));
                let selects = action == Action::Select && by != UserType::Client;
                assert_eq!(answer.is_ok(), selects, "{by:?} {action}");
            }
        }
    }

    #[test]
    fn an_administrator_neither_shuts_itself_out_nor_acts_as_another() {
        let own = UserRow { id: Uuid::from_u128(1), last_login_at: None, ..user(UserTypeCode::Admin) };
        for action in [Action::Deactivate, Action::Delete, Action::ResetSecondFactor, Action::Switch] {
            assert_eq!(by_admin(action, &own), Err(MessageCode::NotYourself), "{action}");
        }
        let other = user(UserTypeCode::Admin);
        assert_eq!(by_admin(Action::Switch, &other), Err(MessageCode::UserNotBelow));
        assert_eq!(by_admin(Action::Deactivate, &other), Ok(()));
        assert_eq!(by_admin(Action::Switch, &user(UserTypeCode::Dev)), Ok(()));
    }

    fn around(profile_kinds: &[ProfileKind]) -> Surroundings<'static> {
        Surroundings {
            languages: &[Language::En],
            client_is_known: false,
            partner_is_known: true,
            profile_kinds: profile_kinds.to_vec(),
        }
    }

    #[test]
    fn a_partner_and_profiles_for_partners_go_together_and_with_no_others() {
        use MessageCode::{PartnerProfilesOnly, Required};
        let told = |user_type, partner_id, kinds: &[ProfileKind]| {
            let mut input = UserInput { partner_id, ..user(user_type).input() };
            let mut errors = FieldErrors::default();
            input.check_partner(&around(kinds), &mut errors);
            (input.partner_id, format!("{errors:?}"))
        };
        let (own, staff, partner) = (Some(Uuid::nil()), ProfileKind::Staff, ProfileKind::Partner);
        let fine = |(_, told): (Option<Uuid>, String)| !told.contains("Required") && !told.contains("Only");
        assert!(fine(told(UserTypeCode::User, own, &[partner, partner])));
        assert!(fine(told(UserTypeCode::User, None, &[staff])));
        assert!(told(UserTypeCode::User, None, &[partner]).1.contains(&format!("{Required:?}")));
        for kinds in [&[][..], &[staff], &[staff, partner], &[ProfileKind::Provider, partner]] {
            let (_, told) = told(UserTypeCode::User, own, kinds);
            assert!(told.contains(&format!("{PartnerProfilesOnly:?}")), "{kinds:?}: {told}");
        }
        for user_type in [UserTypeCode::Admin, UserTypeCode::Dev, UserTypeCode::Client] {
            assert_eq!(told(user_type, own, &[]).0, None, "{user_type:?} works for no partner");
        }
    }

    #[test]
    fn all_that_is_wrong_with_a_form_is_told_at_once() {
        let policy = Policy::shipped();
        let grants = policy.grants(UserType::User);
        let asker = Asker { id: Uuid::from_u128(1), grants: &grants, is_switched: false, policy: &policy };
        let around = around(&[]);
        let before = user(UserTypeCode::User);
        let form = UserInput {
            name: " ".into(),
            email: "iris".into(),
            time_zone: "Mars/Olympus".into(),
            user_type: UserTypeCode::Admin,
            client_id: Some(Uuid::nil()),
            ..before.input()
        };
        let told = format!("{:?}", form.check(&asker, &around, None).unwrap_err());
        for wrong in [
            "\"name\": [(Required",
            "\"email\": [(InvalidEmail",
            "\"language_id\": [(UnknownOption",
            "\"preferred_timezone_id\": [(UnknownOption",
            "\"user_type\": [(BeyondYourRights",
        ] {
            assert!(told.contains(wrong), "{wrong} in {told}");
        }
        assert!(!told.contains("client_id"), "staff belong to no client, whatever was sent: {told}");
    }
}
