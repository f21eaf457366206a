use chrono::NaiveDate;
use rust_decimal::{Decimal, RoundingStrategy};
use uuid::Uuid;

use super::field::Field;

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    /// Counts, ids of lookups, and the rounded grams of a shipment.
    Whole(i32),
    /// Amounts of money, quantities, exact grams and millimetres.
    Number(Decimal),
    Day(NaiveDate),
    Id(Uuid),
}

impl Value {
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub fn as_whole(&self) -> Option<i32> {
        if let Self::Whole(whole) = self { Some(*whole) } else { None }
    }

    pub fn as_number(&self) -> Option<Decimal> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }

    pub fn as_day(&self) -> Option<NaiveDate> {
        if let Self::Day(day) = self { Some(*day) } else { None }
    }

    pub fn as_uuid(&self) -> Option<Uuid> {
        if let Self::Id(id) = self { Some(*id) } else { None }
    }

    pub(super) fn as_id(&self) -> Option<i16> {
        self.as_whole().and_then(|id| i16::try_from(id).ok())
    }
}

/// Grams as a record keeps them. Light goods do not become nothing.
pub fn whole_grams(exact: Decimal) -> Option<i32> {
    let whole = exact.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero);
    i32::try_from(if exact.is_zero() { whole } else { whole.max(Decimal::ONE) }).ok()
}

/// The values of one line, or of one shipment.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values(Vec<(Field, Value)>);

impl Values {
    pub fn with_room(fields: usize) -> Self {
        Self(Vec::with_capacity(fields))
    }

    pub fn get(&self, field: Field) -> Option<&Value> {
        self.0.iter().find(|(own, _)| *own == field).map(|(_, value)| value)
    }

    pub fn add(&mut self, field: Field, value: Value) {
        self.0.push((field, value));
    }

    pub fn iter(&self) -> impl Iterator<Item = (Field, &Value)> {
        self.0.iter().map(|(field, value)| (*field, value))
    }

    /// Rounds the weight of a shipment when its lines are added.
    pub fn round_weight(&mut self) {
        for (_, value) in self.0.iter_mut().filter(|(field, _)| *field == Field::Weight) {
            if let Some(grams) = value.as_number().and_then(whole_grams) {
                *value = Value::Whole(grams);
            }
        }
    }

    pub fn text(&self, field: Field) -> Option<&str> {
        self.get(field).and_then(Value::as_text)
    }

    pub fn whole(&self, field: Field) -> Option<i32> {
        self.get(field).and_then(Value::as_whole)
    }

    pub fn number(&self, field: Field) -> Option<Decimal> {
        self.get(field).and_then(Value::as_number)
    }
}
