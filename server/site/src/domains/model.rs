//! Hosts of a company: wire types, validation and the check of the proof.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use tenancy::Host;
use tenancy::dns::{DnsError, proof_record};

use super::proof_again;
use super::store::Row;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;

/// Maximum length of a DNS name.
const MAX_NAME_LENGTH: usize = 253;
/// Maximum length of the found TXT records in an error message.
const MAX_FOUND_LENGTH: usize = 200;

/// A host of the company.
#[derive(Object)]
pub struct TenantDomain {
    /// In lower case and ASCII, as in the DNS.
    pub host: String,
    /// True for the host that links in e-mails use. There is exactly one.
    pub is_primary: bool,
    /// True when this request was sent to the host.
    pub is_current: bool,
    /// When the host was verified; null while its proof is missing.
    pub verified_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    /// Since when the TXT record of a verified host has been missing; null while it is there. It is looked for every day.
    pub proof_missing_since: Option<DateTime<Utc>>,
    /// The TXT record to create; null while it is there.
    pub proof: Option<DomainProof>,
    pub can: DomainCan,
}

/// The TXT record that proves a host.
#[derive(Object)]
pub struct DomainProof {
    /// Name of the record.
    #[oai(rename = "record_name")]
    pub name: String,
    /// Content of the record.
    pub value: String,
    /// When the claim expires, and the host is deleted; for a verified host, when it stops working.
    pub expires_at: DateTime<Utc>,
}

/// Permissions of the user on a host now. Buttons and guards read this value.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DomainCan {
    pub verify: bool,
    /// Make it the primary host.
    pub update: bool,
    pub delete: bool,
}

/// A host to claim.
#[derive(Object)]
pub struct DomainInput {
    /// Only the name: without `https://`, port and path. Names with non-ASCII letters are converted for the DNS.
    #[oai(validator(max_length = 253))]
    pub host: String,
}

/// A change of a host.
#[derive(Object)]
pub struct DomainUpdate {
    /// True makes it the primary host, instead of the previous one.
    pub is_primary: bool,
}

impl DomainCan {
    pub fn of(row: &Row, is_current: bool, grants: &Grants) -> Self {
        let may = |action| grants.allow(Resource::Domain, action) && row.verdict(is_current, action).is_yes();
        Self { verify: may(Action::Verify), update: may(Action::Update), delete: may(Action::Delete) }
    }
}

impl Row {
    /// Whether the state of the host allows an action.
    pub fn verdict(&self, is_current: bool, action: Action) -> Verdict {
        let is_proven = self.verified_at.is_some();
        match action {
            Action::Verify if is_proven => Verdict::Already,
            Action::Update if self.is_primary => Verdict::Already,
            Action::Update if !is_proven => Verdict::no(MessageCode::DomainNotProven),
            Action::Delete if is_current => Verdict::no(MessageCode::DomainCurrent),
            Action::Delete if self.is_primary => Verdict::no(MessageCode::DomainPrimary),
            _ => Verdict::Yes,
        }
    }

    /// True when the request was sent to this host.
    pub fn is(&self, current: Option<&Host>) -> bool {
        current.is_some_and(|host| host.as_str() == self.host)
    }
}

impl TenantDomain {
    /// The host as the current user sees it, for a request to the host `current`.
    pub fn of(row: Row, current: Option<&Host>, grants: &Grants, now: DateTime<Utc>) -> Self {
        let is_current = row.is(current);
        let missing = proof_again::missing(row.seen_at, now).filter(|_| row.verified_at.is_some());
        let proof = DomainProof {
            name: proof_record(&row.host),
            value: row.proof.clone(),
            expires_at: missing.map_or_else(|| row.expires_at(), |(_, until)| until),
        };
        Self {
            can: DomainCan::of(&row, is_current, grants),
            is_current,
            proof: (row.verified_at.is_none() || missing.is_some()).then_some(proof),
            proof_missing_since: missing.map(|(since, _)| since),
            host: row.host,
            is_primary: row.is_primary,
            verified_at: row.verified_at,
            created_at: row.created_at,
        }
    }
}

impl DomainInput {
    /// Normalises the host. The operator's host `platform` and its subdomains cannot be claimed.
    pub fn check(&self, platform: Option<&Host>) -> ApiResult<Host> {
        let wrong = |code| ApiError::invalid_field("host", code);
        let typed = self.host.trim();
        let host = Host::parse(typed).filter(|_| !typed.contains(':'));
        let host = host.ok_or_else(|| wrong(MessageCode::InvalidHost))?;
        let name = host.as_str();
        if !name.contains('.') || proof_record(name).len() > MAX_NAME_LENGTH {
            return Err(wrong(MessageCode::InvalidHost));
        }
        if platform.is_some_and(|own| is_within(name, own.as_str())) {
            return Err(wrong(MessageCode::ReservedHost));
        }
        Ok(host)
    }
}

