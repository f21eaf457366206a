//! Codes that a payer's bank app reads: a Pix BR Code and an EPC QR code. They fill in account, amount and reference.

use poem_openapi::Object;
use rust_decimal::Decimal;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use server_core::http::error::{ApiError, ApiResult};
use trade::money::{has_too_many_decimals, in_currency};
use trade::symbols::QrCode;
use trade::wire_name;

/// CRC-16 of BR Codes, also called CCITT-FALSE.
const BR_CODE_SUM: crc::Crc<u16> = crc::Crc::<u16>::new(&crc::CRC_16_IBM_3740);
/// The most that a field of a BR Code holds.
const MAX_NAME: usize = 25;
const MAX_CITY: usize = 15;
const MAX_REFERENCE: usize = 25;
/// Highest amount of both codes.
const MAX_AMOUNT: Decimal = Decimal::from_parts(1_215_752_191, 23, 0, false, 2);
/// The most that an EPC code has, in characters.
const MAX_EPC_NAME: usize = 70;

wire_name! {
    /// Kind of a payment code.
    PaymentCodeKind {
        /// Pix BR Code, which can also be pasted as text.
        Pix = "pix",
        /// EPC QR code of a transfer in euros.
        Epc = "epc",
    }
}

/// A code that the payer's bank app reads.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PaymentCode {
    pub kind: PaymentCodeKind,
    /// The content: for Pix, the text to copy and paste.
    pub text: String,
    pub qr: QrCode,
}

impl PaymentCode {
    pub fn of(kind: PaymentCodeKind, text: String) -> ApiResult<Self> {
        let qr = QrCode::of(&text).map_err(ApiError::internal)?;
        Ok(Self { kind, text, qr })
    }
}

/// A payment by Pix to a key.
#[derive(Clone, Copy, Debug)]
pub struct Pix<'a> {
    pub key: &'a str,
    pub holder: &'a str,
    pub city: &'a str,
    /// The payer types it if there is none.
    pub amount: Option<Decimal>,
    pub reference: &'a str,
}

impl Pix<'_> {
    /// The static BR Code of the manual of the Banco Central do Brasil.
    pub fn text(&self) -> String {
        let account = [field("00", "br.gov.bcb.pix"), field("01", self.key)].concat();
        let reference: String =
            self.reference.chars().filter(char::is_ascii_alphanumeric).take(MAX_REFERENCE).collect();
        let reference = if reference.is_empty() { "***" } else { reference.as_str() };
        let amount = self.amount.and_then(|amount| payable(amount, "BRL"));
        let parts = [
            field("00", "01"),
            field("26", &account),
            field("52", "0000"),
            field("53", "986"),
            amount.map(|amount| field("54", &amount)).unwrap_or_default(),
            field("58", "BR"),
            field("59", &plain(self.holder, MAX_NAME)),
            field("60", &plain(self.city, MAX_CITY)),
            field("62", &field("05", reference)),
            // The sum covers its own name and length.
            "6304".to_owned(),
        ];
        let text = parts.concat();
        let sum = BR_CODE_SUM.checksum(text.as_bytes());
        format!("{text}{sum:04X}")
    }
}

/// A transfer in euros (SEPA).
#[derive(Clone, Copy, Debug)]
pub struct EuroTransfer<'a> {
    pub holder: &'a str,
    pub iban: &'a str,
    pub bic: Option<&'a str>,
    /// The payer types it if there is none.
    pub amount: Option<Decimal>,
    pub reference: &'a str,
}

impl EuroTransfer<'_> {
    /// The content of EPC069-12, version 2: the reference is for people, not a creditor reference of ISO 11649.
    pub fn text(&self) -> String {
        let amount = self.amount.and_then(|amount| payable(amount, "EUR"));
        let amount = amount.map(|amount| format!("EUR{amount}")).unwrap_or_default();
        let holder: String = self.holder.chars().take(MAX_EPC_NAME).collect();
        let (purpose, creditor_reference) = ("", "");
        let lines = [
            "BCD",
            "002",
            "1",
            "SCT",
            self.bic.unwrap_or_default(),
            &holder,
            self.iban,
            &amount,
            purpose,
            creditor_reference,
            self.reference,
        ];
        lines.join("\n")
    }
}

/// An amount that a code can have, with two decimals.
fn payable(amount: Decimal, currency: &str) -> Option<String> {
    let fits = amount > Decimal::ZERO && amount <= MAX_AMOUNT && !has_too_many_decimals(amount, 2);
    fits.then(|| in_currency(amount, Some(currency)).to_string())
}

/// A field of a BR Code: its number, its length and its text.
fn field(number: &str, text: &str) -> String {
    format!("{number}{:02}{text}", text.len())
}

/// Without accents, because apps differ in the letters that they read. The bank shows the name that it has.
fn plain(text: &str, max: usize) -> String {
    let letters = text.nfd().filter(|letter| !is_combining_mark(*letter));
    let printable = letters.filter(|letter| letter.is_ascii() && !letter.is_ascii_control());
    printable.take(max).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the manual of BR Code, of the Banco Central do Brasil.
    const MANUAL: &str = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR\
                          5913Fulano de Tal6008BRASILIA62070503***63041D3D";

    fn pix() -> Pix<'static> {
        Pix {
            key: "123e4567-e12b-12d1-a456-426655440000",
            holder: "Fulano de Tal",
            city: "BRASÍLIA",
            amount: None,
            reference: "",
        }
    }

    #[test]
    fn a_br_code_is_that_of_the_manual() {
        assert_eq!(pix().text(), MANUAL);
    }

    #[test]
    fn a_br_code_has_amount_and_reference() {
        let amount = Some("988.01".parse().unwrap());
        let code = Pix {
            amount,
            reference: "AT-2026/000123",
            holder: "Atlântico Cargas Internacionais S.A.",
            ..pix()
        };
        let text = code.text();
        assert!(text.contains("5406988.01"), "{text}");
        assert!(text.contains("62160512AT2026000123"), "{text}");
        assert!(text.contains("5925Atlantico Cargas Internac"), "{text}");
        assert_eq!(text.len(), MANUAL.len() + 10 + 9 + 12, "{text}");
    }

    /// The example of the guidelines of the European Payments Council, in the second version and without a purpose.
    #[test]
    fn an_epc_code_is_that_of_the_guidelines() {
        let transfer = EuroTransfer {
            holder: "Red Cross of Belgium",
            iban: "BE72000000001616",
            bic: Some("BPOTBEB1"),
            amount: Some(Decimal::ONE),
            reference: "Urgency fund",
        };
        let lines =
            "BCD\n002\n1\nSCT\nBPOTBEB1\nRed Cross of Belgium\nBE72000000001616\nEUR1.00\n\n\nUrgency fund";
        assert_eq!(transfer.text(), lines);
    }

    #[test]
    fn an_amount_that_no_bank_takes_is_left_to_the_payer() {
        for amount in ["0", "-5", "0.005", "1000000000.00"] {
            assert_eq!(payable(amount.parse().unwrap(), "EUR"), None, "{amount}");
        }
        assert_eq!(payable("999999999.99".parse().unwrap(), "EUR").as_deref(), Some("999999999.99"));
    }
}
