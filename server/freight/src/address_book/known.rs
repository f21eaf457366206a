//! Parties to choose from: saved addresses, and the parties of earlier shipments.

use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{KnownParty, PartySide};
use access::scope::RowScope;
use server_core::http::list::Words;

/// Earlier shipments that are searched, newest first.
const RECENT: i64 = 1000;
const PARTS: [&str; 17] = [
    "person_type",
    "name",
    "trading_name",
    "responsible",
    "document_type",
    "document",
    "ie",
    "email",
    "phone",
    "country_id",
    "postcode",
    "address_1",
    "address_2",
    "address_number",
    "address_complement",
    "state_id",
    "city",
];

/// The owner of the parties: the one of the scope, else the chosen client; without one, the company itself.
#[derive(Clone, Debug)]
pub struct Owner {
    pub scope: RowScope,
    pub client_id: Option<Uuid>,
}

impl Owner {
    /// Adds the condition on the rows of this owner.
    fn push(&self, query: &mut QueryBuilder<Postgres>) {
        self.scope.push(query, "");
        match (&self.scope, self.client_id) {
            (RowScope::Client(_) | RowScope::Partner(_), _) => {}
            (_, Some(id)) => drop(query.push(" and client_id = ").push_bind(id)),
            (_, None) => drop(query.push(" and client_id is null and partner_id is null")),
        }
    }
}

/// Entries of the address book, by name.
pub fn saved_query(owner: &Owner, words: &Words, most: i64) -> QueryBuilder<Postgres> {
    let mut query =
        QueryBuilder::new(format!("select id, {} from saved_addresses where true", PARTS.join(", ")));
    // An address belongs to no branch.
    let scope = match &owner.scope {
        RowScope::Subsidiaries(_) => RowScope::All,
        own => own.clone(),
    };
    Owner { scope, ..*owner }.push(&mut query);
    words.push(&mut query, "(' ' || search_text(concat_ws(' ', name, trading_name, city)))");
    query.push(" order by search_text(name), id limit ").push_bind(most);
    query
}

/// The parties of the newest shipments, newest first, each once.
pub fn earlier_query(owner: &Owner, words: &Words, side: PartySide, most: i64) -> QueryBuilder<Postgres> {
    let side = side.as_str();
    let columns: Vec<String> = PARTS.iter().map(|part| format!("{side}_{part} as {part}")).collect();
    let mut query = QueryBuilder::new(format!(
        "with recent as (select created_at, {} from shipments where true",
        columns.join(", ")
    ));
    owner.push(&mut query);
    query.push(" order by created_at desc, id desc limit ").push_bind(RECENT);
    query.push(
        "), parties as (
            select distinct on (search_text(name), postcode, address_1, address_number) * from recent
            where name is not null and address_1 is not null",
    );
    words.push(&mut query, "(' ' || search_text(concat_ws(' ', name, trading_name, city)))");
    query.push(" order by search_text(name), postcode, address_1, address_number, created_at desc)");
    query.push(format!(" select null::uuid as id, {} from parties", PARTS.join(", ")));
    query.push(" order by created_at desc limit ").push_bind(most);
    query
}

pub async fn load_parties(
    tx: &mut TenantTx,
    mut query: QueryBuilder<Postgres>,
) -> sqlx::Result<Vec<KnownParty>> {
    query.build_query_as().fetch_all(&mut **tx).await
}
