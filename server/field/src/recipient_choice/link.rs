//! The token of a link: the id of the delivery, and a secret of which only the hash is stored.

use server_core::http::token;
use uuid::Uuid;

/// Hexadecimal digits of the id.
const ID_LEN: usize = 32;

/// A link that was written into an e-mail.
#[derive(Debug)]
pub struct ChoiceLink {
    pub delivery_id: Uuid,
    pub hash: Vec<u8>,
}

impl ChoiceLink {
    /// A new token with what is stored of it.
    pub fn generate(delivery_id: Uuid) -> (String, Self) {
        let secret = token::generate();
        let hash = token::hash(&secret);
        (format!("{}{secret}", delivery_id.simple()), Self { delivery_id, hash })
    }

    /// None for what is no token.
    pub fn parse(text: &str) -> Option<Self> {
        let (id, secret) = text.split_at_checked(ID_LEN)?;
        let delivery_id = Uuid::try_parse(id).ok().filter(|_| token::is_token(secret))?;
        Some(Self { delivery_id, hash: token::hash(secret) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_as_it_was_written() {
        let id = Uuid::from_u128(7);
        let (text, written) = ChoiceLink::generate(id);
        let link = ChoiceLink::parse(&text).unwrap();
        assert_eq!((link.delivery_id, link.hash), (id, written.hash));
        assert!(text.len() <= 100);
    }

    #[test]
    fn what_is_no_token_is_none() {
        for text in ["", "é", "00000000000000000000000000000007", &"ç".repeat(40)] {
            assert!(ChoiceLink::parse(text).is_none(), "{text}");
        }
    }
}
