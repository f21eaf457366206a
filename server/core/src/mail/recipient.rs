//! The recipient of an e-mail.

use tenancy::TenantTx;
use uuid::Uuid;

use crate::http::messages::Language;

#[derive(Clone, Debug)]
pub struct Recipient {
    pub name: String,
    pub email: String,
    pub language: Language,
}

/// Whether notices reach a user: it is active, and so is the client or partner that it belongs to.
#[macro_export]
macro_rules! is_reached {
    ($user:literal) => {
        concat!(
            "(",
            $user,
            "active and not exists (select from clients own where own.id = ",
            $user,
            "client_id and not own.active) and not exists (select from partners own where own.id = ",
            $user,
            "partner_id and not own.active))"
        )
    };
}

pub const RECIPIENT: &str = "select name, email, language from users where id = $1 and active";
pub const READER: &str =
    concat!("select u.name, u.email, u.language from users u where u.id = $1 and ", is_reached!("u."));

impl Recipient {
    /// A user of the tenant, with the user's language, for e-mails about the account and its sign-in. None when the user must
    /// not get e-mails any more.
    pub async fn of(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Option<Self>> {
        Self::find(tx, RECIPIENT, user_id).await
    }

    /// The reader of a notice; none also when the user's client or partner is not active.
    pub async fn of_notice(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Option<Self>> {
        Self::find(tx, READER, user_id).await
    }

    async fn find(tx: &mut TenantTx, query: &'static str, user_id: Uuid) -> sqlx::Result<Option<Self>> {
        let found: Option<(String, String, String)> =
            sqlx::query_as(query).bind(user_id).fetch_optional(&mut **tx).await?;
        Ok(found.map(|(name, email, language)| Self {
            name,
            email,
            language: Language::nearest(&language).unwrap_or_default(),
        }))
    }
}
