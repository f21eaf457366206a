//! The result of one shipment in a call for many.

use std::collections::HashMap;

use poem_openapi::Object;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::http::messages::{Language, MessageCode, Params};

/// Result of a call for many for one shipment.
#[derive(Object, Debug, Clone)]
pub struct ShipmentResult {
    pub id: Uuid,
    /// Null for an unknown shipment.
    pub tracking_code: Option<String>,
    /// True when the call changed it; false when it was refused, or had the wanted state already.
    pub done: bool,
    /// It had the wanted state already; nothing was changed.
    pub unchanged: bool,
    /// The recorded event, to undo it.
    pub event_id: Option<Uuid>,
    /// Why it was not done, from `message-codes.json`; null if it was.
    pub message_code: Option<String>,
    /// The message in the language of the request.
    pub message: Option<String>,
    /// Values of the message, e.g. the `missing` fields.
    pub params: Option<serde_json::Value>,
}

impl ShipmentResult {
    pub fn with_event(id: Uuid, tracking_code: String, event_id: Option<Uuid>) -> Self {
        Self { done: true, unchanged: false, event_id, ..Self::without_change(id, tracking_code) }
    }

    /// The result of one shipment, or of its refusal. A failure of the server fails the call, which can be repeated.
    pub fn of(id: Uuid, result: ApiResult<Self>, language: Language) -> ApiResult<Self> {
        match result {
            Err(error) if error.status().is_client_error() => {
                Ok(Self::with_refusal(id, None, error.code(), error.params(), language))
            }
            other => other,
        }
    }

    pub fn without_change(id: Uuid, tracking_code: String) -> Self {
        Self {
            id,
            tracking_code: Some(tracking_code),
            done: false,
            unchanged: true,
            event_id: None,
            message_code: None,
            message: None,
            params: None,
        }
    }

    pub fn with_refusal(
        id: Uuid,
        tracking_code: Option<String>,
        code: MessageCode,
        params: &Params,
        language: Language,
    ) -> Self {
        Self {
            id,
            tracking_code,
            done: false,
            unchanged: false,
            event_id: None,
            message_code: Some(code.as_str().to_owned()),
            message: Some(code.text(language, params)),
            params: serde_json::to_value(params).ok().filter(|_| !params.is_empty()),
        }
    }
}

/// The results in the order of the ids. Those without a result are unknown.
pub fn in_order(ids: &[Uuid], results: Vec<ShipmentResult>, language: Language) -> Vec<ShipmentResult> {
    let mut by_id: HashMap<Uuid, ShipmentResult> =
        results.into_iter().map(|result| (result.id, result)).collect();
    let unknown =
        |id| ShipmentResult::with_refusal(id, None, MessageCode::NotFound, &Params::new(), language);
    ids.iter().map(|id| by_id.remove(id).unwrap_or_else(|| unknown(*id))).collect()
}
