//! Random secrets that are handed out once: in a cookie, in a link. Only their hash is ever stored.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

const BYTES: usize = 32;

pub fn generate() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; BYTES]>())
}

/// Could this have been generated here?
pub fn is_token(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == BYTES)
}

pub fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
