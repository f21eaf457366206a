//! Statements that change rows: the forms that Citus refuses.
//!
//! `words` are the tokens of a statement without its white space, in lower case: `(`, `,` and `::` are words, too.

use super::{closing, depth_of, find, has, parts};

/// Functions whose result depends on settings of the session, and the time zone above all.
const STABLE: [&str; 14] = [
    "age",
    "array_to_string",
    "concat",
    "concat_ws",
    "date_trunc",
    "format",
    "json_build_array",
    "json_build_object",
    "jsonb_build_array",
    "jsonb_build_object",
    "row_to_json",
    "to_char",
    "to_json",
    "to_jsonb",
];
/// Words after the tables of a query.
const AFTER_FROM: [&str; 13] = [
    "where",
    "group",
    "having",
    "window",
    "order",
    "limit",
    "offset",
    "for",
    "union",
    "intersect",
    "except",
    "conflict",
    "returning",
];

/// A query of a `with`.
struct WithQuery<'a> {
    name: &'a str,
    is_materialized: bool,
    body: &'a [&'a str],
}

/// Why Citus would refuse a change of rows.
pub(super) fn list_refusals(words: &[&str]) -> Vec<&'static str> {
    let (queries, main) = split_with(words);
    let mut reasons = vec![];
    if queries.iter().any(|query| has(query.body, &["nextval", "("])) {
        reasons.push("nextval in a with query runs on the worker: ask for the numbers first");
    }
    if let Some(at) = find(words, &["do", "update", "set"]) {
        reasons.extend(of_conflict(&words[at..]));
    }
    match main.first() {
        Some(&"insert") => reasons.extend(of_insert(&queries, main)),
        Some(&"update" | &"delete") => reasons.extend(of_update(main)),
        _ => {}
    }
    reasons
}

/// `words` begin with `do update set`.
fn of_conflict(words: &[&str]) -> Vec<&'static str> {
    let mut reasons = vec![];
    if is_volatile(words) {
        reasons.push("now() in do update: take excluded.<column>");
    }
    let end = words.iter().position(|word| *word == "returning").unwrap_or(words.len());
    let change = &words[..end];
    if change.contains(&"interval") || stable_calls(change).next().is_some() {
        reasons.push("a STABLE call in do update: bind the value");
    }
    reasons
}

fn of_insert(queries: &[WithQuery<'_>], main: &[&str]) -> Vec<&'static str> {
    let mut reasons = vec![];
    if let Some(at) = main.iter().position(|word| *word == "values")
        && has(&main[at..], &["(", "select"])
    {
        reasons.push("a query in the values or in the returning of an insert");
    } else if reads_later(queries, main) {
        reasons.push("insert … select from stored tables: read them in a with query `as materialized`");
    }
    reasons
}

/// Whether stored tables are read anywhere but in a materialized query.
fn reads_later(queries: &[WithQuery<'_>], main: &[&str]) -> bool {
    let names: Vec<&str> = queries.iter().map(|query| query.name).collect();
    let merged = queries.iter().filter(|query| !query.is_materialized).map(|query| query.body);
    merged.chain([main]).any(|words| reads_table(words, &names))
}

/// An update or a delete.
fn of_update(words: &[&str]) -> Vec<&'static str> {
    let mut reasons = vec![];
    if words.first() == Some(&"update") && conditional(words).any(is_volatile) {
        reasons.push("now() in coalesce or case of an update: bind the time");
    }
    let of_columns = |call: &[&str]| (0..call.len()).any(|at| is_column(call, at));
    if stable_calls(words).any(of_columns) || moves_column(words) {
        reasons.push("a STABLE call over columns: bind the value, or write it without the call");
    }
    reasons
}

/// The queries of a `with`, and the statement behind them.
fn split_with<'a>(words: &'a [&'a str]) -> (Vec<WithQuery<'a>>, &'a [&'a str]) {
    let (mut found, mut rest) = match words {
        ["with", "recursive", rest @ ..] | ["with", rest @ ..] => (vec![], rest),
        _ => return (vec![], words),
    };
    while let Some((query, after)) = next_query(rest) {
        found.push(query);
        match after {
            [",", more @ ..] => rest = more,
            _ => return (found, after),
        }
    }
    (found, rest)
}

/// The first query, and the words behind its brackets; none where no query begins.
fn next_query<'a>(words: &'a [&'a str]) -> Option<(WithQuery<'a>, &'a [&'a str])> {
    let (&name, mut rest) = words.split_first()?;
    if rest.first() == Some(&"(") {
        rest = rest.get(closing(rest) + 1..)?;
    }
    let (is_materialized, rest) = match rest {
        ["as", "materialized", rest @ ..] => (true, rest),
        ["as", "not", "materialized", rest @ ..] | ["as", rest @ ..] => (false, rest),
        _ => return None,
    };
    let end = closing(rest);
    Some((WithQuery { name, is_materialized, body: rest.get(1..end)? }, rest.get(end + 1..)?))
}

