//! Transfer of the secret to the app: as a QR code, and as text.

use std::fmt::Write;

use poem_openapi::Object;

use super::totp::{Secret, base32};
use server_core::http::error::{ApiError, ApiResult};
use trade::symbols::QrCode;

/// The secret for the app. It is shown once, and takes effect when `account_second_factor_enable` accepts a code.
#[derive(Object)]
pub struct SecondFactorSetup {
    /// In Base32, in groups of four.
    pub secret: String,
    /// The `otpauth` URI, for an app on the same device.
    pub uri: String,
    /// The same URI as a QR code.
    pub qr: QrCode,
}

impl SecondFactorSetup {
    pub fn of(secret: &Secret, company: &str, email: &str) -> ApiResult<Self> {
        let text = base32(secret);
        let (company, email) = (percent_encoded(company), percent_encoded(email));
        let uri = format!("otpauth://totp/{company}:{email}?secret={text}&issuer={company}");
        let secret = text.as_bytes().chunks(4).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ");
        Ok(Self { secret, qr: QrCode::of(&uri).map_err(ApiError::internal)?, uri })
    }
}

fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~@".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uri_has_secret_company_and_account() {
        let setup = SecondFactorSetup::of(b"12345678901234567890", "Atlântico & Co", "ana@a.test").unwrap();
        assert_eq!(setup.secret, "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        assert_eq!(
            setup.uri,
            "otpauth://totp/Atl%C3%A2ntico%20%26%20Co:ana@a.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Atl%C3%A2ntico%20%26%20Co"
        );
        assert!(setup.qr.size > 20 && setup.qr.path.starts_with("M0 0h7v1h-7z"));
    }
}
