//! Changes of tenants and hosts, as a running server sees them.

use std::sync::Arc;
use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tenancy::admin::AdminError;
use tenancy::{Host, Tenancy, TenancyError, Tenant, TenantState};

use crate::support::{Pair, TestDb, foreign_rows};

async fn within_two_seconds(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..100 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("not within two seconds: {what}");
}

fn found(tenancy: &Tenancy, host: &str) -> Option<Arc<Tenant>> {
    tenancy.resolve(&Host::parse(host).unwrap())
}

#[tokio::test]
async fn a_suspended_tenant_is_refused_even_in_an_open_transaction() {
    // Polling is disabled in this test: only the notice can bring the change.
    let pair = Pair::with(|config| config.registry_poll = Duration::from_secs(600)).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut open = pair.tenancy.begin(&pair.a).await.unwrap();
    pair.db.admin.suspend("a").await.unwrap();
    foreign_rows(&mut open).await.unwrap_err();
    drop(open);
    within_two_seconds("suspended", || {
        found(&pair.tenancy, "a.example").unwrap().state == TenantState::Suspended
    })
    .await;
    assert!(matches!(pair.tenancy.begin(&pair.a).await, Err(TenancyError::Suspended)));
    pair.tenancy.begin(&pair.b).await.unwrap().commit().await.unwrap();

    pair.db.admin.resume("a").await.unwrap();
    within_two_seconds("resumed", || found(&pair.tenancy, "a.example").unwrap().state == TenantState::Active)
        .await;
    assert_eq!(found(&pair.tenancy, "a.example").unwrap().epoch, pair.a.epoch + 2);
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    assert_eq!(foreign_rows(&mut tx).await.unwrap(), 0);
    drop(tx);
    pair.stop().await;
}

#[tokio::test]
async fn only_a_suspended_tenant_is_deleted_and_its_slug_is_free() {
    let db = TestDb::start().await;
    let id = db.tenant("a").await;
    db.tenant("b").await;
    let tenancy = db.tenancy().await;
    assert!(matches!(db.admin.delete("a", "a").await, Err(AdminError::Refused(_))));
    db.admin.suspend("a").await.unwrap();
    assert!(matches!(db.admin.delete("a", "b").await, Err(AdminError::Refused(_))));
    db.admin.delete("a", "a").await.unwrap();
    within_two_seconds("gone", || found(&tenancy, "a.example").is_none()).await;
    assert!(tenancy.tenant(&id).is_none());
    assert!(matches!(db.admin.find("a").await, Err(AdminError::NotFound(_))));
    let left: i64 = sqlx::query_scalar(
        "select (select count(*) from pg_namespace where nspname = $1) + (select count(*) from pg_roles where rolname = $1)",
    )
    .bind(&id)
    .fetch_one(&mut db.owner().await)
    .await
    .unwrap();
    assert_eq!(left, 0);
    let again = db.admin.provision("a", "a.example").await.unwrap();
    assert_ne!(again.id.as_str(), id);
    assert_eq!(db.admin.list().await.unwrap().len(), 2);
    db.stop().await;
}

#[tokio::test]
async fn a_tenant_is_made_with_its_first_rows_or_not_at_all() {
    const FIRST: &str = "insert into notes values (1, 'first', 'a')";
    let db = TestDb::start().await;
    let id = db.admin.provision_with("a", "a.example", FIRST).await.unwrap().id;
    let count = format!("select count(*) from {id}.notes");
    let rows: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut db.owner().await).await.unwrap();
    assert_eq!(rows, 1);
    db.admin.provision_with("b", "b.example", "insert into nothing values (1)").await.unwrap_err();
    assert!(db.admin.find("b").await.is_err());
    db.admin.provision("b", "b.example").await.unwrap();
    db.stop().await;
}

#[tokio::test]
async fn a_slug_and_a_host_belong_to_one_tenant() {
    let db = TestDb::start().await;
    db.admin.provision("a", "a.example").await.unwrap();
    assert!(matches!(db.admin.provision("a", "x.example").await, Err(AdminError::SlugTaken(_))));
    assert!(matches!(db.admin.provision("x", "A.example.").await, Err(AdminError::HostTaken(_))));
    for (slug, host) in
        [("", "x.example"), ("-x", "x.example"), ("X", "x.example"), ("x", "1.2.3.4"), ("x", "a b")]
    {
        assert!(matches!(db.admin.provision(slug, host).await, Err(AdminError::Invalid(_))), "{slug} {host}");
    }
    assert_eq!(db.admin.list().await.unwrap().len(), 1);
    db.stop().await;
}

