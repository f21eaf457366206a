//! Bearers of a quarter of an hour, for which programs exchange their tokens. Each is calculated from the hash of its token, whose
//! row is read on every call all the same: it ends with the token, at once.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use subtle::ConstantTimeEq;

use server_core::secret::sign;

const MARK: &str = "rem_short_";
/// Letters of a SHA-256 in Base64 without padding.
const HASH_LETTERS: usize = 43;

/// The bearer of the token with this hash.
pub fn write(server_secret: &str, tenant: &str, hash: &[u8], until: DateTime<Utc>) -> String {
    let told = format!("{}{:x}", URL_SAFE_NO_PAD.encode(hash), until.timestamp());
    format!("{MARK}{told}.{}", seal(server_secret, tenant, &told))
}

/// The hash of its token. None when the bearer is over, was made for another company, or altered.
pub fn check(server_secret: &str, tenant: &str, text: &str, now: DateTime<Utc>) -> Option<Vec<u8>> {
    let (told, sealed) = text.strip_prefix(MARK)?.split_once('.')?;
    let expected = seal(server_secret, tenant, told);
    let fits = bool::from(expected.as_bytes().ct_eq(sealed.as_bytes()));
    let (hash, until) = told.split_at_checked(HASH_LETTERS).filter(|_| fits)?;
    let until = i64::from_str_radix(until, 16).ok()?;
    URL_SAFE_NO_PAD.decode(hash).ok().filter(|_| until > now.timestamp())
}

fn seal(server_secret: &str, tenant: &str, told: &str) -> String {
    let parts = [tenant.as_bytes(), told.as_bytes(), b""];
    URL_SAFE_NO_PAD.encode(sign(server_secret, "short bearer of a token", &parts))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn a_bearer_fits_its_company_and_its_time_only() {
        let (hash, now) = ([7_u8; 32], DateTime::UNIX_EPOCH);
        let until = now + TimeDelta::minutes(15);
        let bearer = write("s", "t_a", &hash, until);
        assert_eq!(check("s", "t_a", &bearer, now), Some(hash.to_vec()));
        assert_eq!(check("s", "t_a", &bearer, until), None, "it is over");
        assert_eq!(check("s", "t_b", &bearer, now), None);
        assert_eq!(check("other", "t_a", &bearer, now), None);
        let longer = bearer.replace(&format!("{:x}.", until.timestamp()), "fffff.");
        for odd in ["", "rem_short_", "rem_short_.", "é", &longer, &bearer[1..], &bearer[..bearer.len() - 1]]
        {
            assert_eq!(check("s", "t_a", odd, now), None, "{odd}");
        }
    }
}
