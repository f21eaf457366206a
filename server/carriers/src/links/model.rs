//! API types of the connection of a provider, and the check of its form.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::link::{CarrierLink, host_of};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;
use server_core::http::title::LocaleTitle;
use server_core::outgoing::{HostFailure, OutgoingUrl};
use trade::wire_name;

wire_name! {
    /// When labels are bought.
    CarrierBuying {
        /// When somebody asks for one.
        Manual = "manual",
        /// When the shipment is confirmed.
        Confirmation = "confirmation",
        /// When a warehouse receives the shipment.
        Reception = "reception",
    }
}

wire_name! {
    /// Why a test of a server of carriers failed.
    CarrierTestFailure {
        /// It did not answer in time, or its address leads to nothing outside.
        NotReached = "not_reached",
        /// It answered with a failure of its own.
        Failed = "failed",
        /// It answered something else than a server of carriers does.
        Unreadable = "unreadable",
        /// It does not accept the key.
        KeyRefused = "key_refused",
        /// It has no active carrier of this name.
        AccountMissing = "account_missing",
    }
}

impl From<HostFailure> for CarrierTestFailure {
    fn from(failure: HostFailure) -> Self {
        match failure {
            HostFailure::NotReached => Self::NotReached,
            HostFailure::Failed => Self::Failed,
            HostFailure::Unreadable => Self::Unreadable,
            HostFailure::KeyRefused => Self::KeyRefused,
        }
    }
}

/// The carrier's service for one of the company.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierService {
    pub service_id: Uuid,
    /// The carrier's name of it, for example `usps_ground_advantage`.
    #[oai(validator(max_length = 100))]
    pub carrier_service: String,
}

/// The connection of a provider to a server of carriers (Karrio).
#[derive(Object, Clone, Debug)]
pub struct ProviderCarrier {
    /// Null when none is connected.
    pub url: Option<String>,
    /// The carrier's name on that server.
    pub account: Option<String>,
    /// A key is set. It is never shown.
    pub has_key: bool,
    /// Carriers take parcels from this warehouse; null for the sender of each shipment.
    pub warehouse_id: Option<Uuid>,
    pub buying: CarrierBuying,
    pub services: Vec<CarrierService>,
    /// The server reports what happens to parcels by itself. It is asked every hour in any case.
    pub is_listening: bool,
    /// Failures since the last success.
    pub failure_count: i32,
    /// It has failed ten times in a row: it is not asked before, and services with it take no shipments.
    pub held_until: Option<DateTime<Utc>>,
    pub last_success_at: Option<DateTime<Utc>>,
    pub last_failure_at: Option<DateTime<Utc>>,
    pub last_failure: Option<HostFailure>,
    /// Status of its last failure; null if it did not answer.
    pub last_status: Option<i16>,
    /// Increases with every change. Send it with an update; 0 when none is connected.
    pub version: i32,
}

/// The connection of a provider, with its names.
#[derive(Object, Clone, Debug)]
pub struct ConnectedCarrier {
    pub provider_id: Uuid,
    pub code: String,
    pub title_locale: LocaleTitle,
    pub link: ProviderCarrier,
}

/// The connection to make.
#[derive(Object, Clone, Debug)]
pub struct ProviderCarrierUpdate {
    /// With https, a public name, and the usual port or 8443; null disconnects it.
    #[oai(validator(max_length = 2000))]
    pub url: Option<String>,
    /// The carrier's name on that server; required with an address.
    #[oai(validator(max_length = 200))]
    pub account: Option<String>,
    /// The key of its API. Omitted, it stays, unless the server is another one.
    #[oai(validator(max_length = 1000))]
    pub key: Option<String>,
    /// Carriers take parcels from this warehouse; null for the sender of each shipment.
    pub warehouse_id: Option<Uuid>,
    pub buying: CarrierBuying,
    /// The carrier's services for those of the company, each at most once.
    #[oai(validator(max_items = 200))]
    pub services: Vec<CarrierService>,
    /// Version that was read; 409 `stale_version` if the connection has changed since.
    pub version: i32,
}

/// How a server of carriers answered.
#[derive(Object, Clone, Debug)]
pub struct ProviderCarrierTest {
    /// Null if it answers and has the carrier.
    pub failure: Option<CarrierTestFailure>,
    /// Status of its answer; null without one.
    pub status: Option<i16>,
}

/// A checked connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedLink {
    pub url: String,
    pub account: String,
    /// None: it stays as it is.
    pub key: Option<String>,
    pub services: Vec<CarrierService>,
}

impl ProviderCarrier {
    pub fn of(link: Option<&CarrierLink>) -> Self {
        let health = link.map(|link| link.health.clone()).unwrap_or_default();
        Self {
            url: link.map(|link| link.url.clone()),
            account: link.map(|link| link.account.clone()),
            has_key: link.is_some(),
            warehouse_id: link.and_then(|link| link.warehouse_id),
            buying: link.map_or(CarrierBuying::Manual, |link| link.buying),
            services: link.map(|link| link.services.clone()).unwrap_or_default(),
            is_listening: link.is_some_and(|link| link.listener.is_some()),
            failure_count: health.failure_count,
            held_until: health.held_until,
            last_success_at: health.last_success_at,
            last_failure_at: health.last_failure_at,
            last_failure: health.last_failure,
            last_status: health.last_status,
            version: link.map_or(0, |link| link.version),
        }
    }
}

