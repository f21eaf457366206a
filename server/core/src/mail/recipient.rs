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

pub const RECIPIENT: &str = "select name, email, language from users where id = $1 and active";

impl Recipient {
    /// A user of the tenant, with the user's language. None when the user must not get e-mails any more.
    pub async fn of(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Option<Self>> {
        let found: Option<(String, String, String)> =
            sqlx::query_as(RECIPIENT).bind(user_id).fetch_optional(&mut **tx).await?;
        Ok(found.map(|(name, email, language)| Self {
            name,
            email,
            language: Language::nearest(&language).unwrap_or_default(),
        }))
    }
}
