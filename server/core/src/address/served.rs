//! What the company has decided about countries: the directions in which it ships, and the recipient's tax number.

use std::collections::BTreeMap;

use tenancy::TenantTx;

use trade::party::BRAZIL;

/// The company's decisions about a country.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServedCountry {
    /// New shipments can start there.
    pub from: bool,
    /// New shipments can go there.
    pub to: bool,
    /// A shipment to it needs the recipient's tax number.
    pub needs_document: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i16,
    ships_from: bool,
    ships_to: bool,
    document_required: Option<bool>,
}

pub const KNOWN: &str = "
    select c.id, coalesce(e.active and e.ships_from, true) as ships_from,
        coalesce(e.active and e.ships_to, true) as ships_to, e.document_required
    from ref.countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2
    where c.id = any($1)";
pub const ALL: &str = "
    select c.id, coalesce(e.active and e.ships_from, true) as ships_from,
        coalesce(e.active and e.ships_to, true) as ships_to, e.document_required
    from ref.countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2";

/// Brazilian customs releases nothing without the recipient's CPF or CNPJ.
pub const fn needs_document(country_id: i16) -> bool {
    country_id == BRAZIL
}

/// The countries in `ids` that exist.
pub async fn load_countries(tx: &mut TenantTx, ids: &[i16]) -> sqlx::Result<BTreeMap<i16, ServedCountry>> {
    let rows: Vec<Row> = sqlx::query_as(KNOWN).bind(ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.into())).collect())
}

/// All countries.
pub async fn all(tx: &mut TenantTx) -> sqlx::Result<BTreeMap<i16, ServedCountry>> {
    let rows: Vec<Row> = sqlx::query_as(ALL).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.into())).collect())
}

impl From<Row> for ServedCountry {
    fn from(row: Row) -> Self {
        Self {
            from: row.ships_from,
            to: row.ships_to,
            needs_document: row.document_required.unwrap_or_else(|| needs_document(row.id)),
        }
    }
}
