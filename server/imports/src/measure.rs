//! Reads weights and sizes with their units.

use rust_decimal::Decimal;

use super::problem::Code;
use super::read::{self, Beside, DecimalMark};
use super::value::Value;

/// A number with or without its unit, or several with descending units: `1 lb 4 oz`. A word before it is no unit.
pub fn measure<U: Copy>(
    text: &str,
    mark: DecimalMark,
    usual: U,
    unit_of: fn(&str) -> Option<U>,
    convert: fn(U, Decimal) -> Option<Decimal>,
) -> Result<Value, Code> {
    let parts = match read::with_unit(text, mark) {
        Some((number, Beside::Nothing)) => vec![(number, usual)],
        Some((number, Beside::After(word))) => vec![(number, unit_of(word).ok_or(Code::NotANumber)?)],
        Some((_, Beside::Before(_))) => return Err(Code::NotANumber),
        None => {
            let parts = read::with_units(text, mark).ok_or(Code::NotANumber)?;
            let units = parts.iter().map(|(number, word)| Some((*number, unit_of(word)?)));
            units.collect::<Option<Vec<_>>>().ok_or(Code::NotANumber)?
        }
    };
    let (mut sum, mut largest) = (Decimal::ZERO, None);
    for (number, unit) in parts {
        let one = convert(unit, Decimal::ONE);
        if largest.is_some_and(|before| one >= before) {
            return Err(Code::NotANumber);
        }
        largest = Some(one);
        let part = within(convert(unit, number).ok_or(Code::OutOfRange)?, i32::MAX.into())?;
        sum += part;
    }
    within(sum, i32::MAX.into()).map(Value::Number)
}

/// A number that is not negative and not too large.
pub fn within(number: Decimal, max: i64) -> Result<Decimal, Code> {
    if number.is_sign_negative() && !number.is_zero() {
        return Err(Code::Negative);
    }
    if number > Decimal::from(max) { Err(Code::OutOfRange) } else { Ok(number) }
}
