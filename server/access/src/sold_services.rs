//! Which services a subsidiary sells: those that it names, and all when it names none.

use std::collections::HashMap;

use tenancy::TenantTx;
use uuid::Uuid;

pub const SOLD: &str = "select id, service_ids from subsidiaries where id = any($1) and service_ids <> '{}'";
pub const IS_NAMED: &str = "select exists (select from subsidiaries where $1 = any(service_ids))";

/// The services of subsidiaries that do not sell all.
#[derive(Default)]
pub struct SoldServices(HashMap<Uuid, Vec<Uuid>>);

impl SoldServices {
    /// Loads those of some subsidiaries.
    pub async fn load(tx: &mut TenantTx, subsidiary_ids: &[Uuid]) -> sqlx::Result<Self> {
        if subsidiary_ids.is_empty() {
            return Ok(Self::default());
        }
        let rows: Vec<(Uuid, Vec<Uuid>)> =
            sqlx::query_as(SOLD).bind(subsidiary_ids).fetch_all(&mut **tx).await?;
        Ok(Self(rows.into_iter().collect()))
    }

    /// The only services that a subsidiary sells; none when it sells all.
    pub fn of(&self, subsidiary_id: Option<Uuid>) -> Option<&[Uuid]> {
        self.0.get(&subsidiary_id?).map(Vec::as_slice)
    }

    pub fn allows(&self, subsidiary_id: Option<Uuid>, service_id: Option<Uuid>) -> bool {
        match (self.of(subsidiary_id), service_id) {
            (Some(sold), Some(service_id)) => sold.contains(&service_id),
            _ => true,
        }
    }
}

/// Whether a subsidiary names a service, which is then kept when it is deleted.
pub async fn is_named(tx: &mut TenantTx, service_id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar(IS_NAMED).bind(service_id).fetch_one(&mut **tx).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subsidiary_without_a_list_sells_every_service() {
        let [branch, office, express, post] = [1, 2, 3, 4].map(Uuid::from_u128);
        let sold = SoldServices(HashMap::from([(branch, vec![express])]));
        assert!(sold.allows(Some(branch), Some(express)));
        assert!(!sold.allows(Some(branch), Some(post)));
        assert!(sold.allows(Some(branch), None));
        assert!(sold.allows(Some(office), Some(post)));
        assert!(sold.allows(None, Some(post)));
    }
}
