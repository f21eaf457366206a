//! Addresses that receive replies and delivery reports. Each contains a tenant and a token.

use std::str::FromStr;

use lettre::Address;

use super::MailError;

/// The longest part before the @ (RFC 5321).
const MAX_LOCAL: usize = 64;
/// Tenant, two signs, the kind, and a token.
const INSERTED: usize = 1 + 1 + TENANT + 1 + TOKEN;
const TENANT: usize = 12;
/// 128 bits in base 32.
pub const TOKEN: usize = 26;

/// The addresses of this installation: `*@reply.example.com` for a domain whose every address is delivered, or
/// `support+*@example.com` for a mailbox with subaddresses. The star is replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyAddresses {
    before: String,
    domain: String,
}

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// People reply to it.
    Reply,
    /// Servers report to it that an e-mail did not arrive.
    Bounce,
    /// E-mails to it open tickets. It has no token.
    Open,
}

/// The content of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyAddress {
    pub usage: Use,
    /// The id of the tenant, as in the registry.
    pub tenant: String,
    pub token: String,
}

impl FromStr for ReplyAddresses {
    type Err = MailError;

    fn from_str(text: &str) -> Result<Self, MailError> {
        let wrong = || {
            MailError::Configuration(format!(
                "`{text}` is not like *@reply.example.com or desk+*@example.com"
            ))
        };
        let text = text.to_ascii_lowercase();
        let (before, domain) = text.split_once("*@").ok_or_else(wrong)?;
        let is_whole = format!("{before}x@{domain}").parse::<Address>().is_ok();
        if !is_whole || before.len() + INSERTED > MAX_LOCAL || before.contains('*') {
            return Err(wrong());
        }
        Ok(Self { before: before.to_owned(), domain: domain.to_owned() })
    }
}

impl ReplyAddresses {
    /// The address for a token of a tenant.
    pub fn of(&self, usage: Use, tenant: &str, token: &str) -> Result<Address, MailError> {
        let tenant = tenant.trim_start_matches("t_");
        // A mailbox with subaddresses has its own plus.
        let sign = if self.before.is_empty() { '+' } else { '.' };
        Ok(Address::new(format!("{}{}{sign}{tenant}.{token}", self.before, usage.letter()), &self.domain)?)
    }

    /// The address whose e-mails open tickets of a tenant.
    pub fn to_open(&self, tenant: &str) -> Result<Address, MailError> {
        let tenant = tenant.trim_start_matches("t_");
        let sign = if self.before.is_empty() { '+' } else { '.' };
        Ok(Address::new(format!("{}{}{sign}{tenant}", self.before, Use::Open.letter()), &self.domain)?)
    }

    /// Reads an address; none when it is not one of these. Servers on the way may change the case.
    pub fn read(&self, address: &str) -> Option<ReplyAddress> {
        let address = address.to_ascii_lowercase();
        let (local, domain) = address.rsplit_once('@')?;
        let inserted = local.strip_prefix(&self.before).filter(|_| domain == self.domain)?;
        let (first, rest) = inserted.split_at_checked(1)?;
        let usage = [Use::Reply, Use::Bounce, Use::Open].into_iter().find(|usage| usage.letter() == first)?;
        let rest = rest.strip_prefix(['+', '.'])?;
        let (tenant, token) = match usage {
            Use::Open => (rest, ""),
            Use::Reply | Use::Bounce => rest.split_once('.')?,
        };
        let token_length = if usage == Use::Open { 0 } else { TOKEN };
        let is_code = |text: &str, length| {
            text.len() == length && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'))
        };
        (is_code(tenant, TENANT) && is_code(token, token_length)).then(|| ReplyAddress {
            usage,
            tenant: format!("t_{tenant}"),
            token: token.to_owned(),
        })
    }
}

impl Use {
    const fn letter(self) -> &'static str {
        match self {
            Self::Reply => "r",
            Self::Bounce => "b",
            Self::Open => "n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TENANT: &str = "t_abcdefghij23";
    const TOKEN: &str = "abcdefghijklmnopqrstuvwx27";

    #[test]
    fn an_address_is_read_as_it_was_written_in_any_case() {
        for (pattern, wanted) in [
            ("*@reply.test", format!("r+abcdefghij23.{TOKEN}@reply.test")),
            ("desk+*@a.test", format!("desk+r.abcdefghij23.{TOKEN}@a.test")),
        ] {
            let addresses: ReplyAddresses = pattern.parse().unwrap();
            let written = addresses.of(Use::Reply, TENANT, TOKEN).unwrap().to_string();
            assert_eq!(written, wanted);
            let read = addresses.read(&written.to_uppercase()).unwrap();
            assert_eq!((read.usage, read.tenant.as_str(), read.token.as_str()), (Use::Reply, TENANT, TOKEN));
            let bounce = addresses.of(Use::Bounce, TENANT, TOKEN).unwrap().to_string();
            assert_eq!(addresses.read(&bounce).unwrap().usage, Use::Bounce);
            let to_open = addresses.read(addresses.to_open(TENANT).unwrap().as_ref()).unwrap();
            assert_eq!((to_open.usage, to_open.tenant.as_str()), (Use::Open, TENANT));
        }
    }

    #[test]
    fn other_addresses_are_none_of_these() {
        let addresses: ReplyAddresses = "*@reply.test".parse().unwrap();
        let good = format!("r+abcdefghij23.{TOKEN}@reply.test");
        assert!(addresses.read(&good).is_some());
        for odd in [
            good.replace("reply.test", "other.test"),
            good.replace("r+", "x+"),
            good.replace(TOKEN, &TOKEN[1..]),
            good.replace('.', ""),
            "desk@reply.test".to_owned(),
            String::new(),
            "é@reply.test".to_owned(),
        ] {
            assert_eq!(addresses.read(&odd), None, "{odd}");
        }
    }

    #[test]
    fn a_pattern_has_one_star_before_the_at() {
        for odd in
            ["", "*", "desk@a.test", "*@", "**@a.test", "a*b@a.test", &format!("{}+*@a.test", "x".repeat(40))]
        {
            assert!(odd.parse::<ReplyAddresses>().is_err(), "{odd}");
        }
    }
}
