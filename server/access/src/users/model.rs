//! Users as administrators see them, and the checks of the form.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::acting_user::{ActingUser, UserCan};
use crate::profiles::ProfileKind;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::read_email;
use server_core::http::messages::{Language, MessageCode};
use trade::units::{SizeUnit, WeightUnit};
use trade::user_type::UserTypeCode;

/// A user, as administrators see it.
#[derive(Object)]
pub struct User {
    pub id: Uuid,
    #[oai(flatten)]
    pub input: UserInput,
    /// Name of the client of a user of type 30; null for other types.
    pub client_name: Option<String>,
    /// Name of the partner the user works for; null for others.
    pub partner_name: Option<String>,
    pub profiles: Vec<BorneProfile>,
    pub subsidiaries: Vec<OwnSubsidiary>,
    /// True when the user may sign in.
    pub active: bool,
    /// True when the user was invited and has not chosen a password yet.
    pub invited: bool,
    /// True when sign-in requires a second factor.
    pub second_factor: bool,
    pub last_login_at: Option<DateTime<Utc>>,
    /// When the user asked for the deletion of the account; null without such a request. It is carried out 14 days later
    /// unless the user withdraws it.
    pub deletion_requested_at: Option<DateTime<Utc>>,
    /// When the personal data was removed at the user's request; such a user cannot change any more.
    pub erased_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i32,
    pub can: UserCan,
}

/// Input of a user.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserInput {
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// The sign-in address; case does not matter.
    #[oai(validator(max_length = 254))]
    pub email: String,
    /// At most the current user's own type.
    pub user_type: UserTypeCode,
    /// The client of a user of type 30; null for other types.
    pub client_id: Option<Uuid>,
    /// The partner of a user of type 20, who sees only that partner's records; otherwise null. Requires a profile for
    /// partners, and a profile for partners requires it.
    pub partner_id: Option<Uuid>,
    /// Language of e-mails and screens, as a BCP 47 tag; one of the company's languages.
    #[oai(rename = "language_id")]
    #[serde(rename = "language_id")]
    pub language: Language,
    /// IANA time zone name.
    #[oai(rename = "preferred_timezone_id", validator(max_length = 60))]
    #[serde(rename = "preferred_timezone_id")]
    pub time_zone: String,
    #[oai(rename = "prefered_weight_unit")]
    #[serde(rename = "prefered_weight_unit")]
    pub weight_unit: WeightUnit,
    #[oai(rename = "prefered_size_unit")]
    #[serde(rename = "prefered_size_unit")]
    pub size_unit: SizeUnit,
    /// Profiles of the user. Without profiles, the user has the permissions of the user type. Profiles for clients
    /// require type 30, profiles for partners require a partner, profiles for carriers exclude others; the rest suits all
    /// other users.
    #[oai(default, validator(max_items = 50))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub profile_ids: Vec<Uuid>,
    /// Subsidiaries the user works at, for types 11 and 20. With a profile that binds to subsidiaries, the user sees
    /// only their shipments.
    #[oai(default, validator(max_items = 200))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subsidiary_ids: Vec<Uuid>,
}

/// The fields to change, and the version that was read.
#[derive(Object, Serialize, Deserialize)]
pub struct UserUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: UserInput,
    /// The password of the current user; required when the e-mail address changes.
    #[oai(validator(max_length = 1024))]
    pub current_password: Option<String>,
    /// The `version` of the record that was read. Returns 409 `stale_version` when it has changed since.
    pub version: i32,
}

/// A profile of the user.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct BorneProfile {
    pub id: Uuid,
    pub name: String,
}

/// A subsidiary of the user.
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
    pub organization_active: Option<bool>,
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
    pub deletion_requested_at: Option<DateTime<Utc>>,
    pub erased_at: Option<DateTime<Utc>>,
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

    pub fn view(self, acting_user: &ActingUser) -> User {
        User {
            can: UserCan::of(acting_user, &self),
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
            deletion_requested_at: self.deletion_requested_at,
            erased_at: self.erased_at,
            created_at: self.created_at,
            updated_at: self.updated_at,
            version: self.version,
        }
    }
}

/// The data a form is checked against.
pub struct FormContext<'a> {
    pub languages: &'a [Language],
    /// The client in the form exists and is active.
    pub client_is_known: bool,
    /// The partner in the form exists and is active.
    pub partner_is_known: bool,
    /// Kinds of the profiles in the form.
    pub profile_kinds: Vec<ProfileKind>,
}

impl UserInput {
    /// The fields that decide the user's permissions.
    pub fn rights(&self) -> (UserTypeCode, Option<Uuid>, BTreeSet<Uuid>) {
        let lists = self.profile_ids.iter().chain(&self.subsidiary_ids).chain(&self.partner_id);
        (self.user_type, self.client_id, lists.copied().collect())
    }

    /// The user without profiles and subsidiaries, which have their own audit entries.
    pub fn without_lists(&self) -> Self {
        Self { profile_ids: Vec::new(), subsidiary_ids: Vec::new(), ..self.clone() }
    }

