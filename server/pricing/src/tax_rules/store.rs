//! SQL of tax rules.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use policy::Action;
use sqlx::FromRow;
use tenancy::TenantTx;

use super::model::{OwnRule, StoredRule};
use crate::taxes::{CountryGroup, TaxBook, TaxRule};
use server_core::http::error::ApiResult;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordState, Verdict};
use server_core::record::{Sorts, Table, Where};

/// The company's own rules.
pub const OWN: Table = Table {
    name: "tax_rules",
    resource: "tax_rule",
    columns: "stands_for, country, state, origin, dispatch, channel, programme, buyer, contents, hs, tax, class, seq, \
              kind, rate, amount, currency, minimum, maximum, per, limit_base, limit_from, limit_to, weight_to, tax_base, \
              rounding, replaces, credit, refusal, collected, valid_from, valid_to, legal_ref, source, confidence, \
              enabled, note",
    read: &[],
    unique: &[("tax_rules_stands_for_key", "stands_for")],
    order: "country, seq, tax, valid_from desc, id",
};

/// All rules: the own ones, and the shipped ones without those that an own rule replaces.
pub const ALL: Table = Table {
    name: "(
        select coalesce(stands_for, id::text) as id, id as own_id, stands_for, country, state, origin, dispatch, channel,
            programme, buyer, contents, hs, tax, class, seq, kind, rate, amount, currency, minimum, maximum, per,
            limit_base, limit_from, limit_to, weight_to, tax_base, rounding, replaces, credit, refusal, collected,
            valid_from, valid_to, legal_ref, source, confidence, enabled, note, version, created_at, updated_at
        from tax_rules
        union all
        select id, null, null, country, state, origin, dispatch, channel, programme, buyer, contents, hs, tax, class, seq,
            kind, rate, amount, currency, minimum, maximum, per, limit_base, limit_from, limit_to, weight_to, tax_base,
            rounding, replaces, credit, refusal, collected, valid_from, valid_to, legal_ref, source, confidence, enabled,
            note, 0, null, null
        from ref.tax_rules shipped
        where not exists (select from tax_rules own where own.stands_for = shipped.id)
    ) rules",
    read: &["own_id"],
    ..OWN
};

pub const SORTS: Sorts = &[
    ("country", "country"),
    ("tax", "tax"),
    ("seq", "seq"),
    ("valid_from", "valid_from"),
    ("valid_to", "valid_to"),
];
pub const SEARCHED: &str = "concat_ws(' ', id, country, tax, legal_ref, source, note)";
pub const GROUPS: &str =
    "select code, country, valid_from, valid_to from ref.country_groups order by code, country";

#[derive(FromRow)]
struct GroupRow {
    code: String,
    country: String,
    valid_from: NaiveDate,
    valid_to: Option<NaiveDate>,
}

/// The rule of this id; a changed rule also has the id of its change. Returns 404 when there is none.
pub async fn find(tx: &mut TenantTx, id: &str) -> ApiResult<StoredRule> {
    ALL.find_among(tx, &Where::all().and("array[id, own_id::text] @> ", Some(vec![id.to_owned()]))).await
}

/// Same as `find`, and locks an own rule until the transaction ends.
pub async fn lock(tx: &mut TenantTx, id: &str) -> ApiResult<StoredRule> {
    let found = find(tx, id).await?;
    match found.own_id {
        Some(own_id) => {
            OWN.lock::<OwnRule>(tx, own_id).await?;
            find(tx, id).await
        }
        None => Ok(found),
    }
}

/// Whether the state of a rule allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: &str, action: Action) -> ApiResult<RecordState> {
    let own = find(tx, id).await?.own_id.is_some();
    let refused = action == Action::Delete && !own;
    Ok(RecordState::of_company(if refused { Verdict::no(MessageCode::TaxRuleShipped) } else { Verdict::Yes }))
}

/// All groups of countries that rules name.
pub async fn groups(tx: &mut TenantTx) -> ApiResult<Vec<CountryGroup>> {
    let rows: Vec<GroupRow> = sqlx::query_as(GROUPS).fetch_all(&mut **tx).await?;
    let group = |GroupRow { code, country, valid_from, valid_to }| CountryGroup {
        code,
        country,
        valid_from,
        valid_to,
    };
    Ok(rows.into_iter().map(group).collect())
}

/// A country, and the groups that have ever had it as a member.
pub fn places_of(country: &str, groups: &[CountryGroup]) -> Vec<String> {
    let of_country = groups.iter().filter(|group| group.country == country).map(|group| group.code.clone());
    of_country.chain([country.to_owned()]).collect()
}

/// Rules of these countries and groups.
pub fn at_places(filter: Where, places: Option<Vec<String>>) -> Where {
    filter.and("array[country] <@ ", places)
}

/// The rules that can apply to a destination: its own, and those of its groups.
pub async fn book_of(tx: &mut TenantTx, country: &str) -> ApiResult<TaxBook> {
    book_of_countries(tx, &[country]).await
}

/// The rules that can apply to any of these destinations.
pub async fn book_of_countries(tx: &mut TenantTx, countries: &[&str]) -> ApiResult<TaxBook> {
    let groups = groups(tx).await?;
    let places: BTreeSet<String> = countries.iter().flat_map(|country| places_of(country, &groups)).collect();
    let filter = at_places(Where::all(), Some(places.into_iter().collect()));
    let stored: Vec<StoredRule> = ALL.all(tx, &filter).await?;
    let rules: Vec<TaxRule> = stored.into_iter().map(StoredRule::rule).collect::<ApiResult<_>>()?;
    Ok(TaxBook::new(rules, groups))
}
