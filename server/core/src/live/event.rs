//! The events of the published document, and their receivers.

use poem_openapi::types::ToJSON;
use poem_openapi::{Object, Union};
use tenancy::{Announcement, Readers};
use uuid::Uuid;

/// A change that open pages may have to show.
#[derive(Union, Clone, Debug, PartialEq, Eq)]
#[oai(discriminator_name = "type", one_of = true)]
pub enum LiveEvent {
    #[oai(mapping = "records.changed")]
    Records(RecordsChanged),
    #[oai(mapping = "settings.changed")]
    Settings(SettingsChanged),
    #[oai(mapping = "rights.changed")]
    Rights(RightsChanged),
}

/// Records were created, changed or deleted.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct RecordsChanged {
    /// The name of the resource, as in the permissions: `shipment`.
    pub resource: String,
    /// The records; empty when they are too many to be named, or when the user may not read them.
    pub ids: Vec<Uuid>,
}

/// Settings, flags or the brand of the company were changed.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct SettingsChanged {
    /// The name of the setting group; null when several were changed.
    pub group: Option<String>,
}

/// The permissions of the current user may have changed.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct RightsChanged {
    /// The user whose profiles were changed; null when a profile of several users was.
    pub user_id: Option<Uuid>,
}

impl LiveEvent {
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Records(_) => "records.changed",
            Self::Settings(_) => "settings.changed",
            Self::Rights(_) => "rights.changed",
        }
    }

    pub(super) fn announcement(&self, audience: &Audience) -> Announcement {
        let body = self.to_json().unwrap_or_default();
        Announcement { kind: self.name(), readers: audience.readers(), body }
    }
}

/// The receivers of an event. A receiver who should not have it learns an id at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Every signed-in user of the company.
    Everybody,
    /// The company's own users.
    Staff,
    /// The company's own users, and those of these clients and partners.
    Parties(Vec<Uuid>),
    Users(Vec<Uuid>),
}

const EVERYBODY: &str = "everybody";
const STAFF: &str = "staff";
const PARTIES: &str = "parties:";
/// Events for the server itself.
pub(super) const CONTROL: &str = "control";

impl Audience {
    fn readers(&self) -> Readers {
        let audience = match self {
            Self::Users(users) => return Readers::Users(users.clone()),
            Self::Everybody => EVERYBODY.to_owned(),
            Self::Staff => STAFF.to_owned(),
            Self::Parties(parties) => {
                let ids: Vec<String> = parties.iter().map(Uuid::to_string).collect();
                format!("{PARTIES}{}", ids.join(","))
            }
        };
        Readers::Audience(audience)
    }

    /// None for events of the server itself, and for an audience of a later release.
    pub fn parse(to_users: Option<Vec<Uuid>>, audience: Option<&str>) -> Option<Self> {
        match (to_users, audience) {
            (Some(users), _) => Some(Self::Users(users)),
            (None, Some(EVERYBODY)) => Some(Self::Everybody),
            (None, Some(STAFF)) => Some(Self::Staff),
            (None, Some(text)) => {
                let ids = text.strip_prefix(PARTIES)?.split(',').filter(|id| !id.is_empty());
                ids.map(|id| id.parse().ok()).collect::<Option<Vec<_>>>().map(Self::Parties)
            }
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audience_is_read_as_it_was_written() {
        let ids = vec![Uuid::now_v7(), Uuid::now_v7()];
        for audience in [
            Audience::Everybody,
            Audience::Staff,
            Audience::Parties(ids.clone()),
            Audience::Parties(vec![]),
            Audience::Users(ids),
        ] {
            let read = match audience.readers() {
                Readers::Users(users) => Audience::parse(Some(users), None),
                Readers::Audience(text) => Audience::parse(None, Some(&text)),
            };
            assert_eq!(read, Some(audience));
        }
        for odd in [CONTROL, "", "parties:x", "of a later release"] {
            assert_eq!(Audience::parse(None, Some(odd)), None, "{odd}");
        }
    }

    #[test]
    fn an_event_has_its_name_in_its_body() {
        let event = LiveEvent::Settings(SettingsChanged { group: None });
        let announced = event.announcement(&Audience::Staff);
        assert_eq!(announced.body["type"], announced.kind);
    }
}
