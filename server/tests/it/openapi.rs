//! The published documents match the server.

use std::path::Path;

use serde_json::Value;

fn committed(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../openapi").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_committed_documents_are_up_to_date() {
    assert!(
        server::openapi::document() == committed("openapi.json"),
        "run ./dev gen: openapi.json is out of date"
    );
    assert!(
        server::openapi::platform_document() == committed("platform.json"),
        "run ./dev gen: platform.json is out of date"
    );
    assert_eq!(server::openapi::message_codes(), committed("message-codes.json"), "run ./dev gen");
}

#[test]
fn every_operation_has_a_summary_and_an_example() {
    let documents = [server::openapi::document(), server::openapi::platform_document()];
    for (path, operations) in documents.iter().flat_map(|document| document["paths"].as_object().unwrap()) {
        for (method, operation) in operations.as_object().unwrap() {
            let name = format!("{method} {path}");
            assert!(operation["operationId"].is_string(), "{name} has no operation id");
            assert!(
                operation["summary"].as_str().is_some_and(|text| !text.is_empty()),
                "{name} has no summary"
            );
            let bodies = [
                operation.pointer("/requestBody/content/application~1json"),
                operation.pointer("/requestBody/content/multipart~1form-data"),
                operation.pointer("/responses/200/content/application~1json"),
            ];
            for body in bodies.into_iter().flatten() {
                assert!(body.get("example").is_some(), "{name} has no example");
            }
        }
    }
}
