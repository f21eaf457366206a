//! Random secrets for cookies and links. They are handed out once; only their hash is stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

const BYTES: usize = 32;

pub fn generate() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; BYTES]>())
}

/// True when the text has the format of a token.
pub fn is_token(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == BYTES)
}

pub fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
