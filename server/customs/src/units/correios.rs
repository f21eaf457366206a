//! Packet of the Brazilian post: what is sent, and what its answers mean. Its documents are for those with a contract; the forms
//! here are those that other clients of it use in public.

use serde_json::{Value, json};

use crate::bags::model::{Bag, BagKind};

/// Offices, category, subclass, year, dispatch and receptacle: without the marks and the weight, by which the numbers of one
/// receptacle can differ.
const SAME_RECEPTACLE: usize = 23;
/// Texts of errors that are kept.
const MAX_REASON: usize = 500;

pub const UNITS: &str = "packet/v1/units";
pub const TOKEN: &str = "token/v1/autentica";
pub const TOKEN_OF_CARD: &str = "token/v1/autentica/cartaopostagem";

/// The meaning of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitAnswer {
    /// The code of the unit.
    Registered(String),
    Withdrawn,
    /// In the words of the operator.
    Refused(String),
    /// Whether it was done is not known.
    Unknown,
}

/// The form of a bag that is closed for the post. None for another one.
pub fn build_unit(bag: &Bag, tracking_numbers: &[String]) -> Option<Value> {
    let origin = bag.origin_office.as_deref()?;
    let destination = bag.destination_office.as_deref()?;
    let unit_type = match bag.kind {
        BagKind::Bag => 1,
        BagKind::Pallet => 2,
    };
    Some(json!({
        "dispatchNumber": bag.dispatch_no?,
        "originCountry": origin.get(..2)?,
        "originOperatorName": origin.get(2..)?,
        "destinationOperatorName": destination.get(2..)?,
        "postalCategoryCode": bag.category?.as_str(),
        "serviceSubclassCode": bag.subclass.as_deref()?,
        "unitList": [{
            "sequence": bag.receptacle_no?, "unitType": unit_type, "trackingNumbers": tracking_numbers,
        }],
    }))
}

/// The answer to the form of a unit with this number in its dispatch. Each unit of an answer can fail alone.
pub fn read_registration(status: u16, body: &Value, sequence: i64) -> UnitAnswer {
    if let Some(refused) = read_refusal(status, body) {
        return refused;
    }
    if !(200..300).contains(&status) {
        return UnitAnswer::Unknown;
    }
    let units = body["unitResponseList"].as_array().map(Vec::as_slice).unwrap_or_default();
    let own = units.iter().find(|unit| unit["sequence"].as_i64() == Some(sequence));
    let Some(unit) = own else { return UnitAnswer::Unknown };
    match (read_code(unit), read_reason(unit)) {
        (Some(code), _) => UnitAnswer::Registered(code.to_owned()),
        (None, Some(reason)) => UnitAnswer::Refused(reason),
        (None, None) => UnitAnswer::Unknown,
    }
}

/// The answer to the withdrawal of a unit. One that the operator does not know is withdrawn.
pub fn read_withdrawal(status: u16, body: &Value) -> UnitAnswer {
    match status {
        200..300 | 404 | 410 => UnitAnswer::Withdrawn,
        _ => read_refusal(status, body).unwrap_or(UnitAnswer::Unknown),
    }
}

/// The code of the unit that has the number of a receptacle (S9) among those of its dispatch. Other routes use the same numbers of
/// dispatches, and the office may round the weight in its own way.
pub fn find_unit(body: &Value, s9_code: &str) -> Option<String> {
    let wanted = s9_code.get(..SAME_RECEPTACLE)?;
    match body {
        Value::Array(parts) => parts.iter().find_map(|part| find_unit(part, s9_code)),
        Value::Object(fields) => {
            let own = read_code(body).filter(|code| code.starts_with(wanted)).map(str::to_owned);
            own.or_else(|| fields.values().find_map(|part| find_unit(part, s9_code)))
        }
        _ => None,
    }
}

/// Whether the operator wants a new pass first, and has done nothing.
pub fn wants_new_token(status: u16, body: &Value) -> bool {
    let text = body.to_string();
    status == 401 || ["GTW-006", "GTW-007"].iter().any(|code| text.contains(code))
}

fn read_code(unit: &Value) -> Option<&str> {
    unit["unitCode"].as_str().map(str::trim).filter(|code| !code.is_empty())
}

/// An error that the same request has again. Those of a busy or failed server are none.
fn read_refusal(status: u16, body: &Value) -> Option<UnitAnswer> {
    let is_final = (400..500).contains(&status) && !matches!(status, 401 | 403 | 408 | 425 | 429);
    is_final.then(|| UnitAnswer::Refused(read_reason(body).unwrap_or_else(|| status.to_string())))
}

/// The texts of an error, in whichever of its forms it comes.
fn read_reason(body: &Value) -> Option<String> {
    let mut texts: Vec<&str> = Vec::new();
    if let Some(all) = body["msgs"].as_array() {
        texts.extend(all.iter().filter_map(Value::as_str));
    }
    texts.extend(["errorMessage", "message"].iter().filter_map(|name| body[*name].as_str()));
    let details = body["errorDetails"].as_array().map(Vec::as_slice).unwrap_or_default();
    let details: Vec<String> = details.iter().filter_map(write_detail).collect();
    texts.extend(details.iter().map(String::as_str));
    let told: Vec<&str> = texts.into_iter().map(str::trim).filter(|text| !text.is_empty()).collect();
    let reason: String = told.join("; ").chars().filter(|c| *c != '\0').take(MAX_REASON).collect();
    (!reason.is_empty()).then_some(reason)
}

