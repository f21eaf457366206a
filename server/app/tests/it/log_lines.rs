//! The lines of the log, as the operator's handbook promises them: a sentence that is the same each time, and fields beside it.

use regex::Regex;

use crate::support::sources;

#[test]
fn each_line_says_the_same_sentence_every_time() {
    let changing: Vec<_> = sentences().into_iter().filter(|(_, sentence)| sentence.contains('{')).collect();
    assert!(changing.is_empty(), "what changes is a field: {changing:?}");
    assert!(sentences().len() > 40);
}

/// The operator can ask only a company for another secret.
#[test]
fn a_secret_that_stays_closed_is_named_with_its_company() {
    let line =
        Regex::new(r#"tracing::error!\(([^"]*)"the (?:key|secret) of [^"]* cannot be opened""#).unwrap();
    let mut count = 0;
    for source in sources::of_server() {
        for found in line.captures_iter(&source.text) {
            assert!(found[1].contains("tenant"), "{}: {}", source.name, &found[0]);
            count += 1;
        }
    }
    assert!(count >= 7, "{count} lines");
}

/// The file and the sentence of each line.
fn sentences() -> Vec<(String, String)> {
    let line = Regex::new(r#"tracing::(?:error|warn|info|debug)!\([^"]*"([^"]*)""#).unwrap();
    let formatted = Regex::new(r#"format!\("[^"]*"[^)]*\)|target: "security","#).unwrap();
    let mut found = Vec::new();
    for source in sources::of_server() {
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = formatted.replace_all(code, "");
        let said = line.captures_iter(&code).map(|one| one[1].to_owned());
        found.extend(said.map(|sentence| (source.name.clone(), sentence)));
    }
    found
}
