//! Recovery codes: ten, shown once, each valid for one sign-in. They have 80 random bits, so a fast hash is enough.

use sha2::{Digest, Sha256};
use uuid::Uuid;

pub const COUNT: usize = 10;
const LENGTH: usize = 16;
/// Without letters that look like digits.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// `xxxx-xxxx-xxxx-xxxx`
pub fn generate() -> Vec<String> {
    (0..COUNT).map(|_| group_letters(&rand::random())).collect()
}

fn group_letters(random: &[u8; LENGTH]) -> String {
    let letters: Vec<char> = random.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect();
    letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join("-")
}

/// The stored hash. None when the text cannot be a code. Case, blanks and hyphens are ignored.
pub fn hash(user_id: Uuid, typed: &str) -> Option<Vec<u8>> {
    let plain: String =
        typed.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    (plain.len() == LENGTH).then(|| {
        Sha256::new().chain_update(user_id.as_bytes()).chain_update(plain.as_bytes()).finalize().to_vec()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_hash_ignores_format_and_depends_on_user() {
        let codes = generate();
        assert_eq!(codes.len(), COUNT);
        let (code, owner) = (&codes[0], Uuid::from_u128(1));
        assert_eq!(code.len(), LENGTH + 3);
        let typed = format!(" {} ", code.to_uppercase().replace('-', " "));
        assert_eq!(hash(owner, code), hash(owner, &typed));
        assert_ne!(hash(owner, code), hash(Uuid::from_u128(2), code));
        assert_eq!(hash(owner, "123456"), None);
    }
}
