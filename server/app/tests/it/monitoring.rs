//! The rules for Prometheus and the board for Grafana can be read, and name what the server exposes and nothing else.

use std::collections::BTreeSet;

use regex::Regex;
use serde_json::Value;

use crate::support::sources;

const RULES: &str = include_str!("../../../../docs/monitoring/remessa.rules.yml");
const BOARD: &str = include_str!("../../../../docs/monitoring/remessa-board.json");
const HANDBOOK: &str = include_str!("../../../../docs/operators-handbook.md");
/// Labels that Prometheus and its exporter add.
const LABELS_OF_PROMETHEUS: &[&str] = &["job", "instance", "quantile"];
/// Labels whose values are words of the sources.
const WORDS: &[&str] = &["end", "event"];
/// Words of the language of queries that stand without brackets.
const OPERATORS: &[&str] = &["and", "or", "unless", "offset", "bool"];

/// Metrics, and texts beside them.
struct Exposed {
    metrics: BTreeSet<String>,
    /// All texts in quotes of the files that measure.
    texts: BTreeSet<String>,
}

/// A query of a rule or a panel.
struct Query {
    whose: String,
    text: String,
}

#[test]
fn each_rule_has_a_name_of_its_own_and_says_what_to_look_at() {
    let mut names = BTreeSet::new();
    for rule in rules() {
        let name = text_at(&rule, "/alert");
        assert!(names.insert(name.clone()), "{name} stands twice");
        assert!(["page", "ticket"].contains(&text_at(&rule, "/labels/severity").as_str()), "{name}");
        assert!(text_at(&rule, "/annotations/summary").len() > 10, "{name} has no summary");
        assert!(text_at(&rule, "/annotations/description").len() > 40, "{name} does not say what to look at");
    }
    assert!(names.len() > 5, "{names:?}");
}

#[test]
fn rules_and_panels_name_what_the_server_exposes() {
    let exposed = exposed();
    for query in queries() {
        let named = metrics_of(&query.text);
        assert!(!named.is_empty(), "{} asks for nothing", query.whose);
        let unknown: Vec<_> = named.difference(&exposed.metrics).collect();
        assert!(unknown.is_empty(), "{}: nothing exposes {unknown:?}", query.whose);
    }
}

#[test]
fn rules_and_panels_use_labels_and_words_of_the_server() {
    let exposed = exposed();
    for query in queries() {
        for label in labels_of(&query.text) {
            let is_known = LABELS_OF_PROMETHEUS.contains(&label.as_str()) || exposed.texts.contains(&label);
            assert!(is_known, "{}: no metric has the label `{label}`", query.whose);
        }
        for word in words_of(&query.text) {
            assert!(exposed.texts.contains(&word), "{}: no source says `{word}`", query.whose);
        }
    }
}

#[test]
fn brackets_of_queries_are_closed() {
    for query in queries() {
        for (open, close) in [('(', ')'), ('{', '}'), ('[', ']')] {
            let count = |bracket| query.text.matches(bracket).count();
            assert_eq!(count(open), count(close), "{}: {open}", query.whose);
        }
    }
}

#[test]
fn the_handbook_explains_each_metric() {
    for metric in measured().metrics {
        assert!(HANDBOOK.contains(&format!("`{metric}`")), "the operator's handbook does not name {metric}");
    }
}

#[test]
fn a_name_that_nothing_exposes_is_found() {
    let query = r#"sum by (kind) (rate(proces_seconds_count{end="done"}[5m])) and up == 1"#;
    let named = metrics_of(query);
    assert_eq!(named, ["proces_seconds_count", "up"].map(str::to_owned).into());
    assert!(!named.is_subset(&exposed().metrics));
    assert_eq!(labels_of(query), ["end", "kind"].map(str::to_owned).into());
    assert_eq!(words_of(query), ["done"].map(str::to_owned).into());
}

