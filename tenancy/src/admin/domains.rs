//! Hosts of a tenant. A host is active once it is proven: by a TXT record in its DNS, or because the operator
//! vouched for it.

use serde::Serialize;
use uuid::Uuid;

use super::provision::{to_taken_error, valid_host};
use super::{Admin, AdminError, in_transaction, life};
use crate::dns::{NameServer, PROOF_DAYS, proof_record};

const LIST: &str = "
    select host, is_primary, proof, verified_at,
        case when verified_at is null then created_at + make_interval(days => $2) end as expires_at
    from control.domains
    where tenant_id = $1 and (verified_at is not null or created_at > now() - make_interval(days => $2))
    order by is_primary desc, host";

/// An expired claim is replaced by a new one with another proof.
const DELETE_EXPIRED: &str = "
    delete from control.domains
    where host = $1 and tenant_id = $2 and verified_at is null and created_at <= now() - make_interval(days => $3)";

const CLAIM: &str = "
    insert into control.domains (host, tenant_id, proof, verified_at)
    values ($1, $2, $3, case when $4 then now() end)
    on conflict (host, tenant_id) do update
    set verified_at = coalesce(domains.verified_at, excluded.verified_at)
    returning proof, verified_at is not null";

const VERIFY: &str = "update control.domains set verified_at = now() where host = $1 and tenant_id = $2";

const REMOVE: &str = "delete from control.domains where host = $1 and tenant_id = $2 returning is_primary";

const CLEAR_PRIMARY: &str =
    "update control.domains set is_primary = false where tenant_id = $1 and is_primary";

const SET_PRIMARY: &str = "
    update control.domains set is_primary = true where host = $1 and tenant_id = $2 and verified_at is not null";

/// A host of a tenant.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
pub struct Domain {
    pub host: String,
    pub is_primary: bool,
    /// Required text of the TXT record.
    pub proof: String,
    /// When the proof was last found; a host without a proof is not active.
    pub verified_at: Option<chrono::DateTime<chrono::Utc>>,
    /// Until when it can be proven; none once proven.
    pub expires_at: Option<chrono::DateTime<chrono::Utc>>,
}

/// A claimed host, and the TXT record that proves it.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    pub record: String,
    pub text: String,
    pub is_verified: bool,
}

impl Admin {
    /// The hosts of a tenant, the primary one first.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn domains(&self, tenant: &str) -> Result<Vec<Domain>, AdminError> {
        let mut conn = self.connection().await?;
        let tenant = life::find(&mut conn, tenant).await?;
        Ok(sqlx::query_as(LIST).bind(tenant.id.as_str()).bind(PROOF_DAYS).fetch_all(&mut conn).await?)
    }

    /// Claims a host for a tenant, to be proven within [`PROOF_DAYS`]. With `vouched` the operator vouches
    /// for it and it is active at once.
    ///
    /// # Errors
    /// `HostTaken` when it is another tenant's, `Invalid` when it is not a host name.
    pub async fn add_domain(&self, tenant: &str, host: &str, vouched: bool) -> Result<Claim, AdminError> {
        let host = valid_host(host)?;
        let mut conn = self.connection().await?;
        let tenant = life::find(&mut conn, tenant).await?;
        sqlx::query(DELETE_EXPIRED)
            .bind(host.as_str())
            .bind(tenant.id.as_str())
            .bind(PROOF_DAYS)
            .execute(&mut conn)
            .await?;
        let (text, is_verified) = sqlx::query_as(CLAIM)
            .bind(host.as_str())
            .bind(tenant.id.as_str())
            .bind(format!("remessa={}", Uuid::new_v4().simple()))
            .bind(vouched)
            .fetch_one(&mut conn)
            .await
            .map_err(|error| to_taken_error(error, "", &host))?;
        Ok(Claim { record: proof_record(host.as_str()), text, is_verified })
    }

    /// Looks for the proof in the DNS and activates the host.
    ///
    /// # Errors
    /// `Refused` when the record is missing, `Dns` when there was no answer, `HostTaken` when
    /// another tenant proved it first.
    pub async fn verify_domain(
        &self,
        tenant: &str,
        host: &str,
        name_server: NameServer,
    ) -> Result<(), AdminError> {
        let host = valid_host(host)?;
        let domains = self.domains(tenant).await?;
        let domain = domains
            .iter()
            .find(|domain| domain.host == host.as_str())
            .ok_or_else(|| AdminError::NotFound(host.to_string()))?;
        if !name_server.read_proofs(&host).await?.contains(&domain.proof) {
            let record = proof_record(host.as_str());
            return Err(AdminError::Refused(format!("{record} does not say `{}`", domain.proof)));
        }
        let mut conn = self.connection().await?;
        let tenant = life::find(&mut conn, tenant).await?;
        sqlx::query(VERIFY)
            .bind(host.as_str())
            .bind(tenant.id.as_str())
            .execute(&mut conn)
            .await
            .map_err(|error| to_taken_error(error, "", &host))?;
        Ok(())
    }

    /// Makes a proven host the primary one, which links in e-mails use.
    ///
    /// # Errors
    /// `Refused` when the host is not a proven one of this tenant.
    pub async fn set_primary_domain(&self, tenant: &str, host: &str) -> Result<(), AdminError> {
        let host = valid_host(host)?;
        let mut conn = self.connection().await?;
        in_transaction!(&mut conn, "begin", {
            let tenant = life::find(&mut conn, tenant).await?;
            sqlx::query(CLEAR_PRIMARY).bind(tenant.id.as_str()).execute(&mut conn).await?;
            let up = sqlx::query(SET_PRIMARY)
                .bind(host.as_str())
                .bind(tenant.id.as_str())
                .execute(&mut conn)
                .await?;
            if up.rows_affected() == 0 {
                return Err(AdminError::Refused(format!("`{host}` is no proven host of `{}`", tenant.slug)));
            }
            Ok(())
        })
    }

    /// Removes a host from a tenant. Requests to it are refused from then on.
    ///
    /// # Errors
    /// `Refused` for the primary host, `NotFound` when it is not the tenant's.
    pub async fn remove_domain(&self, tenant: &str, host: &str) -> Result<(), AdminError> {
        let host = valid_host(host)?;
        let mut conn = self.connection().await?;
        in_transaction!(&mut conn, "begin", {
            let tenant = life::find(&mut conn, tenant).await?;
            let was_primary: Option<bool> = sqlx::query_scalar(REMOVE)
                .bind(host.as_str())
                .bind(tenant.id.as_str())
                .fetch_optional(&mut conn)
                .await?;
            match was_primary {
                Some(false) => Ok(()),
                // The error rolls the deletion back.
                Some(true) => Err(AdminError::Refused(format!(
                    "`{host}` is the primary host: make another one so first"
                ))),
                None => Err(AdminError::NotFound(host.to_string())),
            }
        })
    }
}
