//! Which events a webhook hears of: all, all of a record, or one.

use super::catalogue::WebhookEventType;

const ALL: &str = "*";

/// A pattern that is in the right form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPattern(String);

impl EventPattern {
    /// None for a text that matches nothing of the catalogue.
    pub fn parse(text: &str) -> Option<Self> {
        let mut offered = WebhookEventType::list_offered();
        let is_known = match text.strip_suffix(".*") {
            Some(resource) => offered.any(|kind| kind.resource() == resource),
            None => text == ALL || offered.any(|kind| kind.as_str() == text),
        };
        is_known.then(|| Self(text.to_owned()))
    }

    pub fn matches(&self, event_type: &str) -> bool {
        match self.0.strip_suffix(".*") {
            Some(resource) => event_type.split('.').next() == Some(resource),
            None => self.0 == ALL || self.0 == event_type,
        }
    }

    /// Whether it stands for events of all records.
    pub fn matches_all(&self) -> bool {
        self.0 == ALL
    }

    pub fn to_text(&self) -> String {
        self.0.clone()
    }
}

/// All patterns that match an event.
pub fn list_matching(kind: WebhookEventType) -> [String; 3] {
    [ALL.to_owned(), format!("{}.*", kind.resource()), kind.as_str().to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const CASES: &str = include_str!("../../../tests/data/integrations/webhook-cases.json");

    #[test]
    fn patterns_match_as_in_the_cases() {
        let cases: Value = serde_json::from_str(CASES).unwrap();
        let mut count = 0;
        for case in cases["patterns"].as_array().unwrap() {
            let event_type = case["type"].as_str().unwrap();
            let found = EventPattern::parse(case["pattern"].as_str().unwrap());
            let result = found.map_or(json!("refused when saved"), |it| json!(it.matches(event_type)));
            assert_eq!(result, case["matches"], "{case}");
            count += 1;
        }
        assert!(count >= 6, "only {count} cases");
    }

    #[test]
    fn only_events_of_the_catalogue_can_be_named() {
        for odd in
            ["", " *", "**", "shipment", "shipment.", "shipment.*.*", "ship*", "*.created", "webhook.test"]
        {
            assert_eq!(EventPattern::parse(odd), None, "{odd}");
        }
        let of_shipments = EventPattern::parse("shipment.*").unwrap();
        assert!(!of_shipments.matches("shipment_import.finished"), "another record");
        assert!(!of_shipments.matches("shipments"));
    }

    #[test]
    fn an_event_is_found_by_each_pattern_that_matches_it() {
        for kind in WebhookEventType::list_offered() {
            for pattern in list_matching(kind) {
                let pattern = EventPattern::parse(&pattern).unwrap();
                assert!(pattern.matches(kind.as_str()), "{pattern:?} {kind:?}");
            }
        }
    }
}
