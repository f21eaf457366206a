//! Who came back from a provider, and what that is worth here.

use poem_openapi::{Enum, Object};
use uuid::Uuid;

use crate::http::messages::MessageCode;

/// The provider somebody wants to sign in by.
#[derive(Object)]
pub struct SocialBegin {
    /// `name` of one of `/domain`'s `sign_in_providers`.
    #[oai(validator(max_length = 30))]
    pub provider: String,
}

/// Where the browser goes next.
#[derive(Object)]
pub struct SocialRedirect {
    /// At the provider.
    pub url: String,
}

/// What the provider handed to the browser.
#[derive(Object)]
pub struct SocialFinish {
    #[oai(validator(max_length = 4096))]
    pub code: String,
    #[oai(validator(max_length = 100))]
    pub state: String,
    /// The issuer, where the provider says it (RFC 9207).
    #[oai(validator(max_length = 1024))]
    pub iss: Option<String>,
}

/// What comes next.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum SocialStep {
    /// A session is open.
    SignedIn,
    /// Nobody is signed in before `login_second_factor` is given a code.
    SecondFactor,
    /// Nobody here yet: `register_social` makes the account.
    CompleteAccount,
    /// There is an account whose address nobody has proven: `login` with `link` joins the two.
    Link,
    /// The account is made; the letter with the link that proves its address is on its way.
    CheckMail,
}

/// The answer on the way back.
#[derive(Object)]
pub struct SocialSession {
    pub step: SocialStep,
    /// To be sent as `X-CSRF-Token` from now on.
    pub csrf_token: String,
}

/// Who sits at this browser.
#[derive(Object, sqlx::FromRow)]
pub struct CurrentPerson {
    pub name: String,
    /// None when the provider told none.
    pub email: Option<String>,
    /// Somebody vouched for the address: an account is made with it and no letter is needed.
    pub email_verified: bool,
    /// Label of the provider, for somebody whose account is still to be completed.
    pub provider: Option<String>,
}

/// What a provider says of a person. `subject` is theirs for ever, the rest may change.
#[derive(Clone, Debug)]
pub struct Identity {
    pub issuer: String,
    pub subject: String,
    pub name: String,
    /// As addresses are stored.
    pub email: Option<String>,
    pub email_verified: bool,
}

/// A user as far as signing in goes.
#[derive(sqlx::FromRow, Clone, Copy, Debug)]
pub struct Known {
    pub id: Uuid,
    pub active: bool,
    pub is_validated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    SignIn(Uuid),
    /// The identity becomes this user's first.
    LinkAndSignIn(Uuid),
    AskPassword,
    CompleteAccount,
    Refuse(MessageCode),
}

/// What an identity is worth: `linked` is its user, `same_email` the one with its address.
///
/// An identity becomes an existing user's without further ado only when both sides have proven the address: the
/// provider says that it verified it, and we have seen a letter arrive there. Were ours unproven, somebody could have
/// registered the address of another and would wait for its owner to come by a provider; were the provider's,
/// anybody could write down there whom they want to be. Where only ours is missing, the password decides. Where the
/// provider's is missing nothing tells whether the address is known here: the person completes an account, or signs
/// in with a password to link the two.
pub fn decide(identity: &Identity, linked: Option<Known>, same_email: Option<Known>) -> Decision {
    if let Some(user) = linked {
        return match user {
            Known { active: false, .. } => Decision::Refuse(MessageCode::LoginFailed),
            Known { is_validated: false, .. } => Decision::Refuse(MessageCode::EmailNotValidated),
            Known { id, .. } => Decision::SignIn(id),
        };
    }
    match same_email.filter(|_| identity.email_verified) {
        None => Decision::CompleteAccount,
        Some(Known { active: false, .. }) => Decision::Refuse(MessageCode::LoginFailed),
        Some(Known { is_validated: false, .. }) => Decision::AskPassword,
        Some(Known { id, .. }) => Decision::LinkAndSignIn(id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: Known = Known { id: Uuid::nil(), active: true, is_validated: true };
    const UNPROVEN: Known = Known { is_validated: false, ..USER };
    const INACTIVE: Known = Known { active: false, ..USER };

    fn decided(email_verified: bool, linked: Option<Known>, same_email: Option<Known>) -> Decision {
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
    fn whoever_is_linked_signs_in_as_by_password_and_is_refused_as_there() {
        for verified in [true, false] {
            assert_eq!(decided(verified, Some(USER), Some(UNPROVEN)), Decision::SignIn(USER.id));
            let inactive = decided(verified, Some(INACTIVE), None);
            assert_eq!(inactive, Decision::Refuse(MessageCode::LoginFailed));
            let unproven = decided(verified, Some(UNPROVEN), None);
            assert_eq!(unproven, Decision::Refuse(MessageCode::EmailNotValidated));
        }
    }

    #[test]
    fn an_account_is_linked_only_when_both_sides_have_proven_the_address() {
        assert_eq!(decided(true, None, Some(USER)), Decision::LinkAndSignIn(USER.id));
        assert_eq!(decided(true, None, Some(UNPROVEN)), Decision::AskPassword);
        assert_eq!(decided(true, None, Some(INACTIVE)), Decision::Refuse(MessageCode::LoginFailed));
    }

    #[test]
    fn an_address_the_provider_did_not_verify_tells_nothing_of_who_is_here() {
        for same_email in [None, Some(USER), Some(UNPROVEN), Some(INACTIVE)] {
            assert_eq!(decided(false, None, same_email), Decision::CompleteAccount);
        }
    }
}
