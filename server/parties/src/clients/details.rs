//! The details of a client that its users change themselves: how to reach it, and its address. Its name and its tax number stay
//! with the company, because customs papers and invoices carry them.

use poem_openapi::Object;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::CLIENTS;
use super::model::{ClientInput, ClientRecord};
use super::news;
use access::ctx::Ctx;
use access::users::staff;
use server_core::address::Address;
use server_core::address::place::{self, Place};
use server_core::http::body::Patch;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, read_email, required};
use server_core::live::Audience;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode};
use trade::party::PersonType;

/// Contact data and address of a client.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientDetailsInput {
    /// The person responsible for a company; null for a natural person.
    #[oai(validator(max_length = 200))]
    pub responsible: Option<String>,
    /// Required; clients that the company created may not have one yet.
    #[oai(validator(max_length = 254))]
    pub email: Option<String>,
    /// Required; clients that the company created may not have one yet. E.164, or in national format.
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    #[oai(flatten)]
    #[serde(flatten)]
    pub address: Address,
}

/// The fields to change, and the version that was read.
#[derive(Object, Serialize, Deserialize)]
pub struct ClientDetailsUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: ClientDetailsInput,
    /// The `version` that was read. Returns 409 `stale_version` when the client has changed since.
    pub version: i32,
}

/// The client of the signed-in user.
#[derive(Object)]
pub struct ClientDetails {
    pub id: Uuid,
    pub code: String,
    pub name: String,
    pub person_type: PersonType,
    pub trading_name: Option<String>,
    /// Tax number; CPF or CNPJ in Brazil.
    pub document: Option<String>,
    /// State registration in Brazil; otherwise null.
    pub ie: Option<String>,
    #[oai(flatten)]
    pub input: ClientDetailsInput,
    pub version: i32,
    pub can: ClientDetailsCan,
}

/// Permissions of the user on the own client.
#[derive(Object)]
pub struct ClientDetailsCan {
    pub update: bool,
}

impl ClientDetailsInput {
    fn of(client: &ClientInput) -> Self {
        Self {
            responsible: client.responsible.clone(),
            email: client.email.clone(),
            phone: client.phone.clone(),
            address: client.address.clone(),
        }
    }

    /// Normalizes and checks the fields as a registration does; reports all errors.
    fn check(self, person_type: PersonType, place: Option<&Place>) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let text = |typed: &Option<String>| typed.clone().unwrap_or_default();
        let address = &self.address;
        required("phone", &text(&self.phone), &mut errors);
        let checked = Self {
            responsible: optional(self.responsible.as_ref()).filter(|_| person_type == PersonType::Company),
            email: Some(read_email(&text(&self.email), &mut errors)),
            phone: address.phone(self.phone.as_ref(), &mut errors),
            address: Address {
                country_id: address.country_id,
                postcode: Some(place::postcode(address.country_id, &text(&address.postcode), &mut errors)),
                address_1: Some(required("address_1", &text(&address.address_1), &mut errors)),
                address_2: optional(address.address_2.as_ref()),
                address_number: optional(address.address_number.as_ref()),
                address_complement: optional(address.address_complement.as_ref()),
                state_id: place::check_state(place, address.state_id, &mut errors),
                city: required("city", &address.city, &mut errors),
            },
        };
        errors.into_result()?;
        Ok(checked)
    }

    fn onto(self, client: &ClientInput) -> ClientInput {
        let Self { responsible, email, phone, address } = self;
        ClientInput { responsible, email, phone, address, ..client.clone() }
    }
}

impl ClientDetails {
    fn of(client: ClientRecord, ctx: &Ctx) -> Self {
        let may_update = ctx.grants.allow(Resource::ClientDetails, Action::Update);
        let can = ClientDetailsCan { update: may_update && client.verdict(Action::Update).is_yes() };
        let details = ClientDetailsInput::of(&client.input);
        let ClientInput { code, name, person_type, trading_name, document, ie, .. } = client.input;
        Self {
            id: client.id,
            code: code.unwrap_or_default(),
            name,
            person_type,
            trading_name,
            document,
            ie,
            input: details,
            version: client.version,
            can,
        }
    }
}

