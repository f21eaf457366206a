//! The token of a correspondent, in the address of its replies. It is calculated, so that every e-mail can carry it and
//! none is stored; the database has only its hash.

use tenancy::TenantId;
use uuid::Uuid;

use server_core::http::token;
use server_core::mail::TOKEN;
use server_core::secret::sign;

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
const BITS: usize = 5;

/// The token of a correspondent of this tenant: 128 bits in lower case, since servers on the way may change the case.
pub fn of(server_secret: &str, tenant: &TenantId, correspondent: Uuid) -> String {
    calculate_token(server_secret, tenant.as_str(), correspondent)
}

/// As it is stored.
pub fn hash(token: &str) -> Vec<u8> {
    token::hash(token)
}

/// The mark of e-mails of this installation.
pub fn mark(server_secret: &str) -> String {
    base_32(&sign(server_secret, "mark of ticket e-mails", &[]))
}

fn calculate_token(server_secret: &str, tenant: &str, correspondent: Uuid) -> String {
    base_32(&sign(server_secret, "ticket correspondent", &[tenant.as_bytes(), correspondent.as_bytes()]))
}

/// The first 128 bits, the last digit with two zero bits.
fn base_32(bytes: &[u8; 32]) -> String {
    let bit = |at: usize| if at < 128 { usize::from(bytes[at / 8] >> (7 - at % 8) & 1) } else { 0 };
    let digit = |at: usize| (0..BITS).fold(0, |digit, offset| digit << 1 | bit(at * BITS + offset));
    (0..TOKEN).map(|at| char::from(ALPHABET[digit(at)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_belongs_to_one_correspondent_of_one_tenant() {
        let id = Uuid::from_u128(7);
        let token = calculate_token("key", "t_one", id);
        assert_eq!(token.len(), TOKEN);
        assert!(token.bytes().all(|byte| ALPHABET.contains(&byte)));
        assert_eq!(token, calculate_token("key", "t_one", id));
        for other in [
            calculate_token("key", "t_two", id),
            calculate_token("other", "t_one", id),
            calculate_token("key", "t_one", Uuid::from_u128(8)),
            mark("key"),
        ] {
            assert_ne!(token, other);
        }
    }

    #[test]
    fn all_bits_count() {
        let mut bytes = [0; 32];
        assert_eq!(base_32(&bytes), "a".repeat(TOKEN));
        bytes[15] = 1;
        assert_eq!(base_32(&bytes), format!("{}e", "a".repeat(TOKEN - 1)));
        bytes[0] = 0x80;
        assert_eq!(&base_32(&bytes)[..2], "qa");
    }
}