    pub fn is_admin(&self) -> bool {
        self.user_type == UserTypeCode::Admin
    }

    /// Normalises the form and reports all errors. `before` is the stored user.
    pub fn check(
        mut self,
        acting_user: &ActingUser,
        context: &FormContext,
        before: Option<&UserRow>,
    ) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.name = self.name.trim().to_owned();
        if self.name.is_empty() {
            errors.push("name", MessageCode::Required);
        }
        self.email = read_email(&self.email, &mut errors);
        self.check_client(context, &mut errors);
        self.check_partner(context, &mut errors);
        self.check_carrier(context, &mut errors);
        let is_staff = matches!(self.user_type, UserTypeCode::Dev | UserTypeCode::User);
        if !is_staff || self.partner_id.is_some() {
            self.subsidiary_ids.clear();
        }
        if !context.languages.contains(&self.language) {
            errors.push("language_id", MessageCode::UnknownOption);
        }
        if self.time_zone.parse::<Tz>().is_err() {
            errors.push("preferred_timezone_id", MessageCode::UnknownOption);
        }
        if !acting_user.may_give(self.user_type) {
            errors.push("user_type", MessageCode::BeyondYourRights);
        }
        if let Some(before) = before.filter(|before| before.id == acting_user.id) {
            self.check_own(before, &mut errors);
        }
        errors.into_result()?;
        Ok(self)
    }

    fn check_client(&mut self, context: &FormContext, errors: &mut FieldErrors) {
        if self.user_type != UserTypeCode::Client {
            self.client_id = None;
        } else if self.client_id.is_none() {
            errors.push("client_id", MessageCode::Required);
        } else if !context.client_is_known {
            errors.push("client_id", MessageCode::UnknownClient);
        }
    }

    /// Changes that would lock the current user out.
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
pub(super) mod tests {
    use policy::{Policy, UserType};

    use super::*;

    pub fn user(user_type: UserTypeCode) -> UserRow {
        UserRow {
            id: Uuid::from_u128(2),
            user_type,
            name: "Íris Prado".into(),
            email: "iris@atlantico.test".into(),
            client_id: None,
            client_name: None,
            partner_id: None,
            partner_name: None,
            organization_active: None,
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
            deletion_requested_at: None,
            erased_at: None,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
            version: 1,
        }
    }

    fn form_context(profile_kinds: &[ProfileKind]) -> FormContext<'static> {
        FormContext {
            languages: &[Language::En],
            client_is_known: false,
            partner_is_known: true,
            profile_kinds: profile_kinds.to_vec(),
        }
    }

    #[test]
    fn partner_requires_partner_profiles_only() {
        use MessageCode::{PartnerProfilesOnly, Required};
        let told = |user_type, partner_id, kinds: &[ProfileKind]| {
            let mut input = UserInput { partner_id, ..user(user_type).input() };
            let mut errors = FieldErrors::default();
            input.check_partner(&form_context(kinds), &mut errors);
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
    fn a_carriers_user_has_profiles_for_carriers_only() {
        let refused = |user_type, kinds: &[ProfileKind]| {
            let mut errors = FieldErrors::default();
            user(user_type).input().check_carrier(&form_context(kinds), &mut errors);
            format!("{errors:?}").contains("ProviderProfilesOnly")
        };
        let (staff, carrier) = (ProfileKind::Staff, ProfileKind::Provider);
        for user_type in [UserTypeCode::User, UserTypeCode::Dev] {
            assert!(refused(user_type, &[staff, carrier]), "{user_type:?}");
            assert!(!refused(user_type, &[carrier, carrier]), "{user_type:?}");
            assert!(!refused(user_type, &[staff]) && !refused(user_type, &[]), "{user_type:?}");
        }
        assert!(!refused(UserTypeCode::Admin, &[staff, carrier]), "profiles change no administrator");
    }

    #[test]
    fn all_problems_of_a_form_are_reported() {
        let policy = Policy::load_shipped();
        let grants = policy.grants(UserType::User);
        let acting_user =
            ActingUser { id: Uuid::from_u128(1), grants: &grants, is_switched: false, policy: &policy };
        let context = form_context(&[]);
        let before = user(UserTypeCode::User);
        let form = UserInput {
            name: " ".into(),
            email: "iris".into(),
            time_zone: "Mars/Olympus".into(),
            user_type: UserTypeCode::Admin,
            client_id: Some(Uuid::nil()),
            ..before.input()
        };
        let errors_text = format!("{:?}", form.check(&acting_user, &context, None).unwrap_err());
        for wrong in [
            "\"name\": [(Required",
            "\"email\": [(InvalidEmail",
            "\"language_id\": [(UnknownOption",
            "\"preferred_timezone_id\": [(UnknownOption",
            "\"user_type\": [(BeyondYourRights",
        ] {
            assert!(errors_text.contains(wrong), "{wrong} in {errors_text}");
        }
        assert!(
            !errors_text.contains("client_id"),
            "staff belong to no client, whatever was sent: {errors_text}"
        );
    }
}
