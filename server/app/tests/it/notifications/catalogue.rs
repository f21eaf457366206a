//! The catalogue of notifications and the files that belong to it.

use std::path::{Path, PathBuf};

use minijinja::Environment;
use poem_openapi::types::ToJSON;
use serde_json::Value;
use server_core::http::messages::Language;
use server_core::notify::NotificationCode;
use server_core::notify::action::{ActionLabel, RouteName};

fn web(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src").join(path)
}

fn texts(language: Language) -> Value {
    let path = web(&format!("locales/{}/notifications.json", language.as_str()));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Texts with a number have a key for each plural.
fn has(texts: &Value, group: &str, key: &str) -> bool {
    let of = |name: &str| texts[group][name].is_string();
    of(key) || of(&format!("{key}_other"))
}

#[test]
fn every_code_and_label_has_a_text_in_every_language() {
    for language in Language::ALL {
        let texts = texts(language);
        for code in NotificationCode::ALL {
            assert!(has(&texts, "title", code.as_str()), "{} {}", language.as_str(), code.as_str());
        }
        let labels = [
            ActionLabel::Download,
            ActionLabel::ViewImport,
            ActionLabel::ViewShipment,
            ActionLabel::ViewShipments,
            ActionLabel::ViewTicket,
            ActionLabel::ViewUser,
            ActionLabel::ViewProcesses,
            ActionLabel::ViewRequest,
            ActionLabel::ViewMessages,
            ActionLabel::ViewDeposit,
            ActionLabel::ViewClaim,
            ActionLabel::ViewInvoice,
            ActionLabel::ViewClient,
            ActionLabel::ViewQuote,
            ActionLabel::ViewParcel,
            ActionLabel::ViewPickup,
            ActionLabel::ViewStock,
            ActionLabel::ViewDocuments,
            ActionLabel::ViewTokens,
            ActionLabel::ViewWebhooks,
            ActionLabel::Retry,
            ActionLabel::Reload,
            ActionLabel::Dismiss,
        ];
        for label in labels {
            let name = label.to_json().unwrap();
            assert!(has(&texts, "action", name.as_str().unwrap()), "{} {name}", language.as_str());
        }
    }
}

#[test]
fn every_route_of_an_action_is_a_screen_of_the_web() {
    let paths = std::fs::read_to_string(web("context/paths.ts")).unwrap();
    let routes = [
        RouteName::Home,
        RouteName::Shipments,
        RouteName::Shipment,
        RouteName::ShipmentImport,
        RouteName::StockImport,
        RouteName::Stocks,
        RouteName::StockItems,
        RouteName::PartyDocuments,
        RouteName::ShipmentDocuments,
        RouteName::Ticket,
        RouteName::User,
        RouteName::Processes,
        RouteName::RegulatoryRequest,
        RouteName::Deposit,
        RouteName::Claim,
        RouteName::Invoice,
        RouteName::Client,
        RouteName::Quote,
        RouteName::InboundParcel,
        RouteName::BuyingRequest,
        RouteName::Pickup,
        RouteName::ApiTokens,
        RouteName::ReportSchedules,
        RouteName::Webhooks,
        RouteName::Notifications,
    ];
    for route in routes {
        let name = route.to_json().unwrap();
        let name = name.as_str().unwrap();
        let is_there = paths.contains(&format!("  '{name}': (")) || paths.contains(&format!("  {name}: ("));
        assert!(is_there, "{name}");
    }
}

#[test]
fn every_email_can_be_rendered() {
    for language in Language::ALL {
        let path = format!("../core/src/mail/templates/{}/notification.txt", language.as_str());
        let source = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
        for code in NotificationCode::ALL.iter().filter(|code| code.event().is_some()) {
            assert!(
                NotificationCode::OWN_EMAIL.contains(code)
                    || source.contains(&format!("'{}'", code.as_str())),
                "{} has no subject for {}",
                language.as_str(),
                code.as_str()
            );
        }
        let mut environment = Environment::new();
        environment.add_filter("count", |number: u64| number.to_string());
        environment.template_from_str(&source).unwrap();
    }
}
