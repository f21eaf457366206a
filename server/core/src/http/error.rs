//! The error type of the API, its body, and its conversion into an answer.

use std::collections::BTreeMap;

use poem::http::StatusCode;
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ToJSON, Type};
use poem_openapi::{ApiResponse, Object};
use serde_json::Value;
use tenancy::TenancyError;

use super::messages::{Language, MessageCode, Params};

pub type ApiResult<T> = Result<T, ApiError>;

/// A problem with a field.
#[derive(Debug, Clone, Object)]
pub struct FieldProblem {
    /// Stable message code from `message-codes.json`.
    pub code: String,
    /// Parameters of the message, e.g. `{"max": 30}`.
    pub params: Value,
    /// The message in the language of the request.
    pub message: String,
}

/// The body of every error answer.
#[derive(Debug, Clone, Object)]
pub struct Problem {
    /// The message in the language of the request.
    pub message: String,
    /// Stable message code from `message-codes.json`.
    pub message_code: String,
    /// Parameters of the message.
    pub params: Value,
    /// Additional facts, to be shown separated by commas.
    pub details: Vec<String>,
    /// Problems by field. Nested fields use dots: `items.0.quantity`.
    pub errors: BTreeMap<String, Vec<FieldProblem>>,
    /// Id of the request in the server's log.
    pub request_id: String,
}

/// Problems by field, collected so that all are reported at once.
#[derive(Debug, Default)]
pub struct FieldErrors(BTreeMap<String, Vec<(MessageCode, Params)>>);

impl FieldErrors {
    pub fn push(&mut self, field: impl Into<String>, code: MessageCode) {
        self.push_with(field, code, Params::new());
    }

    pub fn push_with(&mut self, field: impl Into<String>, code: MessageCode, params: Params) {
        self.0.entry(field.into()).or_default().push((code, params));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn contains(&self, field: &str) -> bool {
        self.0.contains_key(field)
    }

    /// Each problem with its field.
    pub fn into_problems(self) -> impl Iterator<Item = (String, MessageCode, Params)> {
        self.0.into_iter().flat_map(|(field, list)| {
            list.into_iter().map(move |(code, params)| (field.clone(), code, params))
        })
    }

    fn has(&self, code: MessageCode) -> bool {
        self.0.values().flatten().any(|(known, _)| *known == code)
    }

    /// `Ok` without problems, otherwise a 422 with all of them.
    pub fn into_result(self) -> ApiResult<()> {
        if self.is_empty() { Ok(()) } else { Err(ApiError::invalid(self)) }
    }

    fn into_wire(self, language: Language) -> BTreeMap<String, Vec<FieldProblem>> {
        let problem = |code: MessageCode, params: &Params| FieldProblem {
            code: code.as_str().to_owned(),
            message: code.text(language, params),
            params: serde_json::to_value(params).unwrap_or_default(),
        };
        let of_field = |list: &[(MessageCode, Params)]| {
            list.iter().map(|(code, params)| problem(*code, params)).collect()
        };
        self.0.into_iter().map(|(field, list)| (field, of_field(&list))).collect()
    }
}

/// An error answer. Created only by the constructors below.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: MessageCode,
    params: Params,
    details: Vec<String>,
    errors: FieldErrors,
    retry_after_s: Option<u64>,
    cause: Option<anyhow::Error>,
    /// The account that was tried, for the security log. It is never sent.
    account: Option<Box<str>>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: MessageCode) -> Self {
        Self {
            status,
            code,
            params: Params::new(),
            details: Vec::new(),
            errors: FieldErrors::default(),
            retry_after_s: None,
            cause: None,
            account: None,
        }
    }

    /// 422: the input is not valid; each problem is reported at its field.
    pub fn invalid(errors: FieldErrors) -> Self {
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, MessageCode::ValidationFailed) }
    }

    /// 422 with one problem at one field.
    pub fn invalid_field(field: &str, code: MessageCode) -> Self {
        let mut errors = FieldErrors::default();
        errors.push(field, code);
        Self::invalid(errors)
    }

    /// 409 with the problem at one field.
    pub fn refused_field(field: &str, code: MessageCode, params: Params) -> Self {
        let mut errors = FieldErrors::default();
        errors.push_with(field, code, params.clone());
        Self { errors, ..Self::refused(code).with_params(params) }
    }

    /// 401: nobody is signed in.
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, MessageCode::Unauthenticated)
    }

    /// 403: this user may not do this.
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, MessageCode::Forbidden)
    }

    /// 404: the record does not exist, or the user may not know of it.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, MessageCode::NotFound)
    }

    /// 409: the state of the record does not allow it.
    pub fn refused(code: MessageCode) -> Self {
        Self::new(StatusCode::CONFLICT, code)
    }

    /// 429 or 503: try again after `after_s` seconds.
    pub fn retry(status: StatusCode, code: MessageCode, after_s: u64) -> Self {
        Self { retry_after_s: Some(after_s), ..Self::new(status, code) }
    }

    /// 500: a bug or an outage. The cause is logged once and never sent.
    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..Self::new(StatusCode::INTERNAL_SERVER_ERROR, MessageCode::Internal)
        }
    }

    #[must_use]
    pub fn with_params(mut self, params: Params) -> Self {
        self.params = params;
        self
    }

    /// Adds problems at fields.
    #[must_use]
    pub fn with_errors(mut self, errors: FieldErrors) -> Self {
        self.errors = errors;
        self
    }

    #[must_use]
    pub fn with_details(mut self, details: Vec<String>) -> Self {
        self.details = details;
        self
    }

    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// After how many seconds it is worth trying again.
    pub const fn retry_after_s(&self) -> Option<u64> {
        self.retry_after_s
    }

    /// Names the account that was tried, for a pseudonym in the security log.
    #[must_use]
    pub fn about_account(self, account: &str) -> Self {
        Self { account: Some(account.into()), ..self }
    }

    pub(super) fn account(&self) -> Option<&str> {
        self.account.as_deref()
    }

    pub fn cause(&self) -> Option<&anyhow::Error> {
        self.cause.as_ref()
    }

    /// The connection was lost during the commit: what was to be written may stand.
    pub fn is_outcome_unknown(&self) -> bool {
        let cause = self.cause.as_ref().and_then(|cause| cause.downcast_ref::<TenancyError>());
        matches!(cause, Some(TenancyError::OutcomeUnknown))
    }

    /// The database ended the transaction for the sake of another one; nothing of it stands.
    pub fn is_conflict(&self) -> bool {
        self.cause.as_ref().and_then(|cause| cause.downcast_ref::<sqlx::Error>()).is_some_and(is_conflict)
    }

    pub fn code(&self) -> MessageCode {
        self.code
    }

    /// True when the error has this code, or one of its fields does.
    pub fn has(&self, code: MessageCode) -> bool {
        self.code == code || self.errors.has(code)
    }

    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Each problem with its field.
    pub fn list_problems(&self) -> Vec<(&str, MessageCode)> {
        let mut problems = Vec::new();
        for (field, list) in &self.errors.0 {
            problems.extend(list.iter().map(|(code, _)| (field.as_str(), *code)));
        }
        problems
    }

    /// The answer in a language. Only the outermost layer calls this.
    pub fn render(self, language: Language, request_id: &str) -> Response {
        let body = Problem {
            message: self.code.text(language, &self.params),
            message_code: self.code.as_str().to_owned(),
            params: serde_json::to_value(&self.params).unwrap_or_default(),
            details: self.details,
            errors: self.errors.into_wire(language),
            request_id: request_id.to_owned(),
        };
        let mut response = poem::web::Json(body.to_json()).into_response();
        response.set_status(self.status);
        if let Some(seconds) = self.retry_after_s {
            response.headers_mut().insert("retry-after", seconds.into());
        }
        response
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.status.as_u16(), self.code.as_str())
    }
}

