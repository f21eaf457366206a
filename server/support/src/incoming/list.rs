//! The list of e-mails that wait for staff.

use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;

use super::api::SupportMail;
use server_core::http::error::ApiResult;
use server_core::http::list::Words;
use server_core::record::{ListQuery, Sorts, plan_for_values};

pub const SORTS: Sorts = &[("received_at", "m.received_at")];
const NEWEST_FIRST: &str = "m.received_at desc, m.id desc";

fn push_from(query: &mut QueryBuilder<Postgres>, words: &Words) {
    query.push(
        " from support_mails m left join support_tickets t on t.id = m.ticket_id where m.state = 'parked'",
    );
    words.push(query, "(' ' || search_text(concat_ws(' ', m.sender_name, m.sender_email, m.subject)))");
}

pub fn page_query(asked: &ListQuery) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(
        "select m.id, m.reason as mail_reason, m.sender_name, m.sender_email, m.subject, m.size, m.ticket_id, \
         m.file_key <> '' as has_file, t.number as ticket_number, m.received_at",
    );
    push_from(&mut query, &asked.words);
    asked.push(&mut query, NEWEST_FIRST);
    query
}

pub fn count_query(words: &Words, cap: i64) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (select");
    push_from(&mut query, words);
    query.push(format_args!(" limit {}) found", cap + 1));
    query
}

/// Lists one page, and counts the matches.
pub async fn list_page(tx: &mut TenantTx, asked: &ListQuery) -> ApiResult<(Vec<SupportMail>, i64)> {
    if !asked.words.is_empty() {
        plan_for_values(tx).await?;
    }
    let rows = page_query(asked).build_query_as().fetch_all(&mut **tx).await?;
    let mut query = count_query(&asked.words, asked.paging.cap());
    let counted = query.build_query_scalar().fetch_one(&mut **tx).await?;
    asked.paging.check_reach(counted)?;
    Ok((rows, counted))
}
