//! New clients: one of the form, or many of a file, by the same rules.

use std::collections::{HashMap, HashSet};

use tenancy::TenantTx;
use uuid::Uuid;

use super::api::CLIENTS;
use super::model::{ClientInput, ClientTerms};
use access::references;
use server_core::address::place::Place;
use server_core::audit::Actor;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use server_core::settings::Settings;

pub const NEXT_CODES: &str = "select 'C' || nextval('client_numbers') from generate_series(1, $1)";
pub const NEXT_SUITES: &str = "select nextval('client_suites')::text from generate_series(1, $1)";
pub const TAKEN_CODES: &str = "select code from clients where code = any($1)";
pub const TAKEN_SUITES: &str = "select suite_code from clients where suite_code = any($1)";
/// What clients have of the given documents, suites, codes, and e-mail addresses with names.
pub const TAKEN: &str = "
    select 'document' as what, document as value, '' as name from clients
    where document = any($1) and merged_into is null
    union all select 'suite_code', suite_code, '' from clients where suite_code = any($2)
    union all select 'code', code, '' from clients where code = any($3)
    union all select 'email', email, name from clients where email = any($4) and merged_into is null";

pub const BY_CODES: &str = "select code, id from clients where code = any($1) and merged_into is null";

/// The clients with these codes.
pub async fn find_by_codes(tx: &mut TenantTx, codes: &HashSet<&str>) -> ApiResult<HashMap<String, Uuid>> {
    let codes: Vec<&str> = codes.iter().copied().collect();
    let found: Vec<(String, Uuid)> = sqlx::query_as(BY_CODES).bind(codes).fetch_all(&mut **tx).await?;
    Ok(found.into_iter().collect())
}

/// Checks new clients by the rules of the form: each normalized, with its errors, in the given order.
pub async fn check(
    tx: &mut TenantTx,
    settings: &Settings,
    today: chrono::NaiveDate,
    clients: Vec<ClientInput>,
) -> ApiResult<Vec<(ClientInput, FieldErrors)>> {
    let places: Vec<(i16, Option<i32>)> =
        clients.iter().map(|client| (client.address.country_id, client.address.state_id)).collect();
    let known = Place::find_all(tx, &places).await?;
    let mut checked: Vec<(ClientInput, FieldErrors)> = clients
        .into_iter()
        .zip(&places)
        .map(|(client, place)| {
            let mut errors = FieldErrors::default();
            let client = client.normalize(known.get(place), today, &mut errors);
            (client, errors)
        })
        .collect();
    let mut of: Vec<(&ClientTerms, &mut FieldErrors)> =
        checked.iter_mut().map(|(client, errors)| (&client.terms, errors)).collect();
    check_terms(tx, settings, &mut of, None).await?;
    Ok(checked)
}

/// Reports what clients cannot have: an inactive group or service, an unknown language or currency. `before` has the terms
/// of the stored client, which it can keep.
pub async fn check_terms(
    tx: &mut TenantTx,
    settings: &Settings,
    clients: &mut [(&ClientTerms, &mut FieldErrors)],
    before: Option<&ClientTerms>,
) -> ApiResult<()> {
    let groups: HashSet<Uuid> = clients.iter().filter_map(|(terms, _)| terms.group_id).collect();
    let services: HashSet<Uuid> = clients.iter().filter_map(|(terms, _)| terms.default_service_id).collect();
    let currencies: HashSet<&str> =
        clients.iter().filter_map(|(terms, _)| terms.currency.as_deref()).collect();
    let mut groups = references::active(tx, references::CLIENT_GROUPS, &groups).await?;
    let mut services = references::active(tx, references::SERVICES, &services).await?;
    groups.extend(before.and_then(|terms| terms.group_id));
    services.extend(before.and_then(|terms| terms.default_service_id));
    let currencies = references::currencies(tx, &currencies).await?;
    for (terms, errors) in clients {
        if terms.group_id.is_some_and(|id| !groups.contains(&id)) {
            errors.push("group_id", MessageCode::UnknownOption);
        }
        if terms.default_service_id.is_some_and(|id| !services.contains(&id)) {
            errors.push("default_service_id", MessageCode::UnknownOption);
        }
        if terms.currency.as_ref().is_some_and(|currency| !currencies.contains(currency)) {
            errors.push("currency", MessageCode::UnknownOption);
        }
        if terms.language.is_some_and(|language| !settings.languages.contains(&language)) {
            errors.push("language", MessageCode::UnknownOption);
        }
    }
    Ok(())
}