impl std::error::Error for ApiError {}

impl poem::error::ResponseError for ApiError {
    fn status(&self) -> StatusCode {
        self.status
    }
}

const STATUSES: &[(u16, &str)] = &[
    (400, "The request is malformed."),
    (401, "Nobody is signed in."),
    (403, "The user may not do this, or the request lacks a valid CSRF token or header."),
    (404, "The host, path or record does not exist, or the user has no access to it."),
    (409, "The record's state does not allow it, or it has changed since (`stale_version`)."),
    (422, "The input is not valid; `errors` has the reason for each field."),
    (429, "Too many requests; `Retry-After` says when to try again."),
    (503, "The tenant is suspended or migrating, or the database is not reachable; see `Retry-After`."),
];

impl ApiResponse for ApiError {
    fn meta() -> MetaResponses {
        let response = |status: u16, description: &'static str| MetaResponse {
            description,
            status: Some(status),
            status_range: None,
            content: vec![MetaMediaType { content_type: "application/json", schema: Problem::schema_ref() }],
            headers: vec![],
        };
        MetaResponses { responses: STATUSES.iter().map(|&(status, text)| response(status, text)).collect() }
    }

    fn register(registry: &mut Registry) {
        Problem::register(registry);
    }
}

impl From<TenancyError> for ApiError {
    fn from(error: TenancyError) -> Self {
        match error {
            TenancyError::Suspended => {
                Self::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::TenantSuspended, 300)
            }
            TenancyError::Behind => {
                Self::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::TenantMigrating, 10)
            }
            TenancyError::Busy => Self::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Busy, 1),
            TenancyError::Sql(error) => error.into(),
            other => Self {
                cause: Some(other.into()),
                ..Self::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Unavailable, 2)
            },
        }
    }
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        if is_connection_loss(&error) {
            let cause = Some(error.into());
            return Self {
                cause,
                ..Self::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Unavailable, 2)
            };
        }
        if is_conflict(&error) {
            let cause = Some(error.into());
            return Self { cause, ..Self::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Busy, 1) };
        }
        if is_unstorable(&error) {
            let cause = Some(error.into());
            return Self { cause, ..Self::new(StatusCode::BAD_REQUEST, MessageCode::MalformedRequest) };
        }
        Self::internal(error)
    }
}

/// A text with a character that no text of the database has. The checks of requests name its field; this is for texts that
/// come another way, such as the name of a file.
fn is_unstorable(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| code == "22021" || code == "22P05")
}

/// A deadlock, or a serialization failure.
fn is_conflict(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| code == "40P01" || code == "40001")
}

/// True when the connection to the database was lost or refused: a temporary failure, not a fault of the request.
fn is_connection_loss(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
        sqlx::Error::Database(db) => db.code().is_some_and(|code| {
            code.starts_with("08") || code.starts_with("57P") || code.starts_with("53") || code == "57014"
        }),
        _ => false,
    }
}

/// Turns the violation of a named constraint into a problem at a field.
pub trait OnConstraint<T> {
    fn on_constraint(self, constraint: &str, field: &str, code: MessageCode) -> ApiResult<T>;
}

impl<T> OnConstraint<T> for Result<T, sqlx::Error> {
    fn on_constraint(self, constraint: &str, field: &str, code: MessageCode) -> ApiResult<T> {
        self.map_err(|error| {
            if tenancy::breaks_constraint(&error, constraint) {
                ApiError::invalid_field(field, code)
            } else {
                error.into()
            }
        })
    }
}
