//! Prepared statements during schema changes, and on connections with several tenants.

use sqlx::{AssertSqlSafe, Executor, Row};
use tenancy::{TenancyError, Tenant};

use crate::support::{BASE, Pair, foreign_rows, set};

async fn read(pair: &Pair, tenant: &Tenant, text: &str) -> Result<String, sqlx::Error> {
    let mut tx = pair.tenancy.begin(tenant).await.unwrap();
    let row = sqlx::query(AssertSqlSafe(text)).fetch_one(&mut *tx).await?;
    let value = row.try_get::<String, _>(0).or_else(|_| row.try_get::<i64, _>(0).map(|n| n.to_string()))?;
    tx.commit().await.unwrap();
    Ok(value)
}

#[tokio::test]
async fn two_tenants_of_two_versions_share_a_connection() {
    let next = set(&[
        ("0001_base.sql", BASE),
        (
            "0002_type.sql",
            "alter table notes alter column id type text; alter table notes add column extra text",
        ),
    ]);
    let pair = Pair::with(|config| {
        config.connections_per_shard = 1;
        config.schema = 1..=2;
    })
    .await;
    let texts =
        ["select id from notes order by body, id limit 1", "select * from notes order by body limit 1"];
    for round in 0..3 {
        for text in texts {
            for tenant in [&pair.a, &pair.b, &pair.a] {
                let first =
                    read(&pair, tenant, text).await.unwrap_or_else(|error| panic!("{round} {text}: {error}"));
                assert_eq!(first, "1");
            }
        }
        if round == 0 {
            let admin = pair.db.admin.clone().with_tenant_migrations(next.clone());
            assert!(
                admin.migrate_tenant(pair.a.id, &tenancy::admin::MigrateOptions::default()).await.unwrap()
            );
            pair.tenancy.refresh().await.unwrap();
        }
    }
    pair.stop().await;
}

#[tokio::test]
async fn a_tenant_with_an_unsupported_version_is_behind() {
    let pair = Pair::start().await;
    let next = set(&[("0001_base.sql", BASE), ("0002_more.sql", "create table more (id int primary key)")]);
    let admin = pair.db.admin.clone().with_tenant_migrations(next);
    admin.migrate_tenant(pair.a.id, &tenancy::admin::MigrateOptions::default()).await.unwrap();
    pair.tenancy.refresh().await.unwrap();
    assert!(matches!(pair.tenancy.begin(&pair.a).await, Err(TenancyError::Behind)));
    pair.tenancy.begin(&pair.b).await.unwrap().commit().await.unwrap();
    pair.stop().await;
}

#[tokio::test]
async fn a_recreated_table_is_readable() {
    let pair = Pair::with(|config| config.connections_per_shard = 1).await;
    let text = "select id from notes order by id limit 1";
    assert_eq!(read(&pair, &pair.a, text).await.unwrap(), "1");
    let id = pair.a.id;
    let mut owner = pair.db.owner().await;
    owner
        .execute(AssertSqlSafe(format!(
            "drop table {id}.notes; create table {id}.notes (id bigint primary key, body text, owner text);
             insert into {id}.notes values (7, '', ''); grant select on {id}.notes to {id}"
        )))
        .await
        .unwrap();
    assert_eq!(read(&pair, &pair.a, text).await.unwrap(), "7");
    assert_eq!(read(&pair, &pair.b, text).await.unwrap(), "1");
    pair.stop().await;
}

#[tokio::test]
async fn statements_beyond_the_cache_stay_in_their_tenant() {
    let pair = Pair::with(|config| {
        config.connections_per_shard = 1;
        config.statement_cache = 4;
    })
    .await;
    for round in 0..60 {
        let tenant = if round % 3 == 0 { &pair.a } else { &pair.b };
        let mut tx = pair.tenancy.begin(tenant).await.unwrap();
        let owner: String = sqlx::query_scalar(AssertSqlSafe(format!(
            "select owner from notes where id = {}",
            1 + round % 7
        )))
        .fetch_one(&mut *tx)
        .await
        .unwrap();
        assert_eq!(owner, tenant.id.as_str());
        assert_eq!(foreign_rows(&mut tx).await.unwrap(), 0);
        tx.commit().await.unwrap();
    }
    pair.stop().await;
}