/// Gives codes and suites to checked clients without them.
pub async fn number(tx: &mut TenantTx, clients: &mut [ClientInput]) -> sqlx::Result<()> {
    let lacking = clients.iter().filter(|client| client.code.is_none()).count();
    let mut codes = next(tx, NEXT_CODES, TAKEN_CODES, lacking).await?.into_iter();
    let lacking = clients.iter().filter(|client| client.suite_code.is_none()).count();
    let mut suites = next(tx, NEXT_SUITES, TAKEN_SUITES, lacking).await?.into_iter();
    for client in clients {
        client.code = client.code.take().or_else(|| codes.next());
        client.suite_code = client.suite_code.take().or_else(|| suites.next());
    }
    Ok(())
}

/// The next values that no client has: those that staff chose are passed over.
async fn next(
    tx: &mut TenantTx,
    next: &'static str,
    taken: &'static str,
    count: usize,
) -> sqlx::Result<Vec<String>> {
    let mut found: Vec<String> = Vec::with_capacity(count);
    while found.len() < count {
        let rest = i32::try_from(count - found.len()).unwrap_or(i32::MAX);
        let mut more: Vec<String> = sqlx::query_scalar(next).bind(rest).fetch_all(&mut **tx).await?;
        let taken: Vec<String> = sqlx::query_scalar(taken).bind(&more).fetch_all(&mut **tx).await?;
        more.retain(|value| !taken.contains(value));
        found.extend(more);
    }
    Ok(found)
}

/// Stores checked clients with an audit entry for each. Returns their ids.
pub async fn create(tx: &mut TenantTx, actor: Actor, mut clients: Vec<ClientInput>) -> ApiResult<Vec<Uuid>> {
    if clients.is_empty() {
        return Ok(Vec::new());
    }
    number(tx, &mut clients).await?;
    CLIENTS.create_many(tx, actor, &clients).await
}

/// Whether a new client of a file is there already.
#[derive(Debug, PartialEq, Eq)]
pub enum Presence {
    New,
    /// The same client exists: by its document, or else its suite, its code, or its e-mail address and name.
    There,
    /// Another client has the value of this field.
    Taken(&'static str),
}

/// What clients have that only one client can have.
#[derive(Default, Debug)]
pub struct UniqueClientValues {
    documents: HashSet<String>,
    suites: HashSet<String>,
    codes: HashSet<String>,
    people: HashSet<(String, String)>,
}

impl UniqueClientValues {
    pub async fn load<'a>(
        tx: &mut TenantTx,
        clients: impl Iterator<Item = &'a ClientInput> + Clone,
    ) -> sqlx::Result<Self> {
        let all = |of: fn(&ClientInput) -> Option<&str>| clients.clone().filter_map(of).collect::<Vec<_>>();
        let rows: Vec<(String, String, String)> = sqlx::query_as(TAKEN)
            .bind(all(|client| client.document.as_deref()))
            .bind(all(|client| client.suite_code.as_deref()))
            .bind(all(|client| client.code.as_deref()))
            .bind(all(|client| client.email.as_deref()))
            .fetch_all(&mut **tx)
            .await?;
        let mut taken = Self::default();
        for (what, value, name) in rows {
            match what.as_str() {
                "document" => taken.documents.insert(value),
                "suite_code" => taken.suites.insert(value),
                "code" => taken.codes.insert(value),
                _ => taken.people.insert((value, name)),
            };
        }
        Ok(taken)
    }

    /// Whether the client is there, by what is known so far.
    pub fn presence(&self, client: &ClientInput) -> Presence {
        let has = |known: &HashSet<String>, value: &Option<String>| {
            value.as_ref().is_some_and(|value| known.contains(value))
        };
        let (suite, code) = (has(&self.suites, &client.suite_code), has(&self.codes, &client.code));
        let person =
            || client.email.clone().is_some_and(|email| self.people.contains(&(email, client.name.clone())));
        let is_there = match client {
            ClientInput { document: Some(_), .. } => has(&self.documents, &client.document),
            ClientInput { suite_code: Some(_), .. } => suite,
            ClientInput { code: Some(_), .. } => code,
            _ => person(),
        };
        match (is_there, suite, code) {
            (true, ..) => Presence::There,
            (_, true, _) => Presence::Taken("suite_code"),
            (.., true) => Presence::Taken("code"),
            _ => Presence::New,
        }
    }

    /// Adds a new client: a later line with the same document is the same client.
    pub fn add(&mut self, client: &ClientInput) {
        self.documents.extend(client.document.clone());
        self.suites.extend(client.suite_code.clone());
        self.codes.extend(client.code.clone());
        self.people.extend(client.email.clone().map(|email| (email, client.name.clone())));
    }
}
