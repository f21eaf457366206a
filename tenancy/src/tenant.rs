use std::fmt;

use rand::RngExt;
use serde::{Serialize, Serializer};

/// The opaque name of a tenant's schema and role. Never reused, never derived from a customer's name, and
/// created only here: a value of this type is safe in SQL text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TenantId([u8; TenantId::LENGTH]);

impl TenantId {
    const PREFIX: &[u8] = b"t_";
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    const LENGTH: usize = 14;

    pub(crate) fn generate() -> Self {
        let mut random = rand::rng();
        Self(std::array::from_fn(|at| {
            Self::PREFIX.get(at).copied().unwrap_or_else(|| Self::ALPHABET[random.random_range(0..32)])
        }))
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; Self::LENGTH] = text.as_bytes().try_into().ok()?;
        let name = bytes.strip_prefix(Self::PREFIX)?;
        name.iter().all(|byte| Self::ALPHABET.contains(byte)).then_some(Self(bytes))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl AsRef<str> for TenantId {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for TenantId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl fmt::Debug for TenantId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl Serialize for TenantId {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.as_str())
    }
}

/// The registry's data of a tenant.
#[derive(Clone, Debug)]
pub struct Tenant {
    pub id: TenantId,
    /// Name of the tenant's folder and demo host; for people, never for SQL.
    pub slug: String,
    pub state: TenantState,
    /// Number of the last migration of its schema.
    pub schema_version: i32,
    /// Increased to end all sessions, sockets and jobs of the tenant.
    pub epoch: i64,
    /// The host in links of e-mails.
    pub primary_host: String,
    pub(crate) shard: u16,
}

/// State of a tenant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TenantState {
    Active,
    Suspended,
    Deleting,
}

impl TenantState {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "active" => Some(Self::Active),
            "suspended" => Some(Self::Suspended),
            "deleting" => Some(Self::Deleting),
            _ => None,
        }
    }
}

impl fmt::Display for TenantState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
            Self::Deleting => "deleting",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::TenantId;

    #[test]
    fn only_valid_ids_are_parsed() {
        let id = TenantId::generate();
        assert_eq!(TenantId::parse(id.as_ref()), Some(id));
        assert_ne!(TenantId::generate(), id);
        for odd in
            ["", "t_", "public", "t_abcdefghijk1", "T_abcdefghijkl", "t_abcdefghijklm", "t_abc\"efghijkl"]
        {
            assert_eq!(TenantId::parse(odd), None, "{odd}");
        }
    }
}
