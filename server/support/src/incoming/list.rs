//! The list of e-mails that wait for staff.

use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;

use super::api::SupportMail;
use server_core::http::error::ApiResult;
use server_core::http::list::{TOTAL_CAP, Words};
use server_core::record::{Asked, Sorts};

pub const SORTS: Sorts = &[("received_at", "m.received_at")];
const NEWEST_FIRST: &str = "m.received_at desc, m.id desc";

fn push_from(query: &mut QueryBuilder<Postgres>, words: &Words) {
    query.push(
        " from support_mails m left join support_tickets t on t.id = m.ticket_id where m.state = 'parked'",
    );
    words.push(query, "(' ' || search_text(concat_ws(' ', m.sender_name, m.sender_email, m.subject)))");
}

pub fn page_query(asked: &Asked) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(
        "select m.id, m.reason as mail_reason, m.sender_name, m.sender_email, m.subject, m.size, m.ticket_id, \
         m.file_key <> '' as has_file, t.number as ticket_number, m.received_at",
    );
    push_from(&mut query, &asked.words);
    asked.push(&mut query, NEWEST_FIRST);
    query
}

pub fn count_query(words: &Words) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (select");
    push_from(&mut query, words);
    query.push(format_args!(" limit {}) found", TOTAL_CAP + 1));
    query
}

/// One page and the number of matches.
pub async fn page(tx: &mut TenantTx, asked: &Asked) -> ApiResult<(Vec<SupportMail>, i64)> {
    let rows = page_query(asked).build_query_as().persistent(false).fetch_all(&mut **tx).await?;
    let counted =
        count_query(&asked.words).build_query_scalar().persistent(false).fetch_one(&mut **tx).await?;
    if counted > TOTAL_CAP {
        asked.paging.check_reach()?;
    }
    Ok((rows, counted))
}
