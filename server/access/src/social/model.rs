//! Identities from providers, and the decision about them.

use poem_openapi::{Enum, Object};
use uuid::Uuid;

use server_core::http::messages::MessageCode;

/// The provider to sign in with.
#[derive(Object)]
pub struct SocialBegin {
    /// `name` of one of the `sign_in_providers` of `/domain`.
    #[oai(validator(max_length = 30))]
    pub provider: String,
}

/// The URL to open next.
#[derive(Object)]
pub struct SocialRedirect {
    /// At the provider.
    pub url: String,
}

/// The parameters from the provider's redirect.
#[derive(Object)]
pub struct SocialFinish {
    #[oai(validator(max_length = 4096))]
    pub code: String,
    #[oai(validator(max_length = 100))]
    pub state: String,
    /// The issuer, if the provider sends it (RFC 9207).
    #[oai(validator(max_length = 1024))]
    pub iss: Option<String>,
}

/// The next step.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum SocialStep {
    /// The user is signed in.
    SignedIn,
    /// The user must send a code to `login_second_factor`.
    SecondFactor,
    /// No account exists: call `register_social` to create it.
    CompleteAccount,
    /// An account with an unconfirmed address exists: call `login` with `link` to link the two.
    Link,
    /// The account was created; an e-mail with a confirmation link is on its way.
    CheckMail,
}

/// The result of the provider sign-in.
#[derive(Object)]
pub struct SocialSession {
    pub step: SocialStep,
    /// Send it as `X-CSRF-Token` with every change from now on.
    pub csrf_token: String,
}

/// The person of this session.
#[derive(Object, sqlx::FromRow)]
pub struct CurrentPerson {
    pub name: String,
    /// Null when the provider sent no address.
    pub email: Option<String>,
    /// True when the address was verified: the account is created without a confirmation e-mail.
    pub email_verified: bool,
    /// Label of the provider, for a person who has not completed the account; otherwise null.
    pub provider: Option<String>,
}

/// The identity from a provider. `subject` is permanent, the rest may change.
#[derive(Clone, Debug)]
pub struct Identity {
    pub issuer: String,
    pub subject: String,
    pub name: String,
    /// Normalised, as addresses are stored.
    pub email: Option<String>,
    pub email_verified: bool,
}

/// The fields of a user that matter for sign-in.
#[derive(sqlx::FromRow, Clone, Copy, Debug)]
pub struct KnownUser {
    pub id: Uuid,
    pub active: bool,
    pub is_validated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    SignIn(Uuid),
    /// Links the identity to this user and signs in.
    LinkAndSignIn(Uuid),
    AskPassword,
    CompleteAccount,
    Refuse(MessageCode),
}

/// Decides about an identity: `linked` is its user, `same_email` the user with the same address.
///
/// An identity is linked automatically only when both sides have verified the address: the provider, and this server
/// with a confirmation e-mail. If only the provider has, somebody may have registered with another person's address and
/// wait for its owner to arrive through a provider: the password decides. If the provider has not, anybody could have
/// entered the address there: the answer does not reveal whether the address is known here, and the person completes an
/// account or signs in with a password to link the two.
pub fn decide(identity: &Identity, linked: Option<KnownUser>, same_email: Option<KnownUser>) -> Decision {
    if let Some(user) = linked {
        return match user {
            KnownUser { active: false, .. } => Decision::Refuse(MessageCode::LoginFailed),
            KnownUser { is_validated: false, .. } => Decision::Refuse(MessageCode::EmailNotValidated),
            KnownUser { id, .. } => Decision::SignIn(id),
        };
    }
    match same_email.filter(|_| identity.email_verified) {
        None => Decision::CompleteAccount,
        Some(KnownUser { active: false, .. }) => Decision::Refuse(MessageCode::LoginFailed),
        Some(KnownUser { is_validated: false, .. }) => Decision::AskPassword,
        Some(KnownUser { id, .. }) => Decision::LinkAndSignIn(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: KnownUser = KnownUser { id: Uuid::nil(), active: true, is_validated: true };
    const UNPROVEN: KnownUser = KnownUser { is_validated: false, ..USER };
    const INACTIVE: KnownUser = KnownUser { active: false, ..USER };

    fn decided(email_verified: bool, linked: Option<KnownUser>, same_email: Option<KnownUser>) -> Decision {
        let identity = Identity {
            issuer: "https://id.test".into(),
            subject: "1".into(),
            name: "Íris".into(),
            email: Some("iris@aurora.test".into()),
            email_verified,
        };
        decide(&identity, linked, same_email)
    }

    #[test]
    fn linked_identity_follows_the_rules_of_password_sign_in() {
        for verified in [true, false] {
            assert_eq!(decided(verified, Some(USER), Some(UNPROVEN)), Decision::SignIn(USER.id));
            let inactive = decided(verified, Some(INACTIVE), None);
            assert_eq!(inactive, Decision::Refuse(MessageCode::LoginFailed));
            let unproven = decided(verified, Some(UNPROVEN), None);
            assert_eq!(unproven, Decision::Refuse(MessageCode::EmailNotValidated));
        }
    }

    #[test]
    fn account_is_linked_only_when_both_sides_verified_the_address() {
        assert_eq!(decided(true, None, Some(USER)), Decision::LinkAndSignIn(USER.id));
        assert_eq!(decided(true, None, Some(UNPROVEN)), Decision::AskPassword);
        assert_eq!(decided(true, None, Some(INACTIVE)), Decision::Refuse(MessageCode::LoginFailed));
    }

    #[test]
    fn unverified_address_reveals_nothing() {
        for same_email in [None, Some(USER), Some(UNPROVEN), Some(INACTIVE)] {
            assert_eq!(decided(false, None, same_email), Decision::CompleteAccount);
        }
    }
}