/// Facts from the database about the form.
#[derive(Debug, Default)]
pub struct LinkReferences {
    pub services: HashSet<Uuid>,
    pub has_warehouse: bool,
}

impl ProviderCarrierUpdate {
    /// Normalizes and checks the form; returns all errors at once. A key never goes to another server than it was entered for.
    pub fn check(
        &self,
        before: Option<&CarrierLink>,
        known: &LinkReferences,
    ) -> ApiResult<Option<CheckedLink>> {
        let Some(typed) = optional(self.url.as_ref()) else { return Ok(None) };
        let mut errors = FieldErrors::default();
        let url = parse_base(&typed);
        if url.is_none() {
            errors.push("url", MessageCode::InvalidCarrierAddress);
        }
        let url = url.unwrap_or_default();
        let account = required("account", self.account.as_deref().unwrap_or_default(), &mut errors);
        let key = optional(self.key.as_ref());
        if key.as_ref().is_some_and(|key| !key.chars().all(|char| char.is_ascii_graphic())) {
            errors.push("key", MessageCode::Invalid);
        }
        let stays = before.is_some_and(|before| host_of(&before.url) == host_of(&url));
        if key.is_none() && !stays {
            errors.push("key", MessageCode::Required);
        }
        if self.warehouse_id.is_some() && !known.has_warehouse {
            errors.push("warehouse_id", MessageCode::UnknownOption);
        }
        let services = self.check_services(known, &mut errors);
        errors.into_result()?;
        Ok(Some(CheckedLink { url, account, key, services }))
    }

    fn check_services(&self, known: &LinkReferences, errors: &mut FieldErrors) -> Vec<CarrierService> {
        let mut seen = HashSet::new();
        let mut checked = Vec::with_capacity(self.services.len());
        for (index, one) in self.services.iter().enumerate() {
            if !known.services.contains(&one.service_id) || !seen.insert(one.service_id) {
                errors.push(format!("services.{index}.service_id"), MessageCode::UnknownOption);
            }
            let carrier_service = one.carrier_service.trim().to_owned();
            if carrier_service.is_empty() {
                errors.push(format!("services.{index}.carrier_service"), MessageCode::Required);
            }
            checked.push(CarrierService { service_id: one.service_id, carrier_service });
        }
        checked
    }
}

/// An address below which the API is, without a slash at its end.
fn parse_base(typed: &str) -> Option<String> {
    let url = OutgoingUrl::parse(typed)?;
    let url = url.as_url();
    let is_bare = url.query().is_none() && url.fragment().is_none();
    is_bare.then(|| url.as_str().trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use server_core::outgoing::HostHealth;

    fn form(url: &str, key: Option<&str>) -> ProviderCarrierUpdate {
        ProviderCarrierUpdate {
            url: Some(url.to_owned()),
            account: Some(" my_post ".to_owned()),
            key: key.map(str::to_owned),
            warehouse_id: None,
            buying: CarrierBuying::Manual,
            services: Vec::new(),
            version: 0,
        }
    }

    fn link(url: &str) -> CarrierLink {
        CarrierLink {
            url: url.to_owned(),
            account: "my_post".to_owned(),
            key: "c2VhbGVk".to_owned(),
            warehouse_id: None,
            buying: CarrierBuying::Manual,
            services: Vec::new(),
            listener: None,
            version: 1,
            changed_at: DateTime::UNIX_EPOCH,
            health: HostHealth::default(),
        }
    }

    #[test]
    fn a_key_is_entered_again_for_another_server() {
        let known = LinkReferences::default();
        let before = link("https://karrio.example.com");
        let check = |url, key| form(url, key).check(Some(&before), &known);
        assert_eq!(check("https://karrio.example.com/", None).unwrap().unwrap().account, "my_post");
        assert!(check("https://other.example.com", None).unwrap_err().has(MessageCode::Required));
        assert!(check("https://other.example.com", Some("key_1")).is_ok());
        let first = form("https://karrio.example.com", None).check(None, &known);
        assert!(first.unwrap_err().has(MessageCode::Required));
    }

    #[test]
    fn each_service_is_known_and_mapped_once() {
        let (known, unknown) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let references = LinkReferences { services: HashSet::from([known]), has_warehouse: false };
        let service = |service_id, name: &str| CarrierService { service_id, carrier_service: name.into() };
        let check = |services| {
            let form =
                ProviderCarrierUpdate { services, ..form("https://karrio.example.com", Some("key_1")) };
            form.check(None, &references)
        };
        let checked = check(vec![service(known, " ground ")]).unwrap().unwrap();
        assert_eq!(checked.services, [service(known, "ground")]);
        assert!(check(vec![service(unknown, "ground")]).unwrap_err().has(MessageCode::UnknownOption));
        let twice = check(vec![service(known, "ground"), service(known, "air")]);
        assert!(twice.unwrap_err().has(MessageCode::UnknownOption));
        assert!(check(vec![service(known, " ")]).unwrap_err().has(MessageCode::Required));
    }

    #[test]
    fn an_address_without_a_name_outside_is_refused() {
        for wrong in ["http://karrio.example.com", "https://127.0.0.1:5002", "https://localhost", "karrio"] {
            let refused = form(wrong, Some("key_1")).check(None, &LinkReferences::default());
            assert!(refused.unwrap_err().has(MessageCode::InvalidCarrierAddress), "{wrong}");
        }
        let none = form(" ", None).check(None, &LinkReferences::default());
        assert_eq!(none.unwrap(), None, "an empty one disconnects");
    }
}
