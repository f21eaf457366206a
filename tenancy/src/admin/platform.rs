//! Tables of the operator's API in the registry: its tokens and its log.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

use super::{Admin, AdminError};

const INSERT_TOKEN: &str = "
    insert into control.platform_tokens (name, hash, expires_at, scope, tenant)
    values ($1, $2, now() + make_interval(days => $3), $4, $5)";

const TOKENS: &str = "
    select name, scope, tenant, created_at, expires_at, last_used_at, revoked_at
    from control.platform_tokens order by created_at, name";

const REVOKE_TOKEN: &str =
    "update control.platform_tokens set revoked_at = now() where name = $1 and revoked_at is null";

const USE_TOKEN: &str = "
    update control.platform_tokens set last_used_at = now()
    where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())
    returning name, scope, tenant";

const NOTE: &str = "
    insert into control.platform_audit (token, action, tenant, detail, request_id)
    values ($1, $2, $3, $4, $5) returning id";

const CONCLUDE: &str = "update control.platform_audit set outcome = $2 where id = $1";

const CHANGES: &str = "
    select id, occurred_at, token, action, tenant, detail, request_id, outcome from control.platform_audit
    where $1::text is null or tenant = $1 order by id desc limit $2 offset $3";

const COUNT_CHANGES: &str =
    "select count(*) from control.platform_audit where $1::text is null or tenant = $1";

/// A token of the operator's API, without the secret.
#[derive(Clone, Debug, Serialize, sqlx::FromRow)]
pub struct PlatformToken {
    pub name: String,
    /// `read` or `manage`.
    pub scope: String,
    /// Slug of the only tenant that it reaches; none for all.
    pub tenant: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    pub last_used_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
}

/// A token to create.
#[derive(Clone, Copy, Debug)]
pub struct NewToken<'a> {
    pub name: &'a str,
    pub hash: &'a [u8],
    /// Days until it expires; none for never.
    pub days: Option<i32>,
    /// It can change tenants, not only read about them.
    pub manages: bool,
    /// Slug of the only tenant that it reaches; none for all.
    pub tenant: Option<&'a str>,
}

/// A valid token that is used.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct UsedToken {
    pub name: String,
    scope: String,
    tenant: Option<String>,
}

impl UsedToken {
    /// Whether the token is for a request: one that changes something, about the tenant of this slug or about all.
    #[must_use]
    pub fn reaches(&self, is_change: bool, tenant: Option<&str>) -> bool {
        let may_change = !is_change || self.scope == "manage";
        may_change && self.tenant.as_deref().is_none_or(|own| tenant == Some(own))
    }
}

/// A change that is about to start.
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
    /// Stores a token by its hash.
    ///
    /// # Errors
    /// `Refused` when the name was used before, `Invalid` when it is not a valid name.
    pub async fn create_token(&self, token: NewToken<'_>) -> Result<(), AdminError> {
        let name = token.name;
        let scope = if token.manages { "manage" } else { "read" };
        let mut conn = self.connection().await?;
        let insert = sqlx::query(INSERT_TOKEN).bind(name).bind(token.hash).bind(token.days);
        match insert.bind(scope).bind(token.tenant).execute(&mut conn).await {
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

    /// All tokens, also revoked and expired ones, oldest first.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub async fn tokens(&self) -> Result<Vec<PlatformToken>, AdminError> {
        Ok(sqlx::query_as(TOKENS).fetch_all(&mut self.connection().await?).await?)
    }

    /// Revokes a token for ever.
    ///
    /// # Errors
    /// `NotFound` when there is no valid token of that name.
    pub async fn revoke_token(&self, name: &str) -> Result<(), AdminError> {
        let revoked = sqlx::query(REVOKE_TOKEN).bind(name).execute(&mut self.connection().await?).await?;
        if revoked.rows_affected() == 0 {
            return Err(AdminError::Refused(format!("no token `{name}` is let in")));
        }
        Ok(())
    }

    /// The valid token with this hash. Stores the time of use.
    ///
    /// # Errors
    /// When the registry cannot be read.
    pub async fn use_token(&self, hash: &[u8]) -> Result<Option<UsedToken>, AdminError> {
        let mut conn = self.connection().await?;
        Ok(sqlx::query_as(USE_TOKEN).bind(hash).fetch_optional(&mut conn).await?)
    }

    /// Logs a change before it starts; returns the number of the line.
    ///
    /// # Errors
    /// When the line cannot be written: the change must then not start.
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

    /// Logs the outcome of a change.
    ///
    /// # Errors
    /// When it cannot be written: the line then stays without an outcome.
    pub async fn conclude_change(&self, id: i64, outcome: &str) -> Result<(), AdminError> {
        sqlx::query(CONCLUDE).bind(id).bind(outcome).execute(&mut self.connection().await?).await?;
        Ok(())
    }

    /// Lines of the log, newest first, and their total number; optionally of one tenant.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_reaches_what_it_was_made_for() {
        let token = |scope: &str, tenant: Option<&str>| UsedToken {
            name: "a".into(),
            scope: scope.into(),
            tenant: tenant.map(str::to_owned),
        };
        let (all, own, other) = (None, Some("atlantico"), Some("pacific"));
        for (token, allowed) in [
            (token("manage", None), [true; 6]),
            (token("read", None), [true, true, true, false, false, false]),
            (token("manage", own), [false, true, false, false, true, false]),
            (token("read", own), [false, true, false, false, false, false]),
        ] {
            let asked = [false, true].into_iter().flat_map(|change| [all, own, other].map(|it| (change, it)));
            let found: Vec<bool> = asked.map(|(change, tenant)| token.reaches(change, tenant)).collect();
            assert_eq!(found, allowed, "{token:?}");
        }
    }
}
