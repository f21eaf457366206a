//! `openapi/asyncapi.json`: the socket, whose messages refer to the schemas of `openapi.json`.

use serde_json::{Value, json};

use live::socket::messages::Closing;

/// The variants of `LiveMessage`, and what each is for.
const SENT: &[(&str, &str, &str)] = &[
    ("hello", "LiveHello", "The first message, and again when the numbers of the events start anew."),
    ("event", "LiveEntry", "A change. Pages fetch what it names."),
    ("tick", "LiveTick", "A heartbeat, about every 25 seconds; answer with `beat`."),
    ("online", "LiveOnline", "The users who are online, for the company's own users. Can be lost."),
    ("signal", "LiveSignal", "Another user works with a record that this client signals about. Can be lost."),
    ("progress", "LiveProgress", "The progress of a background task of the user. Can be lost."),
];

const CLOSINGS: &[(Closing, &str)] = &[
    (Closing::Violation, "a message that the protocol does not have, or too many: do not connect again"),
    (Closing::Restart, "the server restarts: connect again after 0 to 5 seconds"),
    (Closing::Slow, "messages were not read: connect again with the last number"),
    (Closing::SessionOver, "the session is over: stop"),
    (Closing::Suspended, "the company is suspended: stop"),
    (Closing::TooMany, "the user has too many connections: ask `/live/events` instead"),
];

pub fn document() -> Value {
    let messages: serde_json::Map<String, Value> = SENT
        .iter()
        .map(|(name, schema, summary)| ((*name).to_owned(), describe_message(name, schema, summary)))
        .collect();
    let mut messages = Value::Object(messages);
    messages["beat"] = beat();
    messages["say"] = say();
    let own = |name: &str| json!({ "$ref": format!("#/channels/live/messages/{name}") });
    let sent: Vec<Value> = SENT.iter().map(|(name, ..)| own(name)).collect();
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Remessa live",
            "version": env!("CARGO_PKG_VERSION"),
            "description": description(),
        },
        "channels": { "live": {
            "address": "/api/live",
            "title": "Live connection",
            "bindings": { "ws": { "method": "GET", "query": query() } },
            "messages": messages,
        } },
        "operations": {
            "receive": { "action": "receive", "channel": { "$ref": "#/channels/live" }, "messages": sent },
            "answer": { "action": "send", "channel": { "$ref": "#/channels/live" }, "messages": [own("beat"), own("say")] },
        },
    })
}

fn description() -> String {
    let mut text = "A WebSocket on the company's domain, with the session cookie, the header `Origin` of the same host and \
                    the sub-protocol `remessa.v1`. Refused handshakes answer 401, 403, 404, 429 or 503. Close codes:"
        .to_owned();
    for (closing, meaning) in CLOSINGS {
        text.push_str(&format!("\n- {}: {meaning}", closing.code()));
    }
    text
}

fn query() -> Value {
    json!({ "type": "object", "properties": {
        "v": { "type": "integer", "enum": [1], "description": "Version of the protocol." },
        "epoch": { "type": "string", "format": "uuid", "description": "The epoch of the last `hello`." },
        "after": { "type": "integer", "description": "The last number that was applied." },
    } })
}

fn describe_message(name: &str, schema: &str, summary: &str) -> Value {
    let payload = json!({ "$ref": format!("./openapi.json#/components/schemas/LiveMessage_{schema}") });
    json!({ "name": name, "summary": summary, "contentType": "application/json", "payload": payload })
}

fn beat() -> Value {
    json!({
        "name": "beat",
        "summary": "The answer to `tick`, by the script of a page.",
        "contentType": "application/json",
        "payload": { "type": "object", "required": ["type", "seq", "visible"], "additionalProperties": false, "properties": {
            "type": { "type": "string", "enum": ["beat"] },
            "seq": { "type": "integer", "description": "The last number that was applied." },
            "visible": { "type": "boolean", "description": "Whether one of the pages is visible." },
        } },
    })
}

fn say() -> Value {
    let schema = |name: &str| json!({ "$ref": format!("./openapi.json#/components/schemas/{name}") });
    json!({
        "name": "say",
        "summary": "The activity of the user on a record; at most four in a second. The client receives the signals of \
                    others about this record for a minute. Ignored for a record that the user does not see.",
        "contentType": "application/json",
        "payload": {
            "type": "object", "required": ["type", "signal", "target", "id"], "additionalProperties": false,
            "properties": {
                "type": { "type": "string", "enum": ["signal"] },
                "signal": schema("SignalKind"),
                "target": schema("SignalTarget"),
                "id": { "type": "string", "format": "uuid" },
            },
        },
    })
}
