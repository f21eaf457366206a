//! Staff named by subjects and departments.

use std::collections::HashMap;

use poem_openapi::Object;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use access::is_inside;
use server_core::http::error::ApiResult;
use server_core::http::list::Words;

/// A member of the staff.
#[derive(Object, sqlx::FromRow, Clone, Debug)]
pub struct SupportPerson {
    pub id: Uuid,
    /// Name.
    pub label: String,
}

pub const NAMES: &str = "select id, name as label from users where id = any($1)";

/// Active staff whose names or e-mail addresses match.
pub fn staff_query(words: &Words) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(concat!(
        "select u.id, u.name as label from users u where u.active and ",
        is_inside!("u.")
    ));
    words.push(&mut query, "(' ' || search_text(u.name || ' ' || u.email))");
    query.push(" order by search_text(u.name), u.id limit 50");
    query
}

pub async fn staff(tx: &mut TenantTx, words: &Words) -> ApiResult<Vec<SupportPerson>> {
    Ok(staff_query(words).build_query_as().persistent(false).fetch_all(&mut **tx).await?)
}

/// Names of users by their ids.
pub struct Names(HashMap<Uuid, SupportPerson>);

impl Names {
    /// Reads the names of all these users at once.
    pub async fn load(tx: &mut TenantTx, ids: Vec<Uuid>) -> ApiResult<Self> {
        let people: Vec<SupportPerson> = match ids.is_empty() {
            true => Vec::new(),
            false => sqlx::query_as(NAMES).bind(ids).fetch_all(&mut **tx).await?,
        };
        Ok(Self(people.into_iter().map(|person| (person.id, person)).collect()))
    }

    /// The people of these ids, in their order.
    pub fn of(&self, ids: &[Uuid]) -> Vec<SupportPerson> {
        ids.iter().filter_map(|id| self.0.get(id).cloned()).collect()
    }
}
