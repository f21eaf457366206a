//! Creates the clients of checked lines, by the rules of the client's form.

use std::sync::Mutex;

use tenancy::TenantTx;
use uuid::Uuid;

use super::super::directory::Words;
use super::super::field::Field;
use super::super::group::RefusedLine;
use super::super::input::{document_type, person_type};
use super::super::lines::StagedLine;
use super::super::mapping::Plan;
use super::super::parse::Line;
use super::super::problem::{Code, LineProblem};
use super::super::value::{Value, Values};
use super::validate::to_i32;
use super::work::StepResult;
use integrations::webhooks::tell_clients;
use parties::clients::bulk::{self, Presence};
use parties::clients::model::{ClientInput, ClientTerms, KycStatus};
use parties::clients::news::ClientsChanged;
use server_core::address::Address;
use server_core::audit::Actor;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::settings::Settings;
use sheets::{Cells, Row};
use trade::party::{DocumentType, PersonType};

/// The meaning of a file of clients, and the import that they come from.
pub struct Clients {
    pub plan: Plan,
    pub words: Words,
    pub settings: Settings,
    pub actor: Actor,
    /// Counts only.
    pub is_dry: bool,
    /// In a dry run, the clients of earlier steps, which are not stored.
    pub planned: Mutex<bulk::UniqueClientValues>,
}

/// A line that was read, with the errors of its client.
struct CheckedLine {
    key: String,
    line: Line,
    client: ClientInput,
}

impl Clients {
    pub async fn take(&self, tx: &mut TenantTx, staged: Vec<StagedLine>) -> ApiResult<StepResult> {
        let checked = self.check_lines(tx, staged).await?;
        let whole = || checked.iter().filter(|one| one.line.problems.is_empty()).map(|one| &one.client);
        let mut known = bulk::UniqueClientValues::load(tx, whole()).await?;
        let mut taken = StepResult::default();
        let mut new = Vec::new();
        for CheckedLine { key, mut line, client } in checked {
            if line.problems.is_empty() {
                match self.presence(&known, &client) {
                    Presence::There => {
                        taken.counts.existing_lines += 1;
                        continue;
                    }
                    Presence::Taken(field) => {
                        let problem = self.problem(field, MessageCode::Taken, &Params::new(), &line);
                        line.problems.push(problem);
                    }
                    Presence::New => {}
                }
            }
            if line.problems.is_empty() {
                known.add(&client);
                new.push(client);
            } else {
                let refused = RefusedLine { line: line.row.line, problems: line.problems };
                taken.refused.push((key, refused));
            }
        }
        taken.counts.taken_lines = to_i32(new.len());
        taken.counts.refused_lines = to_i32(taken.refused.len());
        self.store(tx, new).await?;
        Ok(taken)
    }

    fn presence(&self, known: &bulk::UniqueClientValues, client: &ClientInput) -> Presence {
        match known.presence(client) {
            Presence::New => self.planned.lock().map_or(Presence::New, |planned| planned.presence(client)),
            found => found,
        }
    }

    async fn store(&self, tx: &mut TenantTx, new: Vec<ClientInput>) -> ApiResult<()> {
        if !self.is_dry {
            let ids = bulk::create(tx, self.actor.clone(), new).await?;
            return tell_clients(tx, ClientsChanged { at: self.actor.at, ids, is_new: true }).await;
        }
        if let Ok(mut planned) = self.planned.lock() {
            new.iter().for_each(|client| planned.add(client));
        }
        Ok(())
    }

    /// The lines with all their problems: unreadable cells, and what the form refuses.
    async fn check_lines(&self, tx: &mut TenantTx, staged: Vec<StagedLine>) -> ApiResult<Vec<CheckedLine>> {
        let (lines, inputs): (Vec<(String, Line)>, Vec<ClientInput>) = staged
            .into_iter()
            .map(|staged| {
                let row = Row::new(staged.line.unsigned_abs(), Cells::from(staged.cells));
                let line = self.plan.line(row, &self.words);
                let input = input(&line.values);
                ((staged.group_key, line), input)
            })
            .unzip();
        let today = self.settings.today(self.actor.at);
        let checked = bulk::check(tx, &self.settings, today, inputs).await?;
        let checked_lines = lines.into_iter().zip(checked).map(|((key, mut line), (client, errors))| {
            self.tell(errors, &mut line);
            CheckedLine { key, line, client }
        });
        Ok(checked_lines.collect())
    }

    /// Adds what the form refuses. A cell that could not be read has its reason already.
    fn tell(&self, errors: FieldErrors, line: &mut Line) {
        for (path, code, params) in errors.into_problems() {
            let problem = self.problem(&path, code, &params, line);
            if !line.problems.iter().any(|known| known.field == problem.field) {
                line.problems.push(problem);
            }
        }
    }

