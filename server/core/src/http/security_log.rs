//! The log of security events: refused sign-ins and calls, and what happens to second factors. One line each, with the
//! target `security`, and without personal data: the audit log and the request's id lead to the persons, keyed pseudonyms from
//! one line to another.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tenancy::TenantId;

use super::error::ApiError;
use super::limit;
use super::messages::MessageCode;
use crate::secret::sign;

/// An event that the log has a name for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecurityEvent {
    SignInFailed,
    WrongPassword,
    SecondFactorFailed,
    SecondFactorPassed,
    SecondFactorEnabled,
    SecondFactorDisabled,
    Forbidden,
    CsrfRefused,
    RateLimited,
    SessionCopied,
}

impl SecurityEvent {
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignInFailed => "sign_in_failed",
            Self::WrongPassword => "wrong_password",
            Self::SecondFactorFailed => "second_factor_failed",
            Self::SecondFactorPassed => "second_factor_passed",
            Self::SecondFactorEnabled => "second_factor_enabled",
            Self::SecondFactorDisabled => "second_factor_disabled",
            Self::Forbidden => "forbidden",
            Self::CsrfRefused => "csrf_refused",
            Self::RateLimited => "rate_limited",
            Self::SessionCopied => "session_copied",
        }
    }

    /// The event that an error answer is about; none for errors of no concern.
    pub fn of(error: &ApiError) -> Option<Self> {
        [
            (MessageCode::Forbidden, Self::Forbidden),
            (MessageCode::RequestNotTrusted, Self::CsrfRefused),
            (MessageCode::RateLimited, Self::RateLimited),
            (MessageCode::LoginFailed, Self::SignInFailed),
            (MessageCode::WrongPassword, Self::WrongPassword),
            (MessageCode::WrongCode, Self::SecondFactorFailed),
        ]
        .into_iter()
        .find_map(|(code, event)| error.has(code).then_some(event))
    }

    /// With pseudonyms of the account and the network: who sees the log sees which refusals belong together, and not whose
    /// they are.
    fn write_about(self, tenant: &TenantId, request_id: &str, account: &str, network: &str) {
        let event = self.name();
        metrics::counter!("security_events", "event" => event).increment(1);
        tracing::warn!(target: "security", event, %tenant, request = request_id, account, network, "security event");
    }

    pub fn write(self, tenant: &TenantId, request_id: &str) {
        let event = self.name();
        metrics::counter!("security_events", "event" => event).increment(1);
        tracing::warn!(target: "security", event, %tenant, request = request_id, "security event");
    }
}

/// Writes the event that an error answer is about, if any, with the account that it names and the network of the client.
pub fn write_refusal(error: &ApiError, secret: &str, tenant: &TenantId, request_id: &str, address: &str) {
    let Some(event) = SecurityEvent::of(error) else { return };
    let account = error.account().map(|account| pseudonym(secret, tenant.as_str(), "account", account));
    let network = pseudonym(secret, tenant.as_str(), "network", &limit::network(address));
    event.write_about(tenant, request_id, &account.unwrap_or_default(), &network);
}

/// The same for the same text of a company, and worth nothing without the server's secret.
fn pseudonym(secret: &str, tenant: &str, kind: &str, text: &str) -> String {
    let parts = [tenant.as_bytes(), kind.as_bytes(), text.as_bytes(), b""];
    URL_SAFE_NO_PAD.encode(&sign(secret, "security log", &parts)[..9])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pseudonym_is_the_same_for_one_account_of_one_company_and_key() {
        let of = |secret, tenant, text| pseudonym(secret, tenant, "account", text);
        let ana = of("key", "t_one", "ana@example.com");
        assert_eq!((ana.len(), &ana), (12, &of("key", "t_one", "ana@example.com")));
        for other in [
            of("key", "t_one", "rui@example.com"),
            of("key", "t_two", "ana@example.com"),
            of("other", "t_one", "ana@example.com"),
            pseudonym("key", "t_one", "network", "ana@example.com"),
        ] {
            assert_ne!(ana, other);
        }
        assert!(!ana.contains("ana@"));
    }
}
