//! SQL of tariff codes.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde_json::Value;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use access::scope::RowScope;

/// Digits of the Harmonized System; a country adds its own.
const SHARED_DIGITS: usize = 6;
/// Words of a search that count.
const MAX_WORDS: usize = 8;
/// Shipments that are looked at for earlier items, newest first.
const RECENT: i64 = 200;
const MAX_EARLIER: i64 = 5;
const MAX_FOUND: i64 = 20;

/// Words of a description that say what the goods are have so many letters; without a code for all words, these are looked for.
const TELLING_LETTERS: usize = 4;

/// Codes whose names or everyday words have all words. Those known by an everyday word come first, then those of which each word
/// begins one of theirs, then short names.
pub const FOUND: &str = "
    with asked as (
        select coalesce(array_agg('%' || ref.plain(word) || '%'), '{}') as words,
               coalesce(array_agg('% ' || ref.plain(word) || '%'), '{}') as beginnings
        from unnest($1::text[]) word)
    select h.code, h.name_locale, null::text as description, null::smallint as origin_country_id, null::text as unit,
           null::numeric as unit_value, null::text as currency, null::float8 as net_weight_g
    from ref.hs_codes h, asked
    where h.plain like all (asked.words) and h.code like $2
    order by not (coalesce(ref.plain(h.words), '') like all (asked.words)),
             not (' ' || h.plain like all (asked.beginnings)), length(h.name_locale ->> 'en'), h.code
    limit $3";
/// Codes that have some of the words, those with most of them first.
pub const FOUND_IN_PART: &str = "
    with asked as (
        select array_agg('% ' || ref.plain(word) || '%') as beginnings from unnest($1::text[]) word)
    select h.code, h.name_locale, null::text as description, null::smallint as origin_country_id, null::text as unit,
           null::numeric as unit_value, null::text as currency, null::float8 as net_weight_g
    from ref.hs_codes h, asked
    where ' ' || h.plain like any (asked.beginnings)
    order by (select count(*) from unnest(asked.beginnings) b (word) where ' ' || h.plain like b.word) desc,
             not (' ' || coalesce(ref.plain(h.words), '') like any (asked.beginnings)), length(h.name_locale ->> 'en'), h.code
    limit $2";

/// A tariff code, of the Harmonized System or of an earlier item.
#[derive(Object, sqlx::FromRow)]
pub struct HsCode {
    pub code: String,
    /// By language: en, and pt where it is known; null for an earlier item.
    pub name_locale: Option<Value>,
    /// How the earlier item was described; null for a code of the Harmonized System.
    pub description: Option<String>,
    /// Country of origin of the earlier item.
    pub origin_country_id: Option<i16>,
    /// How the earlier item was counted.
    pub unit: Option<String>,
    /// Value of one unit of the earlier item.
    pub unit_value: Option<Decimal>,
    /// ISO 4217, of the value.
    pub currency: Option<String>,
    /// Net weight of one unit of the earlier item, in grams.
    pub net_weight_g: Option<f64>,
}

/// The words and digits to search for.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sought {
    /// Without the s of a plural, which no name has.
    words: Vec<String>,
    digits: String,
}

impl Sought {
    pub fn parse(text: &str) -> Self {
        let mut sought = Self::default();
        for word in text.split_whitespace().take(MAX_WORDS) {
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                sought.digits.extend(word.chars().filter(char::is_ascii_digit));
            } else {
                sought.words.push(singular(word).to_owned());
            }
        }
        sought.digits.truncate(SHARED_DIGITS);
        sought
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.digits.is_empty()
    }

    /// The words of a description of goods; none beside digits, and of a single word.
    fn list_telling_words(&self) -> Vec<&str> {
        if self.words.len() < 2 || !self.digits.is_empty() {
            return Vec::new();
        }
        let words = self.words.iter().map(String::as_str);
        words.filter(|word| word.chars().count() >= TELLING_LETTERS).collect()
    }

    fn beginning(&self) -> String {
        format!("{}%", self.digits)
    }
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')).unwrap_or(word)
}

/// Described items with a code in the newest shipments of a client, the newest first.
pub fn earlier_query(scope: &RowScope, client_id: Option<Uuid>, sought: &Sought) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(
        "with recent as (select id, created_at, trim(currency) as currency from shipments where true",
    );
    scope.push(&mut query, "");
    match (scope, client_id) {
        (RowScope::Client(_) | RowScope::Partner(_), _) => {}
        (_, Some(id)) => drop(query.push(" and client_id = ").push_bind(id)),
        (_, None) => drop(query.push(" and client_id is null")),
    }
    query.push(" order by created_at desc, id desc limit ").push_bind(RECENT);
    query.push(
        "), items as (
            select distinct on (i.hs_code, search_text(i.description))
                   i.hs_code as code, i.description, i.origin_country_id, i.unit, trim_scale(i.unit_value) as unit_value,
                   recent.currency, recent.created_at,
                   i.net_weight_g / i.quantity::float8 as net_weight_g
            from recent join shipment_items i on i.shipment_id = recent.id
            where i.hs_code is not null and i.hs_code like ",
    );
    query.push_bind(sought.beginning());
    for word in &sought.words {
        query.push(" and position(search_text(").push_bind(word.clone());
        query.push(") in search_text(i.description)) > 0");
    }
    query.push(
        " order by i.hs_code, search_text(i.description), recent.created_at desc)
         select code, null::jsonb as name_locale, description, origin_country_id, unit, unit_value, currency, net_weight_g
         from items
         order by created_at desc, code limit ",
    );
    query.push_bind(MAX_EARLIER);
    query
}

/// Codes of the Harmonized System; none when nothing is searched for.
pub async fn find(tx: &mut TenantTx, sought: &Sought) -> sqlx::Result<Vec<HsCode>> {
    if sought.is_empty() {
        return Ok(Vec::new());
    }
    let query = sqlx::query_as(FOUND).bind(&sought.words).bind(sought.beginning()).bind(MAX_FOUND);
    query.fetch_all(&mut **tx).await
}

/// Codes that have some of the words of a description.
pub async fn find_in_part(tx: &mut TenantTx, sought: &Sought) -> sqlx::Result<Vec<HsCode>> {
    let words = sought.list_telling_words();
    if words.is_empty() {
        return Ok(Vec::new());
    }
    sqlx::query_as(FOUND_IN_PART).bind(words).bind(MAX_FOUND).fetch_all(&mut **tx).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_the_beginning_of_a_code_and_words_lose_their_plural() {
        let digits = Sought::parse("6912.00.90");
        assert_eq!((digits.beginning().as_str(), digits.words.len()), ("691200%", 0));
        let words = Sought::parse("  Ceramic mugs dress ");
        assert_eq!(words.words, ["Ceramic", "mug", "dress"]);
        assert!(Sought::parse(" ").is_empty());
    }

    #[test]
    fn a_description_tells_the_goods_by_its_longer_words() {
        assert_eq!(Sought::parse("vestido de linho").list_telling_words(), ["vestido", "linho"]);
        assert!(Sought::parse("vestido").list_telling_words().is_empty());
        assert!(Sought::parse("6912 blue shoes").list_telling_words().is_empty());
    }
}
