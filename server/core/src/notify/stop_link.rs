//! The link that ends the e-mails about one event to one user. Its token is calculated, so that every e-mail can carry it
//! and none is stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;
use tenancy::{Tenant, TenantId};
use uuid::Uuid;

use super::event::NotificationEvent;
use crate::config::ServerConfig;
use crate::mail::{MailError, TenantLink};
use crate::secret::sign;

/// Where the link leads; mail programs post to it by themselves (RFC 8058).
pub const PATH: &str = "/emails/stop";
const ID_LENGTH: usize = 32;

/// The e-mails that a link ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoppedMails {
    pub user_id: Uuid,
    pub event: NotificationEvent,
}

impl StoppedMails {
    /// The link on the tenant's domain.
    pub fn link(self, config: &ServerConfig, tenant: &Tenant) -> Result<TenantLink, MailError> {
        let token = self.token(&config.secret, &tenant.id);
        TenantLink::new(&config.public_origin, tenant, &format!("{PATH}/{token}"))
    }

    /// The token for this tenant: the user, the event, and their seal.
    pub fn token(self, server_secret: &str, tenant: &TenantId) -> String {
        let Self { user_id, event } = self;
        format!("{}{}.{}", user_id.simple(), event.stored_name(), self.seal(server_secret, tenant.as_str()))
    }

    /// None when the token was made for another tenant or altered.
    pub fn from_token(server_secret: &str, tenant: &TenantId, token: &str) -> Option<Self> {
        Self::parse(server_secret, tenant.as_str(), token)
    }

    fn parse(server_secret: &str, tenant: &str, token: &str) -> Option<Self> {
        let (id, rest) = token.split_at_checked(ID_LENGTH)?;
        let (event, sealed) = rest.rsplit_once('.')?;
        let stopped =
            Self { user_id: Uuid::try_parse(id).ok()?, event: NotificationEvent::from_stored_name(event)? };
        let expected = stopped.seal(server_secret, tenant);
        bool::from(expected.as_bytes().ct_eq(sealed.as_bytes())).then_some(stopped)
    }

    fn seal(self, server_secret: &str, tenant: &str) -> String {
        let parts = [tenant.as_bytes(), self.event.stored_name().as_bytes(), self.user_id.as_bytes()];
        URL_SAFE_NO_PAD.encode(sign(server_secret, "end of notification e-mails", &parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token_of(stopped: StoppedMails, secret: &str, tenant: &str) -> String {
        let StoppedMails { user_id, event } = stopped;
        format!("{}{}.{}", user_id.simple(), event.stored_name(), stopped.seal(secret, tenant))
    }

    #[test]
    fn a_token_fits_only_its_tenant_user_and_event() {
        let stopped = StoppedMails { user_id: Uuid::now_v7(), event: NotificationEvent::ShipmentDelivered };
        let token = token_of(stopped, "s", "t_a");
        assert_eq!(StoppedMails::parse("s", "t_a", &token), Some(stopped));
        assert_eq!(StoppedMails::parse("s", "t_b", &token), None);
        assert_eq!(StoppedMails::parse("other", "t_a", &token), None);
        let other = token.replace("shipment.delivered", "shipment.received");
        assert_eq!(StoppedMails::parse("s", "t_a", &other), None);
        for odd in ["", "x", "é", &token[1..], &token[..token.len() - 1]] {
            assert_eq!(StoppedMails::parse("s", "t_a", odd), None, "{odd}");
        }
    }
}
