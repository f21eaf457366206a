//! Signatures of shops: HMAC-SHA256 over the bytes of the body, in base64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Whether a shop with this secret has sent these bytes. The comparison takes the same time for every wrong signature.
pub fn is_signed(secret: &[u8], body: &[u8], signature: &str) -> bool {
    let Ok(sent) = STANDARD.decode(signature.trim()) else { return false };
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret) else { return false };
    mac.update(body);
    mac.verify_slice(&sent).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by the module `hmac` of Python.
    const CASES: [(&str, &str, &str); 3] = [
        (
            "shpss_0123456789abcdef",
            "{\"id\":820982911946154508}",
            "WgzR7rq62vUNCmcicvvYrYZJZaD2hIzKWpcvIVtnpEg=",
        ),
        ("segredo-da-loja-ção", "{\"name\":\"São João\"}", "g5WuxF4MfB9miVyD6VP0XkCihhJPs3GIJAmhaasAehI="),
        ("0123456789abcdef", "", "SW3JP6LSbq5QDsC8N6EicGuI+JY86/CJnQJF+uMT4kE="),
    ];

    #[test]
    fn the_bytes_of_the_body_are_signed() {
        for (secret, body, signature) in CASES {
            assert!(is_signed(secret.as_bytes(), body.as_bytes(), signature), "{body}");
            assert!(!is_signed(secret.as_bytes(), format!("{body} ").as_bytes(), signature), "{body}");
            assert!(!is_signed(b"another secret of it", body.as_bytes(), signature), "{body}");
        }
    }

    #[test]
    fn a_part_of_a_signature_is_none() {
        let (secret, body, signature) = CASES[0];
        for wrong in ["", "=", "x", "WgzR7rq6", &signature[1..], &signature.to_lowercase()] {
            assert!(!is_signed(secret.as_bytes(), body.as_bytes(), wrong), "{wrong}");
        }
    }
}
