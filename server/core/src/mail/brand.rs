//! The tenant's brand in e-mails.

use std::fmt;
use std::str::FromStr;

use lettre::Address;
use tenancy::TenantTx;

use super::{MailError, PublicOrigin, TenantLink};
use crate::settings::Settings;

#[derive(Clone, Debug, Default)]
pub struct Brand {
    pub name: String,
    pub colour: Colour,
    /// A PNG or JPEG on the company's domain; e-mail programs show no SVG. Not a part of the e-mail: replies to tickets
    /// would carry it back as a file. Without a logo the name is shown.
    pub logo: Option<TenantLink>,
    /// The logo has no name in it: the name is shown beside it.
    pub is_mark: bool,
    /// The sender name: the company's name, unless the settings give another one.
    pub sender: String,
    /// Where replies go: the reply address of the settings, or the company's contact. The sender address itself is not
    /// read.
    pub reply_to: Option<Address>,
    /// Who the company is by law, for the foot.
    pub legal: Vec<String>,
}

/// The logo that e-mail programs can show.
pub const FIND_LOGO: &str = "
    select name from brand_assets
    where name in ('mail_logo', 'mail_mark') or name = 'logo' and content_type in ('image/png', 'image/jpeg')
    order by name = 'logo' limit 1";

impl Brand {
    pub async fn of(
        tx: &mut TenantTx,
        settings: &Settings,
        origin: &PublicOrigin,
    ) -> Result<Self, MailError> {
        let found: Option<String> = sqlx::query_scalar(FIND_LOGO).fetch_optional(&mut **tx).await?;
        let link = |name: &String| TenantLink::new(origin, tx.tenant(), &settings.brand_url(name));
        let logo = found.as_ref().map(link).transpose()?;
        let colour = settings.brand_color.parse().unwrap_or_default();
        let sender = settings.mail_sender_name.as_ref().unwrap_or(&settings.name).clone();
        let reply_to = settings.mail_reply_to.as_ref().or(settings.contact_email.as_ref());
        Ok(Self {
            name: settings.name.clone(),
            colour,
            logo,
            is_mark: found.is_some_and(|name| name == "mail_mark"),
            sender,
            reply_to: reply_to.and_then(|address| address.parse().ok()),
            legal: legal_lines(settings),
        })
    }
}

/// Registered name and tax number, address, contact. A line without values is left out.
fn legal_lines(settings: &Settings) -> Vec<String> {
    let details = &settings.details;
    let mut lines = Vec::from([
        vec![Some(settings.document_name().to_owned()), details.tax_number.clone()],
        details.address_lines().into_iter().map(Some).collect(),
        vec![Some(settings.contact_line())],
    ])
    .into_iter()
    .map(|values: Vec<Option<String>>| values.into_iter().flatten().collect::<Vec<_>>().join(" · "))
    .collect::<Vec<_>>();
    lines.retain(|line| !line.is_empty());
    lines
}

/// A colour as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour([u8; 3]);

impl Colour {
    /// Black or white, whichever has more contrast on this colour (WCAG).
    pub fn ink(self) -> Self {
        let linear = |channel: u8| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        // Equal contrast with white and with black: (1 + .05) / (l + .05) = (l + .05) / .05.
        if luminance > 0.179 { Self([0; 3]) } else { Self([255; 3]) }
    }
}

impl Default for Colour {
    /// For a tenant without a valid colour: the e-mail is sent anyway.
    fn default() -> Self {
        Self([0x34, 0x3a, 0x40])
    }
}

impl FromStr for Colour {
    type Err = MailError;

    fn from_str(text: &str) -> Result<Self, MailError> {
        let wrong = || MailError::Configuration(format!("`{text}` is no colour like #1e40af"));
        let digits = text.strip_prefix('#').filter(|it| it.len() == 6).ok_or_else(wrong)?;
        if !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).map_err(|_| wrong())?.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_is_readable_on_the_brand() {
        let ink = |colour: &str| colour.parse::<Colour>().unwrap().ink().to_string();
        assert_eq!(ink("#1e40af"), "#ffffff");
        assert_eq!(ink("#facc15"), "#000000");
        assert_eq!(ink("#FFFFFF"), "#000000");
    }

    #[test]
    fn the_foot_says_who_the_company_is_by_law() {
        let mut settings = Settings { name: "Atlântico".into(), ..Settings::default() };
        assert_eq!(legal_lines(&settings), ["Atlântico"]);
        settings.details.legal_name = Some("Atlântico Courier Ltda.".into());
        settings.details.tax_number = Some("11.222.333/0001-81".into());
        settings.details.legal_address = Some("Rua A, 1\n\nSantos – SP".into());
        settings.contact_email = Some("oi@atlantico.test".into());
        settings.contact_phone = Some("+551132654321".into());
        assert_eq!(
            legal_lines(&settings),
            [
                "Atlântico Courier Ltda. · 11.222.333/0001-81",
                "Rua A, 1 · Santos – SP",
                "oi@atlantico.test · +55 11 3265-4321"
            ]
        );
    }

    #[test]
    fn only_six_hexadecimal_digits_are_a_colour() {
        assert_eq!("#0a0B0c".parse::<Colour>().unwrap().to_string(), "#0a0b0c");
        for odd in ["", "1e40af", "#1e4", "#1e40ag", "#+e40af", "#é40af", "red;}"] {
            assert!(odd.parse::<Colour>().is_err(), "{odd}");
        }
    }
}
