//! The log of security events: refused sign-ins and calls, and what happens to second factors. One line each, with the
//! target `security`, and without personal data: the audit log and the request's id lead to the persons.

use tenancy::TenantId;

use super::error::ApiError;
use super::messages::MessageCode;

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

    pub fn write(self, tenant: &TenantId, request_id: &str) {
        let event = self.name();
        metrics::counter!("security_events", "event" => event).increment(1);
        tracing::warn!(target: "security", event, %tenant, request = request_id, "security event");
    }
}
