//! Exact totals of long lists, remembered while nothing changes.
//!
//! A count up to 10,000 takes some milliseconds, more than the page itself. Every change of shipments announces an event in
//! its transaction, so a total holds while the company's newest event is the same.

use std::time::Duration;

use moka::sync::Cache;
use tenancy::{TenantId, TenantTx};

use super::list::Conditions;
use server_core::http::error::ApiResult;
use server_core::http::list::{FIRST_CAP, TOTAL_CAP};
use server_core::live::store::{self, Head};

const MOST: u64 = 10_000;
/// Rows that an operator changes with SQL announce nothing.
const KNOWN_FOR: Duration = Duration::from_secs(60);

/// A list of a company, within the scope of its readers, at an event.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    tenant: TenantId,
    head: Head,
    list: String,
}

/// The totals that a server knows, the last used ones.
#[derive(Clone)]
pub struct KnownTotals(Cache<Key, i64>);

impl Default for KnownTotals {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(MOST).time_to_live(KNOWN_FOR).build())
    }
}

impl KnownTotals {
    /// The number of matches, up to one above the maximum. `list` names the conditions with their values, `head` is the event
    /// that came with the page. Not for a transaction that has changed shipments itself.
    pub async fn count(
        &self,
        tx: &mut TenantTx,
        conditions: &Conditions,
        list: String,
        head: Option<Head>,
    ) -> ApiResult<i64> {
        // Read before the count: a change between the two has a newer event, so that nobody asks for this total again.
        let head = match head {
            Some(head) => head,
            None => store::head(tx).await?,
        };
        let key = Key { tenant: tx.tenant().id, head, list };
        if let Some(total) = self.0.get(&key) {
            return Ok(total);
        }
        let mut query = conditions.count_query(TOTAL_CAP);
        let total: i64 = query.build_query_scalar().fetch_one(&mut **tx).await?;
        // Short lists are counted as quickly. A company without any event can have been imported under the same number.
        if total > FIRST_CAP && head.seq > 0 {
            self.0.insert(key, total);
        }
        Ok(total)
    }
}
