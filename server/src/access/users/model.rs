//! A user as administrators see it, and what is wrong with a form.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::asker::{Asker, UserCan};
use crate::access::profiles::ProfileKind;
use crate::http::error::{ApiResult, FieldErrors};
use crate::http::fields::read_email;
use crate::http::messages::{Language, MessageCode};
use crate::trade::units::{SizeUnit, WeightUnit};
use crate::trade::user_type::UserTypeCode;

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
