//! Secrets that the server must read again. They are encrypted in the database with a key derived from the server's
//! secret, the tenant, the purpose and the owner: copied elsewhere, they cannot be opened.

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf::{HKDF_SHA256, Salt};
use tenancy::TenantId;

/// The context of a sealed secret.
#[derive(Clone, Copy)]
pub struct Seal<'a> {
    /// The secret of the server's configuration.
    pub secret: &'a str,
    pub tenant: &'a TenantId,
    pub purpose: &'static str,
    pub owner: &'a [u8],
}

impl Seal<'_> {
    pub fn close(&self, plain: &[u8]) -> Vec<u8> {
        let nonce: [u8; NONCE_LEN] = rand::random();
        let mut text = plain.to_vec();
        self.key()
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), self.bound_to(), &mut text)
            .expect("a short text can be sealed");
        [&nonce[..], &text].concat()
    }

    /// None when the value was sealed for another owner or with another secret, or was altered.
    pub fn open(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, text) = sealed.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut text = text.to_vec();
        let plain = self.key().open_in_place(nonce, self.bound_to(), &mut text).ok()?;
        Some(plain.to_vec())
    }

    fn key(&self) -> LessSafeKey {
        let salt = Salt::new(HKDF_SHA256, b"remessa sealed");
        let extracted = salt.extract(self.secret.as_bytes());
        let purpose = [self.purpose.as_bytes()];
        let key = extracted.expand(&purpose, &CHACHA20_POLY1305).expect("a key of this length can be made");
        LessSafeKey::new(UnboundKey::from(key))
    }

    fn bound_to(&self) -> Aad<Vec<u8>> {
        Aad::from([self.tenant.as_str().as_bytes(), b"\0", self.owner].concat())
    }
}