    fn problem(&self, path: &str, code: MessageCode, params: &Params, line: &Line) -> LineProblem {
        let Some(field) = field_at(path) else { return LineProblem::of_line(code_of(code)) };
        let is_blank = line.values.get(field).is_none();
        // A blank country is no country at all in the form.
        let code =
            if is_blank && code == MessageCode::UnknownCountry { Code::Required } else { code_of(code) };
        let mut problem = self.plan.problem(code, field, line);
        if let Some(min) = params.get("min").and_then(serde_json::Value::as_i64) {
            problem = problem.with("min", &min);
        }
        problem
    }
}

/// The field of a column for a field of the form.
fn field_at(path: &str) -> Option<Field> {
    let wire = format!("client_{}", path.strip_suffix("_id").unwrap_or(path));
    Field::ALL.iter().copied().find(|field| field.wire() == wire)
}

/// The reason for what the form refuses.
fn code_of(code: MessageCode) -> Code {
    match code {
        MessageCode::Required => Code::Required,
        MessageCode::InvalidEmail => Code::InvalidEmail,
        MessageCode::InvalidPhone => Code::InvalidPhone,
        MessageCode::InvalidPostcode => Code::InvalidPostcode,
        MessageCode::InvalidCpf => Code::InvalidCpf,
        MessageCode::InvalidCnpj => Code::InvalidCnpj,
        MessageCode::UnknownCountry => Code::UnknownCountry,
        MessageCode::UnknownState => Code::UnknownState,
        MessageCode::TooYoung => Code::TooYoung,
        MessageCode::Taken => Code::Taken,
        _ => Code::Invalid,
    }
}

/// The client's form with the values of a line. The credit is not part of it.
fn input(values: &Values) -> ClientInput {
    let text = |field| values.text(field).map(str::to_owned);
    ClientInput {
        code: text(Field::ClientCode),
        person_type: kind_of_person(values),
        name: text(Field::ClientName).unwrap_or_default(),
        trading_name: text(Field::ClientTradingName),
        responsible: text(Field::ClientResponsible),
        document_type: document_type(values, Field::ClientDocumentType, Field::ClientDocument)
            .unwrap_or(DocumentType::TaxId),
        document: text(Field::ClientDocument),
        ie: text(Field::ClientIe),
        birthday: values.get(Field::ClientBirthday).and_then(Value::as_day),
        email: text(Field::ClientEmail),
        phone: text(Field::ClientPhone),
        emails: Vec::new(),
        phones: Vec::new(),
        terms: terms(values),
        suite_code: text(Field::ClientSuiteCode),
        notes: text(Field::ClientNotes),
        address: address(values),
    }
}

fn terms(values: &Values) -> ClientTerms {
    let id = |field| -> Option<Uuid> { values.get(field).and_then(Value::as_uuid) };
    let days = values.whole(Field::ClientPaymentTermsDays);
    ClientTerms {
        group_id: id(Field::ClientGroup),
        language: values.text(Field::ClientLanguage).and_then(Language::nearest),
        currency: values.text(Field::ClientCurrency).map(str::to_owned),
        payment_terms_days: days.and_then(|days| i16::try_from(days).ok()),
        min_remaining_days: None,
        default_service_id: id(Field::ClientDefaultService),
        tags: Vec::new(),
        kyc_status: KycStatus::default(),
    }
}

fn address(values: &Values) -> Address {
    let text = |field| values.text(field).map(str::to_owned);
    Address {
        country_id: country(values).unwrap_or_default(),
        postcode: text(Field::ClientPostcode),
        address_1: text(Field::ClientAddress1),
        address_2: text(Field::ClientAddress2),
        address_number: text(Field::ClientAddressNumber),
        address_complement: text(Field::ClientAddressComplement),
        state_id: values.whole(Field::ClientState),
        city: text(Field::ClientCity).unwrap_or_default(),
    }
}

fn country(values: &Values) -> Option<i16> {
    values.whole(Field::ClientCountry).and_then(|id| i16::try_from(id).ok())
}

/// As the file says or its document shows. Only a company has a trading name.
fn kind_of_person(values: &Values) -> PersonType {
    let has = |field| values.get(field).is_some();
    let is_company = !has(Field::ClientPersonType)
        && (has(Field::ClientTradingName) || has(Field::ClientIe) || has(Field::ClientResponsible));
    match person_type(values, Field::ClientPersonType, Field::ClientDocument, country(values)) {
        PersonType::Person if is_company && !has(Field::ClientDocument) => PersonType::Company,
        person_type => person_type,
    }
}
