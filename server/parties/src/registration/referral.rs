//! The code of the client that sent a new one. Areas above say what it is worth.

use server_core::audit::Actor;
use server_core::http::token;
use server_core::http::visit::Visit;
use uuid::Uuid;

use crate::clients::NewClient;

/// A code was used for a registration. Without a client it is only checked, so that the answer to a wrong code does not tell
/// whether the address of the registration has an account.
#[derive(Clone)]
pub struct ReferralUsed {
    pub code: String,
    pub client: Option<ReferredClient>,
}

/// The client that registered with a code.
#[derive(Clone)]
pub struct ReferredClient {
    pub id: Uuid,
    /// Keyed hashes of its e-mail, document and phone.
    pub contact_hashes: Vec<Vec<u8>>,
    pub actor: Actor,
}

/// Hashes by which the same person is known again, although its data are deleted.
pub fn hash_contacts(visit: &Visit, client: &NewClient) -> Vec<Vec<u8>> {
    let (secret, tenant) = (&visit.state.config.secret, &visit.tenant.id);
    let hash = |kind: &str, value: &str| token::hash(&format!("{secret}|{tenant}|{kind}|{value}"));
    let plain = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let document = client.document.as_deref().map(|document| hash("document", &plain(document)));
    let known = [hash("email", &client.email.to_lowercase()), hash("phone", &plain(&client.phone))];
    known.into_iter().chain(document).collect()
}
