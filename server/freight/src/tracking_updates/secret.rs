//! The secret of the link that ends a subscription. It is calculated, so that every e-mail can carry it and none is
//! stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;
use tenancy::TenantId;
use uuid::Uuid;

use server_core::secret::sign;

const ID_LENGTH: usize = 32;

/// The secret for a subscription of this tenant.
pub fn of(server_secret: &str, tenant: &TenantId, subscription_id: Uuid) -> String {
    format!("{}{}", subscription_id.simple(), seal(server_secret, tenant.as_str(), subscription_id))
}

/// The subscription of a secret; none when it was made for another tenant or altered.
pub fn verify(server_secret: &str, tenant: &TenantId, sent: &str) -> Option<Uuid> {
    read_on(server_secret, tenant.as_str(), sent)
}

fn read_on(server_secret: &str, tenant: &str, sent: &str) -> Option<Uuid> {
    let (id, sealed) = sent.split_at_checked(ID_LENGTH)?;
    let id = Uuid::try_parse(id).ok()?;
    let expected = seal(server_secret, tenant, id);
    bool::from(expected.as_bytes().ct_eq(sealed.as_bytes())).then_some(id)
}

fn seal(server_secret: &str, tenant: &str, id: Uuid) -> String {
    let parts = [tenant.as_bytes(), id.as_bytes()];
    URL_SAFE_NO_PAD.encode(sign(server_secret, "end of tracking subscription", &parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_fits_only_its_tenant_and_its_subscription() {
        let id = Uuid::from_u128(7);
        let secret = format!("{}{}", id.simple(), seal("key", "t_one", id));
        assert_eq!(read_on("key", "t_one", &secret), Some(id));
        assert_eq!(read_on("key", "t_two", &secret), None);
        assert_eq!(read_on("other", "t_one", &secret), None);
        let other = secret.replacen(&id.simple().to_string(), &Uuid::from_u128(8).simple().to_string(), 1);
        assert_eq!(read_on("key", "t_one", &other), None);
        for odd in ["", "short", &secret[..40], "é".repeat(40).as_str()] {
            assert_eq!(read_on("key", "t_one", odd), None, "{odd}");
        }
    }
}
