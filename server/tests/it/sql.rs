//! Every SQL constant of the server is one that Postgres understands: in a tenant's own schema, or, where workers
//! take their jobs and proofs of hosts are noted, on the registry.

use std::path::{Path, PathBuf};

use regex::Regex;
use sqlx::{AssertSqlSafe, Executor, SqlSafeStr};

use crate::support::{ATLANTICO, TestApp};

const ON_THE_REGISTRY: &[&str] = &["process/queue.rs", "site/domains/store.rs::SEEN"];

#[tokio::test]
async fn postgres_can_prepare_every_sql_constant() {
    let app = TestApp::start().await;
    let mut tenant = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let mut registry = app.state.tenancy.control().await.unwrap();
    let statements = sql_constants();
    assert!(statements.len() > 30, "only {} statements were found", statements.len());
    for (name, sql) in statements {
        let is_of_registry = ON_THE_REGISTRY.iter().any(|part| name.contains(part));
        let connection = if is_of_registry { &mut *registry } else { &mut *tenant };
        let prepared = connection.prepare(AssertSqlSafe(sql.clone()).into_sql_str()).await;
        assert!(prepared.is_ok(), "{name}: {:?}\n{sql}", prepared.err());
    }
}

/// Every `const NAME: &str` of the sources that reads like a statement.
fn sql_constants() -> Vec<(String, String)> {
    let constant = Regex::new(r#"(?s)const ([A-Z_]+): &str =\s*(concat!\()?(.*?)\)?;\n"#).unwrap();
    let literal = Regex::new(r#"(?s)"((?:[^"\\]|\\.)*)"|(shipment|task)_columns!\(\)"#).unwrap();
    let mut found = Vec::new();
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = std::fs::read_to_string(&path).unwrap();
        for capture in constant.captures_iter(&text) {
            let part = |part: regex::Captures| match (part.get(1), part.get(2)) {
                (Some(text), _) => unescaped(text.as_str()),
                (_, Some(whose)) if whose.as_str() == "task" => server::task_columns!().to_owned(),
                _ => server::shipment_columns!().to_owned(),
            };
            let sql: String = literal.captures_iter(&capture[3]).map(part).collect();
            let verb = sql.split_whitespace().next().unwrap_or_default();
            if ["select", "insert", "update", "delete", "with"].contains(&verb) {
                found.push((format!("{}::{}", path.display(), &capture[1]), sql));
            }
        }
    }
    found
}

fn unescaped(literal: &str) -> String {
    let joined = Regex::new(r"\\\n\s*").unwrap().replace_all(literal, "").into_owned();
    joined.replace("\\\"", "\"").replace("\\\\", "\\")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}
