//! Many users: every sort and filter uses an index.

use access::users::list::{SortKey, UserFilter, count_query, ids};
use server_core::http::list::{Paging, TOTAL_CAP, parse_sort};
use server_core::record::ActiveFilter;
use sqlx::{AssertSqlSafe, Execute, Executor, Postgres, QueryBuilder};
use tenancy::TenantTx;
use trade::user_type::UserTypeCode;

use crate::support::{ATLANTICO, TestApp};

const MANY: &str = "
    insert into users (id, user_type, name, email, active, created_at, last_login_at)
    select gen_random_uuid(), case when n % 5000 = 0 then 11 else 20 end,
           (array['Ana', 'Íris', 'Caio', 'Zoé', 'Rui'])[n % 5 + 1] || ' ' || md5(n::text), 'u' || n || '@many.test',
           n % 300 <> 0, now() - n * interval '1 minute', case when n % 3 = 0 then now() - n * interval '1 hour' end
    from generate_series(1, 30000) n";

/// Number of blocks read for the answer.
pub async fn blocks(tx: &mut TenantTx, mut query: QueryBuilder<Postgres>) -> u64 {
    let mut query = query.build();
    let arguments = query.take_arguments().unwrap().unwrap();
    let sql = format!("explain (analyze, buffers) {}", query.sql().as_str());
    let explain = sqlx::query_scalar_with(AssertSqlSafe(sql), arguments).persistent(false);
    let plan: Vec<String> = explain.fetch_all(&mut **tx).await.unwrap();
    let plan = plan.join("\n");
    let read = |word: &str| {
        let line = plan.lines().find(|line| line.contains("Buffers: shared")).unwrap_or_default();
        let count = line.split_once(&format!("{word}=")).map_or("0", |(_, rest)| rest);
        count.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("0").parse::<u64>().unwrap_or(0)
    };
    read("hit") + read("read")
}

#[tokio::test]
async fn a_page_of_many_users_uses_an_index() {
    let app = TestApp::start().await;
    let tenant = app.tenant(ATLANTICO);
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    tx.execute(MANY).await.unwrap();
    tx.commit().await.unwrap();
    app.vacuum(ATLANTICO, "users").await;

    let searched = |text: &str| UserFilter { search: Some(text.to_owned()), ..UserFilter::default() };
    let cases = [
        (UserFilter::default(), "name", 200),
        (UserFilter::default(), "-name", 200),
        (UserFilter::default(), "email", 200),
        (UserFilter::default(), "-created_at", 200),
        (UserFilter::default(), "-last_login_at", 200),
        (UserFilter { user_type: Some(UserTypeCode::Dev), ..UserFilter::default() }, "name", 200),
        (UserFilter { user_type: Some(UserTypeCode::User), ..UserFilter::default() }, "-created_at", 200),
        (UserFilter { active: Some(ActiveFilter::Inactive), ..UserFilter::default() }, "name", 500),
        (UserFilter { active: Some(ActiveFilter::Active), ..UserFilter::default() }, "name", 200),
        (searched("u77777@many"), "name", 500),
        (searched("zz"), "name", 500),
    ];
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    for (filter, sort, most) in cases {
        let what = format!("{filter:?} by {sort}");
        let sort = parse_sort(Some(sort), SortKey::from_name).unwrap();
        let paging = Paging::new(Some(2), None).unwrap();
        let read = blocks(&mut tx, ids(&filter, paging, &sort)).await;
        assert!(read <= most, "{what}: {read} blocks");
        let counting = blocks(&mut tx, count_query(&filter, TOTAL_CAP)).await;
        assert!(counting <= 1_200, "count of {what}: {counting} blocks");
    }
}
