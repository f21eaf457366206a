//! What the company has decided about countries, and what a shipment to them needs of its recipient.

use std::collections::BTreeMap;

use tenancy::TenantTx;

use trade::party::BRAZIL;

/// What a shipment to a country needs of its recipient, besides a name, a street and a city.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecipientNeeds {
    /// The tax number.
    pub document: bool,
    pub postcode: bool,
    pub state: bool,
    /// The telephone number, of goods that come from abroad.
    pub phone: bool,
}

/// The company's decisions about a country.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServedCountry {
    /// New shipments can start there.
    pub from: bool,
    /// New shipments can go there.
    pub to: bool,
    pub needs: RecipientNeeds,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: i16,
    ships_from: bool,
    ships_to: bool,
    document_required: Option<bool>,
    needs_postcode: bool,
    needs_state: bool,
    needs_phone: bool,
}

pub const KNOWN: &str = "
    select c.id, coalesce(e.active and e.ships_from, true) as ships_from,
        coalesce(e.active and e.ships_to, true) as ships_to, e.document_required,
        c.needs_postcode, c.needs_state, c.needs_phone
    from ref.countries c left join lookup_edits e on e.lookup = 'country' and e.code = c.alpha2
    where c.id = any($1)";
pub const ALL: &str = "
    select c.id, coalesce(e.active and e.ships_from, true) as ships_from,
        coalesce(e.active and e.ships_to, true) as ships_to, e.document_required,
        c.needs_postcode, c.needs_state, c.needs_phone
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
            needs: RecipientNeeds {
                document: row.document_required.unwrap_or_else(|| needs_document(row.id)),
                postcode: row.needs_postcode,
                state: row.needs_state,
                phone: row.needs_phone,
            },
        }
    }
}
