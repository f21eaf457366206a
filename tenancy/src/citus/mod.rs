//! Citus: a Postgres that keeps each company's schema on one of several machines ("schema-based sharding").
//!
//! Statements are the same as on plain Postgres, within the limits that [`refusals`] checks. Measured on Citus 13.2.

mod changes;

use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::tokenizer::{Location, Token, Tokenizer, TokenizerError};

pub(crate) const IS_CITUS: &str =
    "select exists (select from pg_catalog.pg_extension where extname = 'citus')";

/// Whether the error is the violation of this constraint.
///
/// Citus reports a worker's violation by its message alone, where the name ends with the number of a shard:
/// `duplicate key value violates unique constraint "users_email_key_102062"`.
#[must_use]
pub fn breaks_constraint(error: &sqlx::Error, constraint: &str) -> bool {
    let Some(refusal) = error.as_database_error() else { return false };
    match refusal.constraint() {
        Some(name) => is_constraint(name, constraint),
        None => refusal.message().split('"').skip(1).step_by(2).any(|name| is_of_shard(name, constraint)),
    }
}

fn is_constraint(name: &str, constraint: &str) -> bool {
    name == constraint || is_of_shard(name, constraint)
}

fn is_of_shard(name: &str, constraint: &str) -> bool {
    let shard = name.strip_prefix(constraint).and_then(|rest| rest.strip_prefix('_'));
    shard.is_some_and(|shard| shard.len() >= 6 && shard.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The statements of a file, each as its own text. Citus sends the whole text of a message to the workers, so that
/// several statements in one message would run there several times.
///
/// # Errors
/// When the text is not closed, for example a string without its end.
pub fn statements(sql: &str) -> Result<Vec<&str>, TokenizerError> {
    let tokens = Tokenizer::new(&PostgreSqlDialect {}, sql).tokenize_with_location()?;
    let lines: Vec<usize> = std::iter::once(0).chain(sql.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let byte_of = |at: Location| {
        let line = usize::try_from(at.line).ok().and_then(|line| lines.get(line.checked_sub(1)?)).copied();
        let (line, column) = (line.unwrap_or(sql.len()), usize::try_from(at.column).unwrap_or(1));
        sql[line..].char_indices().nth(column - 1).map_or(sql.len(), |(byte, _)| line + byte)
    };
    let (mut found, mut start, mut is_filled) = (vec![], 0, false);
    for token in &tokens {
        match token.token {
            Token::SemiColon => {
                let end = byte_of(token.span.start);
                if is_filled {
                    found.push(sql[start..end].trim());
                }
                (start, is_filled) = (end + 1, false);
            }
            Token::Whitespace(_) => {}
            _ => is_filled = true,
        }
    }
    if is_filled {
        found.push(sql[start..].trim());
    }
    Ok(found)
}

/// Why Citus would refuse a statement on a company's tables; empty when it would not.
///
/// # Errors
/// As [`statements`].
pub fn refusals(statement: &str) -> Result<Vec<&'static str>, TokenizerError> {
    let tokens = Tokenizer::new(&PostgreSqlDialect {}, statement).tokenize()?;
    let words: Vec<String> = tokens
        .iter()
        .filter(|token| !matches!(token, Token::Whitespace(_)))
        .map(|token| token.to_string().to_lowercase())
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Ok([of_definition(&words), changes::list_refusals(&words)].concat())
}

fn of_definition(words: &[&str]) -> Vec<&'static str> {
    match words {
        ["alter", "table", ..] => of_alter_table(words),
        ["drop", "index" | "table" | "sequence" | "function", rest @ ..] if parts(rest).len() > 1 => {
            vec!["several names in one drop"]
        }
        ["create", "table", ..] if !has(words, &["primary", "key"]) => {
            vec!["a table without a primary key cannot move while it is written"]
        }
        ["create", "view" | "rule" | "policy" | "trigger", ..]
        | ["create", "constraint", "trigger", ..]
        | ["create", "materialized", "view", ..]
        | ["create", "or", "replace", "view" | "trigger", ..] => vec!["views, rules, policies and triggers"],
        ["create", "function" | "procedure", ..]
        | ["create", "or", "replace", "function" | "procedure", ..] => {
            vec!["a function of one schema: put it into ref"]
        }
        _ => vec![],
    }
}

fn of_alter_table(words: &[&str]) -> Vec<&'static str> {
    let mut reasons = vec![];
    let changes = parts(words);
    if changes.len() > 1 {
        reasons.push("several changes in one alter table");
    }
    for change in changes {
        let adds = has(change, &["add", "column"]);
        if adds && ["check", "unique", "primary"].iter().any(|word| change.contains(word)) {
            reasons.push("add column with a constraint");
        }
        if [["set", "statistics"], ["set", "storage"], ["set", "tablespace"]]
            .iter()
            .any(|form| has(change, form))
        {
            reasons.push("a form of alter table that Citus does not know");
        }
    }
    reasons
}

/// Number of words up to the end of the brackets that begin here.
fn closing(words: &[&str]) -> usize {
    let mut depth = 0;
    let end = words.iter().position(|word| {
        depth += depth_of(word);
        depth == 0
    });
    end.unwrap_or(words.len())
}

fn depth_of(word: &str) -> i32 {
    match word {
        "(" => 1,
        ")" => -1,
        _ => 0,
    }
}

