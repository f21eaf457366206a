//! Types of the API for goods that are kept in stock, and the checks of their form.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::http::error::FieldErrors;
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::SwitchCan;
use trade::wire_name;

wire_name! {
    /// The whole units in which goods are counted.
    StockUnit {
        Piece = "piece",
        Pair = "pair",
        Set = "set",
        Box = "box",
        Pack = "pack",
        Roll = "roll",
        Bag = "bag",
        Pallet = "pallet",
    }
}

/// Goods that are kept in stock.
#[derive(Object, sqlx::FromRow)]
pub struct StockItem {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: StockItemInput,
    /// Name of the client; null for the company's own goods.
    pub client_name: Option<String>,
    /// Units in all places; for staff bound to branches, in those of their branches.
    pub on_hand: i64,
    /// Only active items are received and picked. What is there of others can be taken out.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of goods that are kept in stock.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct StockItemInput {
    /// Whose goods they are; left out for the company's own. It stays.
    pub client_id: Option<Uuid>,
    /// Number of the owner for it, unique for the owner, in capitals.
    #[oai(validator(max_length = 60))]
    pub sku: String,
    /// GTIN on the package, 8 to 14 digits.
    #[oai(validator(max_length = 14))]
    pub ean: Option<String>,
    #[oai(validator(max_length = 200))]
    pub title: String,
    #[oai(default = "usual_unit")]
    pub unit: StockUnit,
    /// Code of the goods for customs, 6 to 10 digits.
    #[oai(validator(max_length = 14))]
    pub hs_code: Option<String>,
    /// Where they were made.
    pub origin_country_id: Option<i16>,
    /// Grams of one unit.
    #[oai(validator(minimum(value = "1"), maximum(value = "5000000")))]
    pub weight_g: Option<i32>,
    /// Each receipt needs a lot.
    #[oai(default)]
    pub keep_lot: bool,
    /// Each receipt needs a day of expiry.
    #[oai(default)]
    pub keep_expiry: bool,
    /// Units below which it has to be bought again.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub min_quantity: Option<i32>,
    /// Days before the expiry of a lot on which it is reported.
    #[oai(validator(minimum(value = "0"), maximum(value = "3650")))]
    pub alert_days: Option<i16>,
}

const fn usual_unit() -> StockUnit {
    StockUnit::Piece
}

/// The fields of goods to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct StockItemUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: StockItemInput,
    /// Version that was read; 409 `stale_version` if they have changed since.
    pub version: i32,
}

impl StockItemInput {
    /// The texts as they are stored; problems are reported at their fields.
    pub fn check(self, errors: &mut FieldErrors) -> Self {
        let checked = Self {
            sku: required("sku", &self.sku, errors).to_uppercase(),
            ean: optional(self.ean.as_ref()),
            title: required("title", &self.title, errors),
            hs_code: optional(self.hs_code.as_ref()).map(|code| code.replace(['.', ' '], "")),
            ..self
        };
        for (field, digits, least, most) in
            [("ean", &checked.ean, 8, 14), ("hs_code", &checked.hs_code, 6, 10)]
        {
            if digits.as_deref().is_some_and(|text| !is_digits(text, least, most)) {
                errors.push(field, MessageCode::Invalid);
            }
        }
        checked
    }
}

fn is_digits(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(change: impl FnOnce(&mut StockItemInput)) -> Vec<(String, MessageCode)> {
        let mut input = StockItemInput {
            client_id: None,
            sku: "sku-1".into(),
            ean: None,
            title: "Camiseta".into(),
            unit: StockUnit::Piece,
            hs_code: None,
            origin_country_id: None,
            weight_g: None,
            keep_lot: false,
            keep_expiry: false,
            min_quantity: None,
            alert_days: None,
        };
        change(&mut input);
        let mut errors = FieldErrors::default();
        input.check(&mut errors);
        errors.into_problems().map(|(field, code, _)| (field, code)).collect()
    }

    #[test]
    fn numbers_of_goods_have_their_lengths() {
        assert_eq!(problems(|_| ()), []);
        assert_eq!(problems(|input| input.ean = Some("7891000315507".into())), []);
        assert_eq!(problems(|input| input.hs_code = Some("6109.10.00".into())), []);
        for (field, wrong) in [("ean", "12345"), ("ean", "78910003A5507"), ("hs_code", "61091")] {
            let found = problems(|input| match field {
                "ean" => input.ean = Some(wrong.into()),
                _ => input.hs_code = Some(wrong.into()),
            });
            assert_eq!(found, [(field.to_owned(), MessageCode::Invalid)], "{wrong}");
        }
        let empty = problems(|input| (input.sku, input.title) = (" ".into(), String::new()));
        assert_eq!(empty.len(), 2);
    }
}