fn write_detail(detail: &Value) -> Option<String> {
    let message = detail["message"].as_str()?;
    Some(match detail["objectName"].as_str() {
        Some(name) if !name.is_empty() => format!("{name}: {message}"),
        _ => message.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bags::test_bag::bag;

    const OWN: &str = "USMIAABRSAODANX61523001000123";

    fn numbered() -> Bag {
        Bag { dispatch_no: Some(1523), receptacle_no: Some(1), s9_code: Some(OWN.into()), ..bag() }
    }

    #[test]
    fn a_bag_is_told_in_the_form_of_the_operator() {
        let form = build_unit(&numbered(), &["NX006288545BR".into()]).unwrap();
        let expected = json!({
            "dispatchNumber": 1523, "originCountry": "US", "originOperatorName": "MIAA",
            "destinationOperatorName": "SAOD", "postalCategoryCode": "A", "serviceSubclassCode": "NX",
            "unitList": [{ "sequence": 1, "unitType": 1, "trackingNumbers": ["NX006288545BR"] }],
        });
        assert_eq!(form, expected);
        assert_eq!(build_unit(&bag(), &[]), None, "it has no number yet");
        let pallet = build_unit(&Bag { kind: BagKind::Pallet, ..numbered() }, &[]).unwrap();
        assert_eq!(pallet["unitList"][0]["unitType"], 2);
    }

    #[test]
    fn each_unit_of_an_answer_has_its_own_verdict() {
        let answer = json!({ "unitResponseList": [
            { "sequence": 1, "unitCode": OWN },
            { "sequence": 2, "errorMessage": "NX006288545BR already in another unit" },
            { "sequence": 3 },
        ] });
        let read = |sequence| read_registration(200, &answer, sequence);
        assert_eq!(read(1), UnitAnswer::Registered(OWN.into()));
        assert_eq!(read(2), UnitAnswer::Refused("NX006288545BR already in another unit".into()));
        assert_eq!((read(3), read(4)), (UnitAnswer::Unknown, UnitAnswer::Unknown));
    }

    const PACKET: &str = include_str!("../../../tests/data/customs/packet-units.json");

    #[test]
    fn forms_answers_and_errors_are_those_of_public_clients() {
        let packet: Value = serde_json::from_str(PACKET).unwrap();
        let request = &packet["request"];
        let numbers = request["unitList"][0]["trackingNumbers"].clone();
        let form = build_unit(&numbered(), &serde_json::from_value::<Vec<String>>(numbers).unwrap());
        assert_eq!(form.as_ref(), Some(request));
        let read = |sequence| read_registration(200, &packet["response"], sequence);
        assert_eq!(read(1), UnitAnswer::Registered(OWN.into()));
        assert!(matches!(read(2), UnitAnswer::Refused(reason) if reason.contains("NX006288545BR")));
        for body in packet["error_bodies"].as_array().unwrap() {
            let told = read_registration(422, body, 1);
            assert!(matches!(&told, UnitAnswer::Refused(reason) if reason != "422"), "{body}: {told:?}");
        }
        for code in packet["auth_errors"].as_object().unwrap().keys() {
            assert!(wants_new_token(400, &json!({ "msgs": [format!("{code}: token")] })), "{code}");
        }
    }

    #[test]
    fn errors_come_in_several_forms() {
        let cases = [
            (json!({ "msgs": ["Peso inválido", "CEP inválido"] }), "Peso inválido; CEP inválido"),
            (json!({ "message": "closed" }), "closed"),
            (
                json!({ "errorDetails": [{ "objectName": "unitList", "message": "empty" }] }),
                "unitList: empty",
            ),
            (json!(null), "400"),
        ];
        for (body, reason) in cases {
            assert_eq!(read_registration(400, &body, 1), UnitAnswer::Refused(reason.into()), "{body}");
        }
        for status in [403, 408, 429, 500, 503] {
            assert_eq!(read_registration(status, &json!({ "message": "busy" }), 1), UnitAnswer::Unknown);
        }
    }

    #[test]
    fn a_pass_that_is_over_is_known_by_its_code() {
        assert!(wants_new_token(400, &json!({ "msgs": ["GTW-007: token expirado"] })));
        assert!(wants_new_token(401, &json!(null)) && !wants_new_token(400, &json!({ "message": "closed" })));
    }

    #[test]
    fn a_unit_is_found_by_its_receptacle_whatever_it_weighs() {
        let other = "USMIAABRCRBAANX61523001000123";
        let list =
            json!({ "units": [{ "unitCode": other }, { "unitCode": "USMIAABRSAODANX61523001000130" }] });
        assert_eq!(find_unit(&list, OWN).as_deref(), Some("USMIAABRSAODANX61523001000130"));
        assert_eq!(find_unit(&json!([{ "unitCode": other }]), OWN), None);
        assert_eq!(find_unit(&json!({ "unitResponseList": [] }), OWN), None);
    }

    #[test]
    fn a_unit_that_is_gone_is_withdrawn() {
        assert_eq!(read_withdrawal(204, &json!(null)), UnitAnswer::Withdrawn);
        assert_eq!(read_withdrawal(404, &json!({ "message": "not found" })), UnitAnswer::Withdrawn);
        let refused = read_withdrawal(409, &json!({ "message": "in a CN38" }));
        assert_eq!(refused, UnitAnswer::Refused("in a CN38".into()));
        assert_eq!(read_withdrawal(502, &json!(null)), UnitAnswer::Unknown);
    }
}
