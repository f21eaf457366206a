//! Calls of a postal operator, through the guard of all connections to the outside. Outside of any transaction.

use std::time::Duration;

use anyhow::{Context, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use poem::http::header::{AUTHORIZATION, CONTENT_TYPE};
use poem::http::{HeaderMap, HeaderValue, Method};
use serde_json::{Value, json};

use super::correios;
use super::operators::OperatorRow;
use server_core::http::messages::MessageCode;
use server_core::outgoing::{Outgoing, OutgoingRequest, OutgoingUrl};
use server_core::process::{ProcessCx, ProcessError};

/// The limit of one call. An attempt has four at most: [`super::store::ASKING`] is longer.
const LONGEST: Duration = Duration::from_secs(30);
/// The most bytes that are read of an answer.
const MAX_ANSWER: usize = 1024 * 1024;
/// The most characters that are kept of it.
const MAX_KEPT: usize = 16 * 1024;

/// An operator that a process asks.
pub struct Connection<'a> {
    pub cx: &'a ProcessCx,
    pub operator: OperatorRow,
}

/// A request to a path below the address of the operator.
pub struct Question<'a> {
    pub method: Method,
    /// With its query.
    pub path: &'a str,
    pub form: Option<&'a Value>,
}

/// An answer, also one that says no.
#[derive(Debug)]
pub struct OperatorAnswer {
    pub status: u16,
    /// Null when it is no JSON.
    pub body: Value,
    /// The beginning, as it came.
    pub kept: String,
}

impl Connection<'_> {
    /// Asks with the pass that is kept, and once more with a new one if the operator wants that: it has done nothing then. An error
    /// means that nobody knows whether it was done.
    pub async fn ask(&self, question: &Question<'_>) -> Result<OperatorAnswer, ProcessError> {
        let app = self.cx.app();
        let token = match self.operator.open_token(&app.config.secret, &self.cx.tenant().id) {
            Some(token) => token,
            None => self.fetch_token().await?,
        };
        let answer = self.send(question, &format!("Bearer {token}")).await.map_err(ProcessError::retry)?;
        if !correios::wants_new_token(answer.status, &answer.body) {
            return Ok(answer);
        }
        let token = self.fetch_token().await?;
        let answer = self.send(question, &format!("Bearer {token}")).await.map_err(ProcessError::retry)?;
        match correios::wants_new_token(answer.status, &answer.body) {
            true => Err(ProcessError::retry(anyhow::anyhow!("{} takes no pass", self.operator.name))),
            false => Ok(answer),
        }
    }

    /// A new pass, which all workers use from then on.
    async fn fetch_token(&self) -> Result<String, ProcessError> {
        let app = self.cx.app();
        let Some(password) = self.operator.open_secret(&app.config.secret, &self.cx.tenant().id) else {
            return Err(ProcessError::fail(MessageCode::BagOperatorMissing));
        };
        let form = self.operator.card.as_ref().map(|card| json!({ "numero": card }));
        let path = if form.is_some() { correios::TOKEN_OF_CARD } else { correios::TOKEN };
        let question = Question { method: Method::POST, path, form: form.as_ref() };
        let pair = BASE64_STANDARD.encode(format!("{}:{password}", self.operator.user_name));
        let answer = self.send(&question, &format!("Basic {pair}")).await.map_err(ProcessError::retry)?;
        let token = read_token(&answer).map_err(ProcessError::retry)?;
        let mut tx = self.cx.begin().await?;
        self.operator.keep_token(&mut tx, &app.config.secret, &token).await?;
        tx.commit().await?;
        Ok(token)
    }

    async fn send(&self, question: &Question<'_>, pass: &str) -> anyhow::Result<OperatorAnswer> {
        let address = self.operator.address.trim_end_matches('/');
        let url =
            OutgoingUrl::parse(&format!("{address}/{}", question.path)).context("no address outside")?;
        let mut headers = HeaderMap::new();
        let mut value = HeaderValue::from_str(pass)?;
        value.set_sensitive(true);
        headers.insert(AUTHORIZATION, value);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let body = question.form.map(serde_json::to_vec).transpose()?.unwrap_or_default();
        let request = OutgoingRequest {
            method: question.method.clone(),
            url: &url,
            headers,
            body,
            longest: LONGEST,
            max_answer: MAX_ANSWER,
        };
        let answer = Outgoing::of(self.cx.app()).send(request).await?;
        let text = String::from_utf8_lossy(&answer.body);
        Ok(OperatorAnswer {
            status: answer.status.as_u16(),
            body: serde_json::from_slice(&answer.body).unwrap_or_default(),
            // A text of the database has no zero.
            kept: text.chars().filter(|letter| *letter != '\0').take(MAX_KEPT).collect(),
        })
    }
}

fn read_token(answer: &OperatorAnswer) -> anyhow::Result<String> {
    let token = answer.body["token"].as_str().filter(|token| !token.is_empty());
    ensure!((200..300).contains(&answer.status), "the pass is refused: {}", answer.status);
    token.map(str::to_owned).context("no pass in the answer")
}