fn rules() -> Vec<Value> {
    let read: Value = serde_yaml::from_str(RULES).unwrap();
    let groups = read["groups"].as_array().unwrap();
    groups.iter().flat_map(|group| group["rules"].as_array().unwrap().clone()).collect()
}

fn queries() -> Vec<Query> {
    let of_rules = rules()
        .into_iter()
        .map(|rule| Query { whose: text_at(&rule, "/alert"), text: text_at(&rule, "/expr") });
    let board: Value = serde_json::from_str(BOARD).unwrap();
    let panels = board["panels"].as_array().unwrap().clone();
    let of_panels = panels.into_iter().flat_map(|panel| {
        let whose = text_at(&panel, "/title");
        let targets = panel["targets"].as_array().unwrap().clone();
        targets.into_iter().map(move |target| Query { whose: whose.clone(), text: text_at(&target, "/expr") })
    });
    of_rules.chain(of_panels).collect()
}

fn text_at(value: &Value, path: &str) -> String {
    let text = value.pointer(path).and_then(Value::as_str);
    text.unwrap_or_else(|| panic!("no text at {path} of {value}")).to_owned()
}

/// The metrics in the sources by their own names, and the texts beside them.
fn measured() -> Exposed {
    let metric = Regex::new(r#"metrics::(?:counter|gauge|histogram)!\(\s*"(\w+)""#).unwrap();
    let (mut metrics, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for source in sources::of_server() {
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        let found: BTreeSet<String> = metric.captures_iter(code).map(|found| found[1].to_owned()).collect();
        if !found.is_empty() {
            texts.extend(in_quotes(code));
            metrics.extend(found);
        }
    }
    Exposed { metrics, texts }
}

/// The names that Prometheus reads: a histogram is a summary with its sum and its count.
fn exposed() -> Exposed {
    let Exposed { mut metrics, texts } = measured();
    let times: Vec<String> = metrics.iter().filter(|name| name.ends_with("_seconds")).cloned().collect();
    metrics.extend(times.iter().flat_map(|name| [format!("{name}_sum"), format!("{name}_count")]));
    metrics.insert("up".to_owned());
    Exposed { metrics, texts }
}

/// Names that are neither functions nor operators, labels nor texts.
fn metrics_of(query: &str) -> BTreeSet<String> {
    let without = Regex::new(r"\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on|ignoring) \([^)]*\)").unwrap();
    let name = Regex::new(r"\b([a-z_]\w*)\b(\s*\()?").unwrap();
    let rest = without.replace_all(query, " ").into_owned();
    let named = name.captures_iter(&rest).filter(|found| found.get(2).is_none());
    named.map(|found| found[1].to_owned()).filter(|name| !OPERATORS.contains(&name.as_str())).collect()
}

fn labels_of(query: &str) -> BTreeSet<String> {
    let grouping = Regex::new(r"\b(?:by|without|on|ignoring) \(([^)]*)\)").unwrap();
    let grouped = grouping
        .captures_iter(query)
        .flat_map(|found| found[1].split(',').map(|label| label.trim().to_owned()).collect::<Vec<_>>());
    grouped.chain(matchers_of(query).map(|(label, _)| label)).collect()
}

/// The values that labels of words are compared with.
fn words_of(query: &str) -> BTreeSet<String> {
    let compared = matchers_of(query).filter(|(label, _)| WORDS.contains(&label.as_str()));
    compared.flat_map(|(_, value)| value.split('|').map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Labels and what they are compared with.
fn matchers_of(query: &str) -> impl Iterator<Item = (String, String)> {
    let matcher = Regex::new(r#"(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)""#).unwrap();
    let found: Vec<_> =
        matcher.captures_iter(query).map(|found| (found[1].to_owned(), found[2].to_owned())).collect();
    found.into_iter()
}

fn in_quotes(code: &str) -> BTreeSet<String> {
    let text = Regex::new(r#""(\w+)""#).unwrap();
    text.captures_iter(code).map(|found| found[1].to_owned()).collect()
}