/// The contact data and the address of a client, for its own users.
pub async fn find_details(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<ClientDetails> {
    Ok(ClientDetails::of(CLIENTS.find(tx, id).await?, ctx))
}

/// Changes the contact data and the address of a client. Staff who may change clients are notified.
pub async fn update_details(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
    body: &Patch<ClientDetailsUpdate>,
) -> ApiResult<ClientDetails> {
    let before: ClientRecord = CLIENTS.lock(tx, id).await?;
    before.verdict(Action::Update).guard()?;
    let asked: ClientDetailsInput = body.change(&ClientDetailsInput::of(&before.input), before.version)?;
    let place = asked.address.place(tx).await?;
    let after = asked.check(before.input.person_type, place.as_ref())?.onto(&before.input);
    CLIENTS.update_for(tx, ctx, id, &before.input, &after, &Audience::Parties(vec![id])).await?;
    if after != before.input {
        news::tell_updated(tx, ctx.state(), ctx.now(), vec![id]).await?;
        notify_staff(tx, ctx, &before).await?;
    }
    find_details(tx, ctx, id).await
}

async fn notify_staff(tx: &mut TenantTx, ctx: &Ctx, client: &ClientRecord) -> ApiResult<()> {
    let id = client.id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewClient, RouteName::Client, &[("id", &id)]);
    let notice = |user_id| {
        Notice::new(user_id, NotificationCode::ClientChanged)
            .with("name", client.input.name.clone())
            .action(NotificationAction { close: true, ..action.clone() })
    };
    let staff = staff::with_right(tx, &ctx.state().policy, Resource::Client, Action::Update).await?;
    let notices: Vec<Notice> = staff.into_iter().map(notice).collect();
    notify::push_all(tx, ctx.now(), &notices).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::party::BRAZIL;

    fn details() -> ClientDetailsInput {
        ClientDetailsInput {
            responsible: Some(" Íris Prado ".into()),
            email: Some(" Iris@Aurora.Test ".into()),
            phone: Some("(81) 98765-4321".into()),
            address: Address {
                country_id: BRAZIL,
                postcode: Some("50050000".into()),
                address_1: Some(" Rua da Aurora ".into()),
                address_2: Some(" ".into()),
                state_id: Some(16),
                city: "Recife".into(),
                ..Address::default()
            },
        }
    }

    const PLACE: Place = Place { is_served: true, has_states: true, state_lies_there: true };

    #[test]
    fn details_are_normalized_and_a_person_has_nobody_responsible() {
        let stored = details().check(PersonType::Person, Some(&PLACE)).unwrap();
        assert_eq!((stored.responsible, stored.email.as_deref()), (None, Some("iris@aurora.test")));
        assert_eq!(stored.phone.as_deref(), Some("+5581987654321"));
        assert_eq!(stored.address.postcode.as_deref(), Some("50050-000"));
        assert_eq!(
            (stored.address.address_1.as_deref(), stored.address.address_2),
            (Some("Rua da Aurora"), None)
        );
        let company = details().check(PersonType::Company, Some(&PLACE)).unwrap();
        assert_eq!(company.responsible.as_deref(), Some("Íris Prado"));
    }

    #[test]
    fn a_client_stays_reachable() {
        let empty = ClientDetailsInput {
            email: None,
            phone: None,
            address: Address { country_id: BRAZIL, ..Address::default() },
            ..details()
        };
        let errors_text = format!("{:?}", empty.check(PersonType::Company, Some(&PLACE)).unwrap_err());
        for field in ["email", "phone", "postcode", "address_1", "state_id", "city"] {
            assert!(errors_text.contains(&format!("\"{field}\": [(Required")), "{field} in {errors_text}");
        }
    }
}
