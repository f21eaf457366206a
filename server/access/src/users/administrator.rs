//! Administrators that the operator invites: the first of a company, or another one when none can sign in.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::UserInput;
use super::store;
use crate::invitation::SendInvitation;
use server_core::audit::{self, Actor};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::read_email;
use server_core::http::fields::required;
use server_core::process::{self, Owner};
use server_core::settings;
use trade::units::{SizeUnit, WeightUnit};
use trade::user_type::UserTypeCode;

/// The administrator to invite.
#[derive(Object)]
pub struct AdministratorInput {
    #[oai(validator(max_length = 200))]
    pub name: String,
    /// The address for the invitation and the sign-in.
    #[oai(validator(max_length = 254))]
    pub email: String,
}

impl AdministratorInput {
    pub fn validate(&self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        required("name", &self.name, &mut errors);
        let email = read_email(&self.email, &mut errors);
        errors.into_result()?;
        Ok(Self { name: self.name.trim().to_owned(), email })
    }
}

/// Creates the user with the company's defaults, and sends the invitation.
pub async fn invite(
    tx: &mut TenantTx,
    input: &AdministratorInput,
    at: DateTime<Utc>,
    request_id: &str,
) -> ApiResult<()> {
    let AdministratorInput { name, email } = input.validate()?;
    let settings = settings::load(tx).await?;
    let user = UserInput {
        name,
        email,
        user_type: UserTypeCode::Admin,
        client_id: None,
        partner_id: None,
        language: settings.default_language,
        time_zone: settings.time_zone,
        weight_unit: WeightUnit::from_code(settings.weight_unit).unwrap_or(WeightUnit::Kilograms),
        size_unit: SizeUnit::from_code(settings.size_unit).unwrap_or(SizeUnit::Centimetres),
        profile_ids: Vec::new(),
        subsidiary_ids: Vec::new(),
    };
    let id = Uuid::now_v7();
    store::insert(tx, id, &user, at).await?;
    process::enqueue(tx, Owner::NOBODY, SendInvitation { user_id: id, invited_by: None }).await?;
    let changes = audit::difference(&json!({}), &user);
    audit::record(tx, Actor::operator(at, request_id), "user.create", Some(id), changes).await
}
