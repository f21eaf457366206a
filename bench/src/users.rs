//! Users with a session each, made for a run.

use ::tenancy::Tenant;
use server_core::http::token;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use uuid::Uuid;

/// Codes of types of users.
pub const ADMIN: i16 = 10;
pub const STAFF: i16 = 20;

pub struct Users {
    url: String,
    schema: String,
    pub ids: Vec<Uuid>,
    /// The tokens of their sessions, in the same order.
    pub tokens: Vec<String>,
}

impl Users {
    /// So many users of a type.
    pub async fn make(url: &str, tenant: &Tenant, user_type: i16, count: usize) -> anyhow::Result<Self> {
        let mut conn = url.parse::<PgConnectOptions>()?.connect().await?;
        let ids: Vec<Uuid> = (0..count).map(|_| Uuid::now_v7()).collect();
        let tokens: Vec<String> = (0..count).map(|_| token::generate()).collect();
        let hashes: Vec<Vec<u8>> = tokens.iter().map(|token| token::hash(token)).collect();
        let schema = tenant.id.to_string();
        let users = format!(
            "set search_path to {schema}, ref; insert into users (id, user_type, name, email)
             select id, {user_type}, 'Bench', id || '@bench.test' from unnest('{{{}}}'::uuid[]) id",
            ids.iter().map(Uuid::to_string).collect::<Vec<_>>().join(",")
        );
        conn.execute(AssertSqlSafe(users)).await?;
        sqlx::query(
            "insert into sessions (id, token_hash, user_id, user_epoch, tenant_epoch, created_at, last_seen_at, expires_at)
             select gen_random_uuid(), hash, id, 1, $3, now(), now(), now() + interval '1 hour'
             from unnest($1::uuid[], $2::bytea[]) made(id, hash)",
        )
        .bind(&ids)
        .bind(hashes)
        .bind(tenant.epoch)
        .execute(&mut conn)
        .await?;
        Ok(Self { url: url.to_owned(), schema, ids, tokens })
    }

    pub async fn delete(self) -> anyhow::Result<()> {
        let mut conn = self.url.parse::<PgConnectOptions>()?.connect().await?;
        let delete = format!("delete from {}.users where id = any($1)", self.schema);
        sqlx::query(AssertSqlSafe(delete)).bind(self.ids).execute(&mut conn).await?;
        Ok(())
    }
}
