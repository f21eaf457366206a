//! Lines that a percentage refers to, as texts: `base`, `fuel`, `surcharges`, `insurance`, `surcharge:CODE`.

use rating::rows::LineRef;
use server_core::http::messages::MessageCode;

const SURCHARGE: &str = "surcharge:";
const MAX_CODE: usize = 40;

pub fn line(text: &str) -> Option<LineRef> {
    Some(match text {
        "base" => LineRef::Base,
        "fuel" => LineRef::Fuel,
        "surcharges" => LineRef::Surcharges,
        "insurance" => LineRef::Insurance,
        _ => LineRef::Surcharge(parse_code(text.strip_prefix(SURCHARGE)?)?.into()),
    })
}

fn parse_code(text: &str) -> Option<&str> {
    (!text.trim().is_empty() && text.chars().count() <= MAX_CODE).then_some(text)
}

pub fn line_error(text: &str) -> Option<MessageCode> {
    line(text).is_none().then_some(MessageCode::UnknownOption)
}

/// Lines that were checked before they were stored.
pub fn parse_lines(texts: &[String]) -> Vec<LineRef> {
    texts.iter().filter_map(|text| line(text)).collect()
}

pub fn to_text(line: &LineRef) -> String {
    match line {
        LineRef::Base => "base".to_owned(),
        LineRef::Fuel => "fuel".to_owned(),
        LineRef::Surcharges => "surcharges".to_owned(),
        LineRef::Insurance => "insurance".to_owned(),
        LineRef::Surcharge(code) => format!("{SURCHARGE}{code}"),
    }
}

pub fn texts(lines: &[LineRef]) -> Vec<String> {
    lines.iter().map(to_text).collect()
}