fn is_within(name: &str, domain: &str) -> bool {
    name.strip_suffix(domain).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

/// Checks the DNS answer for the proof; the error says what was found.
pub fn check_proof(row: &Row, found: Result<Vec<String>, DnsError>) -> ApiResult<()> {
    let record = proof_record(&row.host);
    let refused = |code, params| Err(ApiError::refused(code).with_params(params));
    match found {
        Ok(texts) if texts.contains(&row.proof) => Ok(()),
        Ok(texts) if texts.is_empty() => {
            refused(MessageCode::DomainProofMissing, Params::from([("record", record.into())]))
        }
        Ok(texts) => {
            let found: String = texts.join(", ").chars().take(MAX_FOUND_LENGTH).collect();
            let params = Params::from([("record", record.into()), ("found", found.into())]);
            refused(MessageCode::DomainProofDiffers, params)
        }
        Err(error) => {
            tracing::info!(%error, host = row.host, "the proof of a host could not be looked for");
            refused(MessageCode::NameServerSilent, Params::from([("record", record.into())]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(typed: &str) -> Result<String, MessageCode> {
        let platform = Host::parse("operator.example.net");
        match (DomainInput { host: typed.to_owned() }).check(platform.as_ref()) {
            Ok(host) => Ok(host.to_string()),
            Err(error) if format!("{error:?}").contains("ReservedHost") => Err(MessageCode::ReservedHost),
            Err(_) => Err(MessageCode::InvalidHost),
        }
    }

    #[test]
    fn host_is_normalised() {
        for (typed, host) in [
            ("Envios.Example.com", "envios.example.com"),
            (" envios.example.com. ", "envios.example.com"),
            ("ação.example.com", "xn--ao-siap.example.com"),
            ("example.net", "example.net"),
            ("myoperator.example.net", "myoperator.example.net"),
        ] {
            assert_eq!(checked(typed).as_deref(), Ok(host), "{typed}");
        }
    }

    #[test]
    fn addresses_ports_bare_names_and_the_operators_own_are_refused() {
        let long = format!("{}.com", ["a"; 121].join("."));
        for typed in [
            "",
            "localhost",
            "com",
            "192.168.0.1",
            "example.com:443",
            "https://example.com",
            "example.com/login",
            "a b.example.com",
            "*.example.com",
            &long,
        ] {
            assert_eq!(checked(typed), Err(MessageCode::InvalidHost), "{typed}");
        }
        for typed in ["operator.example.net", "OPERATOR.example.net.", "a.operator.example.net"] {
            assert_eq!(checked(typed), Err(MessageCode::ReservedHost), "{typed}");
        }
    }

    fn row(verified: bool, is_primary: bool) -> Row {
        Row {
            host: "envios.example.com".into(),
            is_primary,
            proof: "remessa=abc".into(),
            verified_at: verified.then_some(DateTime::UNIX_EPOCH),
            created_at: DateTime::UNIX_EPOCH,
            seen_at: None,
        }
    }

    #[test]
    fn proof_must_match_exactly() {
        let judged = |found: Result<&[&str], DnsError>| {
            let found = found.map(|texts| texts.iter().map(|&text| text.to_owned()).collect());
            check_proof(&row(false, false), found).map_err(|error| error.code())
        };
        assert_eq!(judged(Ok(&["v=spf1", "remessa=abc"])), Ok(()));
        assert_eq!(judged(Ok(&[])), Err(MessageCode::DomainProofMissing));
        assert_eq!(judged(Ok(&["remessa=ab", "remessa=abcd"])), Err(MessageCode::DomainProofDiffers));
        assert_eq!(judged(Err(DnsError::NotConfigured)), Err(MessageCode::NameServerSilent));
    }

    #[test]
    fn host_actions_depend_on_proof_primary_and_current_host() {
        let admin = policy::Policy::load_shipped().grants(policy::UserType::Admin);
        let can = |verified, is_primary, is_current| {
            let DomainCan { verify, update, delete } =
                DomainCan::of(&row(verified, is_primary), is_current, &admin);
            (verify, update, delete)
        };
        assert_eq!(can(false, false, false), (true, false, true));
        assert_eq!(can(true, false, false), (false, true, true));
        assert_eq!(can(true, false, true), (false, true, false));
        assert_eq!(can(true, true, false), (false, false, false));
    }
}
