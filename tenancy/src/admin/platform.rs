//! What the operator's API keeps in the registry: who may call it, and what was done by it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

use super::{Admin, AdminError};

const INSERT_TOKEN: &str = "
    insert into control.platform_tokens (name, hash, expires_at)
    values ($1, $2, now() + make_interval(days => $3))";

const TOKENS: &str = "
    select name, created_at, expires_at, last_used_at, revoked_at from control.platform_tokens order by created_at, name";

const REVOKE_TOKEN: &str =
    "update control.platform_tokens set revoked_at = now() where name = $1 and revoked_at is null";

const USE_TOKEN: &str = "
    update control.platform_tokens set last_used_at = now()
    where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())
    returning name";

const NOTE: &str = "
    insert into control.platform_audit (token, action, tenant, detail, request_id)
    values ($1, $2, $3, $4, $5) returning id";

const CONCLUDE: &str = "update control.platform_audit set outcome = $2 where id = $1";

const CHANGES: &str = "
    select id, occurred_at, token, action, tenant, detail, request_id, outcome from control.platform_audit
    where $1::text is null or tenant = $1 order by id desc limit $2 offset $3";

const COUNT_CHANGES: &str =
    "select count(*) from control.platform_audit where $1::text is null or tenant = $1";

/// A token of the operator's API, without what it says.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
pub struct PlatformToken {
    pub name: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    pub last_used_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
}

/// A change that is about to be tried.
#[derive(Clone, Debug)]
pub struct Intent<'a> {
    /// Name of the token.
    pub token: &'a str,
    pub action: &'a str,
    /// Slug of the tenant.
    pub tenant: &'a str,
    pub detail: &'a Value,
    pub request_id: &'a str,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
pub struct PlatformChange {
    pub id: i64,
    pub occurred_at: DateTime<Utc>,
    pub token: String,
    pub action: String,
    pub tenant: String,
    pub detail: Value,
    pub request_id: String,
    pub outcome: Option<String>,
}

impl Admin {
    /// Lets a token in, by the hash of it.
    ///
    /// # Errors
    /// `Refused` when the name was given before, `Invalid` when it cannot be one.
    pub async fn create_token(&self, name: &str, hash: &[u8], days: Option<i32>) -> Result<(), AdminError> {
        let mut conn = self.connection().await?;
        let made = sqlx::query(INSERT_TOKEN).bind(name).bind(hash).bind(days).execute(&mut conn).await;
        match made {
            Ok(_) => Ok(()),
            Err(error) if AdminError::is_of(&error, "platform_tokens_pkey") => {
                Err(AdminError::Refused(format!("there is or was a token `{name}`: take another name")))
            }
            Err(error) if AdminError::is_of(&error, "platform_tokens_name_check") => {
                Err(AdminError::Invalid(format!(
                    "`{name}` is no name of a token: lower-case letters, digits, `.`, `_`, `-`, at most 63"
                )))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Every token there is or was, the oldest first.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub async fn tokens(&self) -> Result<Vec<PlatformToken>, AdminError> {
        Ok(sqlx::query_as(TOKENS).fetch_all(&mut self.connection().await?).await?)
    }

    /// Shuts a token out for good.
    ///
    /// # Errors
    /// `NotFound` when there is none of that name that is still let in.
    pub async fn revoke_token(&self, name: &str) -> Result<(), AdminError> {
        let revoked = sqlx::query(REVOKE_TOKEN).bind(name).execute(&mut self.connection().await?).await?;
        if revoked.rows_affected() == 0 {
            return Err(AdminError::Refused(format!("no token `{name}` is let in")));
        }
        Ok(())
    }

    /// The name of the token of a hash, if it is let in now. Notes that it was used.
    ///
    /// # Errors
    /// When the registry cannot be asked.
    pub async fn use_token(&self, hash: &[u8]) -> Result<Option<String>, AdminError> {
        let mut conn = self.connection().await?;
        Ok(sqlx::query_scalar(USE_TOKEN).bind(hash).fetch_optional(&mut conn).await?)
    }

    /// Writes down that a change is about to be tried; gives the number of the line.
    ///
    /// # Errors
    /// When it cannot be written: then the change must not be tried.
    pub async fn note_change(&self, intent: Intent<'_>) -> Result<i64, AdminError> {
        Ok(sqlx::query_scalar(NOTE)
            .bind(intent.token)
            .bind(intent.action)
            .bind(intent.tenant)
            .bind(intent.detail)
            .bind(intent.request_id)
            .fetch_one(&mut self.connection().await?)
            .await?)
    }

    /// Writes down how it ended.
    ///
    /// # Errors
    /// When it cannot be written: the line then stays without an outcome.
    pub async fn conclude_change(&self, id: i64, outcome: &str) -> Result<(), AdminError> {
        sqlx::query(CONCLUDE).bind(id).bind(outcome).execute(&mut self.connection().await?).await?;
        Ok(())
    }

    /// Lines of the log, newest first, and how many there are; of one tenant where that is said.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub async fn changes(
        &self,
        tenant: Option<&str>,
        limit: i64,
        offset: i64,
    ) -> Result<(Vec<PlatformChange>, i64), AdminError> {
        let mut conn = self.connection().await?;
        let count = sqlx::query_scalar(COUNT_CHANGES).bind(tenant).fetch_one(&mut conn).await?;
        let lines =
            sqlx::query_as(CHANGES).bind(tenant).bind(limit).bind(offset).fetch_all(&mut conn).await?;
        Ok((lines, count))
    }
}
