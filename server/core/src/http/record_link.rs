//! The token of a link to one record: the id of the record, and a secret of which only the hash is stored.

use uuid::Uuid;

use super::token;

/// Hexadecimal digits of the id.
const ID_LEN: usize = 32;

/// A link that was written into an e-mail.
#[derive(Debug)]
pub struct RecordLink {
    pub id: Uuid,
    pub hash: Vec<u8>,
}

impl RecordLink {
    /// A new token with what is stored of it.
    pub fn generate(id: Uuid) -> (String, Self) {
        let secret = token::generate();
        let hash = token::hash(&secret);
        (format!("{}{secret}", id.simple()), Self { id, hash })
    }

    /// None for what is no token.
    pub fn parse(text: &str) -> Option<Self> {
        let (id, secret) = text.split_at_checked(ID_LEN)?;
        let id = Uuid::try_parse(id).ok().filter(|_| token::is_token(secret))?;
        Some(Self { id, hash: token::hash(secret) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_as_it_was_written() {
        let id = Uuid::from_u128(7);
        let (text, written) = RecordLink::generate(id);
        let link = RecordLink::parse(&text).unwrap();
        assert_eq!((link.id, link.hash), (id, written.hash));
        assert!(text.len() <= 100);
    }

    #[test]
    fn what_is_no_token_is_none() {
        for text in ["", "é", "00000000000000000000000000000007", &"ç".repeat(40)] {
            assert!(RecordLink::parse(text).is_none(), "{text}");
        }
    }
}
