//! Reads the answers of the server.

use anyhow::Context;
use serde_json::Value;

/// The data of an answer that has arrived whole.
pub fn read_data(answer: &str) -> Option<Value> {
    let (_, body) = answer.split_once("\r\n\r\n")?;
    let mut body: Value = serde_json::from_str(body).ok()?;
    body.get_mut("data").map(Value::take)
}

/// A text of an answer.
pub fn read_text<'a>(value: &'a Value, name: &str) -> anyhow::Result<&'a str> {
    value[name].as_str().with_context(|| format!("no {name}: {value}"))
}