/// Whether a query among these words reads a table. `names` are those of the queries of its `with`.
fn reads_table(words: &[&str], names: &[&str]) -> bool {
    // Whether each open bracket has a query: `extract(epoch from at)` has none.
    let mut queries = vec![false];
    for (at, word) in words.iter().enumerate() {
        match *word {
            "(" => queries.push(false),
            ")" => {
                queries.pop();
            }
            "select" => {
                if let Some(query) = queries.last_mut() {
                    *query = true;
                }
            }
            "from" | "join"
                if queries.last() == Some(&true)
                    && words[at - 1] != "distinct"
                    && parts(up_to_end(&words[at + 1..]))
                        .into_iter()
                        .any(|source| is_table(source, names)) =>
            {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// The tables after a `from` or a `join`, with their conditions.
fn up_to_end<'a>(words: &'a [&'a str]) -> &'a [&'a str] {
    let mut depth = 0;
    let end = words.iter().position(|word| {
        depth += depth_of(word);
        depth < 0 || depth == 0 && AFTER_FROM.contains(word)
    });
    &words[..end.unwrap_or(words.len())]
}

/// Whether this begins with a table: not with a function, a query in brackets or one of the names.
fn is_table(source: &[&str], names: &[&str]) -> bool {
    match source {
        ["lateral" | "only", rest @ ..] => is_table(rest, names),
        [] | ["(", ..] | [_, "(", ..] | [_, ".", _, "(", ..] => false,
        [name, ..] => !names.contains(name),
    }
}

/// The arguments of each `coalesce`, and each `case` up to its end.
fn conditional<'a>(words: &'a [&'a str]) -> impl Iterator<Item = &'a [&'a str]> {
    words.iter().enumerate().filter_map(move |(at, word)| match *word {
        "case" => words[at..].iter().position(|word| *word == "end").map(|end| &words[at..at + end]),
        "coalesce" => Some(arguments(words, at)),
        _ => None,
    })
}

/// The arguments of each call of a STABLE function.
fn stable_calls<'a>(words: &'a [&'a str]) -> impl Iterator<Item = &'a [&'a str]> {
    let is_call = move |at: usize| STABLE.contains(&words[at]) && words.get(at + 1) == Some(&"(");
    (0..words.len()).filter(move |at| is_call(*at)).map(move |at| arguments(words, at))
}

/// The words in the brackets of the function at this place.
fn arguments<'a>(words: &'a [&'a str], at: usize) -> &'a [&'a str] {
    &words[at + 1..at + 1 + closing(&words[at + 1..])]
}

/// Whether an interval is added to a column or taken from it: over a change of the clocks, that depends on the time zone.
fn moves_column(words: &[&str]) -> bool {
    (2..words.len())
        .any(|at| words[at] == "interval" && ["+", "-"].contains(&words[at - 1]) && is_column(words, at - 2))
}

/// Whether this word is a name: no function, type, value or sign.
fn is_column(words: &[&str], at: usize) -> bool {
    let word = words[at];
    let is_name = word.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && word.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let is_type = at > 0 && words[at - 1] == "::";
    is_name && !is_type && words.get(at + 1) != Some(&"(") && !["true", "false", "null"].contains(&word)
}

/// Whether a function is called whose result differs from call to call, or from transaction to transaction.
fn is_volatile(words: &[&str]) -> bool {
    const VOLATILE: [&str; 6] =
        ["now", "clock_timestamp", "statement_timestamp", "random", "gen_random_uuid", "nextval"];
    words.windows(2).any(|pair| VOLATILE.contains(&pair[0]) && pair[1] == "(")
        || words.contains(&"current_timestamp")
}
