//! The reference that a client writes at its bank, so that staff know whose payment it is. It is calculated, and changes
//! with every deposit that the client reports.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::secret::sign;

pub const COUNT: &str = "select count(*) from deposits where client_id = $1";

/// Without letters that look like digits (Crockford).
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BITS: u32 = 5;
/// Characters of the signature and of the number of the deposit.
const SIGNED: u32 = 8;
const NUMBERED: u32 = 4;

/// Whose references are meant.
#[derive(Clone, Copy, Debug)]
pub struct Payer<'a> {
    pub server_secret: &'a str,
    pub tenant: &'a str,
    pub client_id: Uuid,
}

impl Payer<'_> {
    /// The reference of the next payment. It stays the same until the client reports a deposit.
    pub async fn next_reference(&self, tx: &mut TenantTx) -> ApiResult<String> {
        let count: i64 = sqlx::query_scalar(COUNT).bind(self.client_id).fetch_one(&mut **tx).await?;
        Ok(self.reference(u64::try_from(count).unwrap_or_default() + 1))
    }

    /// Whether a reference was given to this client. People type it with spaces and in lower case.
    pub fn knows(&self, reference: &str) -> bool {
        let typed: String =
            reference.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
        let digits = typed.bytes().skip(SIGNED as usize);
        let number = digits
            .map(|digit| ALPHABET.iter().position(|known| *known == digit))
            .try_fold(0_u64, |number, digit| digit.map(|digit| number << BITS | digit as u64));
        typed.len() == (SIGNED + NUMBERED) as usize
            && number.is_some_and(|number| self.reference(number) == typed)
    }

    fn reference(&self, number: u64) -> String {
        let number = number % (1 << (BITS * NUMBERED));
        let number_of_client = [&self.client_id.as_bytes()[..], &number.to_be_bytes()].concat();
        let parts = [self.tenant.as_bytes(), number_of_client.as_slice()];
        let signature = sign(self.server_secret, "payment reference", &parts);
        let signed = signature.iter().take(8).fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
        [in_digits(signed, SIGNED), in_digits(number, NUMBERED)].concat()
    }
}

/// The lowest digits of a number in base 32.
fn in_digits(number: u64, count: u32) -> String {
    let digit = |at: u32| ALPHABET[(number >> (BITS * at) & 31) as usize];
    (0..count).rev().map(|at| char::from(digit(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_belongs_to_one_client() {
        let payer = |client: u128| Payer {
            server_secret: "key",
            tenant: "t_one",
            client_id: Uuid::from_u128(client),
        };
        let reference = payer(7).reference(12);
        assert_eq!(reference.len(), 12);
        assert!(reference.ends_with("000C"), "{reference}");
        assert!(payer(7).knows(&reference));
        assert!(payer(7).knows(&format!("{} {}", &reference[..4], reference[4..].to_lowercase())));
        assert!(!payer(8).knows(&reference));
        assert!(!payer(7).knows("TED 20417") && !payer(7).knows(&format!("{reference}X")));
        assert_ne!(payer(7).reference(13), reference);
    }
}
