//! The shipments of a request about many: named ones, or all that match a filter.

use std::collections::HashSet;

use tenancy::TenantTx;
use uuid::Uuid;

use super::list::{self, Conditions, ShipmentFilter, SortKey};
use super::store;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::Sort;
use server_core::http::messages::{MessageCode, Params};

/// Either `ids` or `filter`.
pub struct Selection {
    pub ids: Option<Vec<Uuid>>,
    pub filter: Option<ShipmentFilter>,
}

impl Selection {
    /// The shipments without duplicates: the named ones in their order, or the matches in the order of `sort`. 422 if
    /// the request has none, more than `max`, or both `ids` and `filter`; 404 if none of the named ones is visible.
    pub async fn ids(
        self,
        tx: &mut TenantTx,
        scope: &RowScope,
        time_zone: &str,
        sort: &[Sort<SortKey>],
        max: i64,
    ) -> ApiResult<Vec<Uuid>> {
        match (self.ids, self.filter) {
            (Some(mut ids), None) if !ids.is_empty() => {
                let mut seen = HashSet::new();
                ids.retain(|id| seen.insert(*id));
                let some_there = store::any_there(tx, scope, &ids).await?;
                if some_there { Ok(ids) } else { Err(ApiError::not_found()) }
            }
            (None, Some(filter)) => {
                let conditions = Conditions::new(filter, scope.clone(), time_zone)?;
                let ids = list::matching_ids(tx, &conditions, sort, max + 1).await?;
                match i64::try_from(ids.len()).unwrap_or(i64::MAX) {
                    0 => Err(refuse_count(MessageCode::TooFew, "min", 1)),
                    found if found > max => Err(refuse_count(MessageCode::TooManySelected, "max", max)),
                    _ => Ok(ids),
                }
            }
            (Some(ids), Some(_)) if !ids.is_empty() => {
                Err(ApiError::invalid_field("filter", MessageCode::Invalid))
            }
            _ => Err(ApiError::invalid_field("ids", MessageCode::Required)),
        }
    }
}

fn refuse_count(code: MessageCode, name: &'static str, limit: i64) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with("filter", code, Params::from([(name, limit.into())]));
    ApiError::invalid(errors)
}