#[tokio::test]
async fn a_claimed_host_is_inactive_until_proven() {
    let pair = Pair::start().await;
    let admin = &pair.db.admin;
    let claim = admin.add_domain("a", "Shop.Example", false).await.unwrap();
    assert_eq!((claim.record.as_str(), claim.is_verified), ("_remessa.shop.example", false));
    assert_eq!(admin.add_domain("a", "shop.example", false).await.unwrap().text, claim.text);
    pair.tenancy.refresh().await.unwrap();
    assert!(found(&pair.tenancy, "shop.example").is_none());
    assert!(admin.set_primary_domain("a", "shop.example").await.is_err());

    // A claim does not exclude others; a proof does.
    admin.add_domain("b", "shop.example", true).await.unwrap();
    within_two_seconds("b serves it", || found(&pair.tenancy, "shop.example").is_some_and(|t| t.slug == "b"))
        .await;
    assert!(matches!(admin.add_domain("a", "shop.example", true).await, Err(AdminError::HostTaken(_))));

    admin.set_primary_domain("b", "shop.example").await.unwrap();
    within_two_seconds("primary", || {
        found(&pair.tenancy, "b.example").unwrap().primary_host == "shop.example"
    })
    .await;
    assert!(matches!(admin.remove_domain("b", "shop.example").await, Err(AdminError::Refused(_))));
    admin.remove_domain("b", "b.example").await.unwrap();
    assert!(matches!(admin.remove_domain("b", "b.example").await, Err(AdminError::NotFound(_))));
    within_two_seconds("removed", || found(&pair.tenancy, "b.example").is_none()).await;
    assert_eq!(admin.domains("b").await.unwrap().len(), 1);
    pair.stop().await;
}

#[tokio::test]
async fn preparing_twice_has_no_effect() {
    let pair = Pair::start().await;
    pair.db.admin.prepare_cluster(&crate::support::cluster()).await.unwrap();
    let mut owner = pair.db.owner().await;
    for (hole, mend) in [
        (
            "grant execute on function pg_catalog.set_config(text, text, boolean) to public",
            "revoke execute on function pg_catalog.set_config(text, text, boolean) from public",
        ),
        ("grant create on schema public to public", "revoke create on schema public from public"),
    ] {
        owner.execute(hole).await.unwrap();
        assert!(matches!(Tenancy::connect(&pair.db.config()).await, Err(TenancyError::Unsafe(_))), "{hole}");
        owner.execute(mend).await.unwrap();
        Tenancy::connect(&pair.db.config()).await.unwrap();
    }
    owner
        .execute(AssertSqlSafe(format!("grant temporary on database {} to public", pair.db.name)))
        .await
        .unwrap();
    assert!(matches!(Tenancy::connect(&pair.db.config()).await, Err(TenancyError::Unsafe(_))));
    pair.stop().await;
}

#[tokio::test]
async fn a_cloned_database_serves_its_tenants() {
    let db = TestDb::start().await;
    db.tenant("a").await;
    let server = db.server_url();
    let name = format!("{}_clone", db.name);
    let mut conn = PgConnection::connect(&server).await.unwrap();
    tenancy::admin::clone_database(&mut conn, &db.name, &name).await.unwrap();
    drop(conn);
    let mut config = db.config();
    config.database_url = db.admin_url.replace(&db.name, &name);
    let tenancy = Tenancy::connect(&config).await.unwrap();
    let tenant = found(&tenancy, "a.example").unwrap();
    let mut tx = tenancy.begin(&tenant).await.unwrap();
    assert_eq!(foreign_rows(&mut tx).await.unwrap(), 0);
    sqlx::query("delete from notes").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    drop(tenancy);
    let here = db.tenancy().await;
    let mut tx = here.begin(&tenant).await.unwrap();
    let rows: i64 = sqlx::query_scalar("select count(*) from notes").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(rows, crate::support::ROWS);
    drop(tx);
    tenancy::admin::drop_database(&server, &name).await.unwrap();
    db.stop().await;
}
