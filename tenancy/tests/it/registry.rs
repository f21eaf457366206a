use sqlx::Row;
use tenancy::{Host, TenancyError};

use crate::support::TestDb;

fn host(text: &str) -> Host {
    Host::parse(text).unwrap()
}

#[tokio::test]
async fn a_provisioned_tenant_reads_its_own_rows() {
    let db = TestDb::start().await;
    db.admin.refill_spares(2, |_| {}).await.unwrap();
    let a = db.admin.provision("a", "a.example").await.unwrap();
    let b = db.admin.provision("b", "B.example.").await.unwrap();
    assert!(a.from_spare && b.from_spare);
    let c = db.admin.provision("c", "c.example").await.unwrap();
    assert!(!c.from_spare);

    let tenancy = db.tenancy().await;
    assert!(tenancy.ready().await);
    let found = tenancy.resolve(&host("A.EXAMPLE:8080")).unwrap();
    assert_eq!((found.id, found.slug.as_str(), found.primary_host.as_str()), (a.id, "a", "a.example"));
    assert!(tenancy.resolve(&host("nobody.example")).is_none());

    let mut tx = tenancy.begin(&found).await.unwrap();
    sqlx::query("insert into notes values (1, 'hello', 'a')").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    for (name, rows) in [("a.example", 1), ("b.example", 0)] {
        let tenant = tenancy.resolve(&host(name)).unwrap();
        let mut tx = tenancy.begin(&tenant).await.unwrap();
        let row =
            sqlx::query("select count(*), current_user::text from notes").fetch_one(&mut *tx).await.unwrap();
        assert_eq!(row.get::<i64, _>(0), rows);
        assert_eq!(row.get::<String, _>(1), tenant.id.as_str());
    }
    db.stop().await;
}

#[tokio::test]
async fn a_commit_after_a_failed_statement_is_an_error() {
    let db = TestDb::start().await;
    db.admin.provision("a", "a.example").await.unwrap();
    let tenancy = db.tenancy().await;
    let tenant = tenancy.resolve(&host("a.example")).unwrap();
    let mut tx = tenancy.begin(&tenant).await.unwrap();
    sqlx::query("insert into notes values (1, 'hello', 'a')").execute(&mut *tx).await.unwrap();
    sqlx::query("insert into notes values (1, 'again', 'a')").execute(&mut *tx).await.unwrap_err();
    assert!(matches!(tx.commit().await, Err(TenancyError::Sql(_))));
    let mut tx = tenancy.begin(&tenant).await.unwrap();
    let rows: i64 = sqlx::query_scalar("select count(*) from notes").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(rows, 0);
    tx.rollback().await;
    db.stop().await;
}

#[tokio::test]
async fn the_shipped_migrations_and_lookups_load() {
    let db = TestDb::with(tenancy::MigrationSet::tenant()).await;
    db.admin.provision("a", "a.example").await.unwrap();
    db.admin.prepare_cluster(&crate::support::cluster()).await.unwrap();
    let tenancy =
        tenancy::Tenancy::connect(&tenancy::TenancyConfig::new(&db.admin_url, &crate::support::password()))
            .await
            .unwrap();
    let tenant = tenancy.resolve(&host("a.example")).unwrap();
    tenancy.begin(&tenant).await.unwrap().commit().await.unwrap();
    db.stop().await;
}