/// Splits at the commas outside of brackets.
fn parts<'a>(words: &'a [&'a str]) -> Vec<&'a [&'a str]> {
    let mut depth = 0;
    let separates = |word: &&str| {
        depth += depth_of(word);
        depth == 0 && *word == ","
    };
    words.split(separates).collect()
}

fn find(words: &[&str], wanted: &[&str]) -> Option<usize> {
    words.windows(wanted.len()).position(|window| window == wanted)
}

fn has(words: &[&str], wanted: &[&str]) -> bool {
    find(words, wanted).is_some()
}

#[cfg(test)]
mod tests {
    use super::{is_constraint, refusals, statements};

    #[test]
    fn a_constraint_of_a_shard_is_the_one_of_the_table() {
        assert!(is_constraint("users_email_key", "users_email_key"));
        assert!(is_constraint("users_email_key_102062", "users_email_key"));
        assert!(!is_constraint("users_email_key_2", "users_email_key"));
        assert!(!is_constraint("users_email_key_102062_x", "users_email_key"));
        assert!(!is_constraint("old_users_email_key_102062", "users_email_key"));
    }

    #[test]
    fn a_file_is_split_into_its_statements() {
        let file = "-- One; not two.\ncreate table a (b text default ';');\n\
                    create function f() returns int language plpgsql as $body$ begin return 1; end $body$;\n;\n";
        let found = statements(file).unwrap();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].ends_with("create table a (b text default ';')"), "{}", found[0]);
        assert!(found[1].contains("return 1; end"), "{}", found[1]);
        assert!(statements("select 'open").is_err());
    }

    #[test]
    fn a_text_stays_as_it_was_written() {
        let sql = "select E'a\\nb', 'it''s', \"Quoted\", $1, $$x;y$$, 1.5e3, '{}'::jsonb ->> 'k' /* why */";
        assert_eq!(statements(sql).unwrap(), [sql]);
    }

    #[test]
    fn what_citus_refuses_is_told() {
        let refused = [
            "alter table a add b int, add c int",
            "alter table a add column b int check (b > 0)",
            "alter table only a alter column b set statistics 500",
            "drop index a, b",
            "create table a (b int)",
            "create view v as select 1",
            "create function f() returns int language sql as $$ select 1 $$",
            "insert into a (k, v) values ($1, $2) on conflict (k) do update set v = excluded.v, at = now()",
            "update a set at = coalesce(at, now()) where id = $1",
            "update a set at = case when x then now() end",
            "insert into a (p) values ((select max(p) from a))",
            "insert into a (p) values ($1) returning p, exists (select from b) as told",
            "insert into a (id, p) select $1, (select max(p) from b)",
            "insert into a (id) select n.id from unnest($1) n (id) join ref.b on b.id = n.id",
            "insert into a (id) select n.id from c.f($1) n, (select id from b) d on conflict do nothing",
            "insert into a (id) select id from unnest($1) n (id) where not exists (select from a where a.id = n.id)",
            "with b as (select id from c) insert into a (id) select id from b",
            "with b as materialized (select id from c) insert into a (id) select b.id from b, c",
            "with n as (select nextval('a_numbers') as id from generate_series(1, 2)) select n.id from n",
            "update a set p = jsonb_set(p, '{n}', to_jsonb((select count(*) from b where b.a = a.id)))",
            "update a set key = concat_ws(' ', b.x, $1) from b where b.id = a.id",
            "update a set at = a.at + interval '1 day'",
            "delete from a where at - interval '1 day' > $1",
            "insert into a (k, at) values ($1, $2) on conflict (k) do update set at = excluded.at
             where a.at < $2 - interval '1 day'",
        ];
        for statement in refused {
            assert!(!refusals(statement).unwrap().is_empty(), "{statement}");
        }
    }

    #[test]
    fn what_citus_takes_is_not_told() {
        let taken = [
            "alter table a add column b numeric(10, 2) not null default 0",
            "create table a (id uuid primary key, b int check (b in (1, 2)))",
            "insert into a (k, v) values ($1, $2) on conflict (k) do update set v = excluded.v, at = excluded.at",
            "update a set at = now(), version = version + 1, x = coalesce(x, $2) where id = $1",
            "with b as materialized (select max(p) as p from c) insert into a (id, p) select $1, b.p from b",
            "with b (id) as materialized (select id from c), d as (select id from b)
             insert into a (id) select d.id from only_names($1) n, d on conflict (id) do update set x = 1, y = 2",
            "insert into a (id, at) select n.id, extract(epoch from n.at) from unnest($1, $2) n (id, at)
             on conflict (id) do update set at = excluded.at where a.at is distinct from excluded.at returning id",
            "insert into a (id) select nextval('a_numbers') from generate_series(1, $1)",
            "with n as (select 1), w as (insert into a (id) select id from b returning id) select id from w",
            "update a set at = $1 - interval '1 day', p = p || jsonb_build_object('at', $1::timestamptz)",
            "delete from a where at < now() - interval '1 day'",
            "select coalesce(at, now()), case when x then now() end from a where t < now()",
        ];
        for statement in taken {
            assert_eq!(refusals(statement).unwrap(), Vec::<&str>::new(), "{statement}");
        }
    }
}
