//! Calls of a server of Karrio, through the guard of all connections to the outside.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::{Value, json};

use super::{answers, forms};
use crate::handovers::HandoverKind;
use crate::server::{
    BoughtLabel, CarrierError, CarrierRates, CarrierResult, CarrierServer, Consignment, FollowedParcel,
    HandoverOrder, LabelFile, LabelOrder, MadeHandover,
};
use server_core::outgoing::{FailedCall, HostFailure, Outgoing, OutgoingRequest, OutgoingUrl};
use server_core::state::AppState;

/// The limit of one call. An attempt has three at most: [`crate::labels::ASKING`] is longer.
const LONGEST: Duration = Duration::from_secs(50);
/// Labels are in the answers.
const MAX_ANSWER: usize = 8 * 1024 * 1024;

/// Stays with what a call makes, and finds it again.
const REFERENCE: &str = "x-request-id";

/// A server of Karrio, and the carrier on it.
pub struct Karrio<'a> {
    pub app: &'a AppState,
    pub url: &'a str,
    /// Name of the carrier's connection there.
    pub account: &'a str,
    pub key: String,
}

/// A subscription that the server has made.
pub struct Subscription {
    pub id: String,
    pub secret: String,
}

/// An answer, also one that says no.
pub struct KarrioAnswer {
    pub status: u16,
    pub body: Value,
}

impl KarrioAnswer {
    /// The body of an answer that says yes.
    pub fn accept(self) -> CarrierResult<Value> {
        match self.status {
            200..300 => Ok(self.body),
            _ => Err(CarrierError::Refused(answers::read_reason(self.status, &self.body))),
        }
    }
}

impl Karrio<'_> {
    /// Whether it has an active carrier of this name.
    pub async fn has_account(&self) -> CarrierResult<bool> {
        let answer = self.call(Method::GET, "connections?limit=100", None).await?.accept()?;
        Ok(answers::has_account(&answer, self.account))
    }

    /// Makes it report what happens to parcels to this address.
    pub async fn subscribe(&self, address: &str) -> CarrierResult<Subscription> {
        let form = json!({
            "url": address, "description": "Remessa", "enabled_events": ["tracker_created", "tracker_updated"],
        });
        let answer = self.call(Method::POST, "webhooks", Some(&form)).await?.accept()?;
        let text = |name: &str| answer[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        let made = text("id").zip(text("secret")).map(|(id, secret)| Subscription { id, secret });
        made.ok_or(UNREADABLE)
    }

    pub async fn unsubscribe(&self, id: &str) -> CarrierResult<()> {
        if !is_segment(id) {
            return Ok(());
        }
        let answer = self.call(Method::DELETE, &format!("webhooks/{id}"), None).await?;
        if answer.status == 404 { Ok(()) } else { answer.accept().map(drop) }
    }

    /// The label of a purchase whose answer has none, because it got lost or the server is an older one.
    async fn fetch_label(&self, bought: BoughtLabel) -> CarrierResult<BoughtLabel> {
        if bought.file.is_some() || !is_segment(&bought.remote_id) {
            return Ok(bought);
        }
        let path = format!("shipments/{}/documents/label", bought.remote_id);
        let answer = self.call(Method::POST, &path, None).await?;
        let file: Option<LabelFile> = answers::read_document(&answer.body);
        Ok(BoughtLabel { file, ..bought })
    }

    /// An answer from 200 to 299, 404, or one that refuses what was sent; others are failures of the server.
    pub async fn call(
        &self,
        method: Method,
        path: &str,
        form: Option<&Value>,
    ) -> CarrierResult<KarrioAnswer> {
        self.call_as(None, method, path, form).await
    }

    /// The same under a reference, which the server keeps with what it makes.
    pub async fn call_as(
        &self,
        reference: Option<&str>,
        method: Method,
        path: &str,
        form: Option<&Value>,
    ) -> CarrierResult<KarrioAnswer> {
        let not_reached = FailedCall { failure: HostFailure::NotReached, status: None };
        let url = OutgoingUrl::parse(&format!("{}/v1/{path}", self.url));
        let url = url.ok_or(CarrierError::Failed(not_reached))?;
        let body = form.map(Value::to_string).unwrap_or_default().into_bytes();
        let headers = self.write_headers(reference);
        let request =
            OutgoingRequest { method, url: &url, headers, body, longest: LONGEST, max_answer: MAX_ANSWER };
        let sent = Outgoing::of(self.app).send(request).await;
        let answer = sent.map_err(|error| {
            // The reason is for the operator: a company could look around inside by it.
            tracing::info!(%error, "a server of carriers was not reached");
            CarrierError::Failed(not_reached)
        })?;
        judge(answer.status.as_u16(), &answer.body)
    }

    fn write_headers(&self, reference: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Ok(mut value) = HeaderValue::from_str(&format!("Token {}", self.key)) {
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        if let Some(value) = reference.and_then(|text| HeaderValue::from_str(text).ok()) {
            headers.insert(REFERENCE, value);
        }
        headers
    }
}

impl CarrierServer for Karrio<'_> {
    async fn fetch_rates(&self, consignment: &Consignment) -> CarrierResult<CarrierRates> {
        let form = forms::build_rate_request(consignment, self.account);
        let answer = self.call(Method::POST, "proxy/rates", Some(&form)).await?;
        // Carriers that refuse are told as notes beside the rates of others, and alone with a status of their own.
        match answer.status {
            424 => Ok(CarrierRates { rates: Vec::new(), notes: answers::list_notes(&answer.body) }),
            _ => Ok(answers::read_rates(&answer.accept()?)),
        }
    }

    async fn buy(&self, order: &LabelOrder) -> CarrierResult<BoughtLabel> {
        let form = forms::build_shipment(order, self.account);
        let answer = self.call(Method::POST, "shipments", Some(&form)).await?.accept()?;
        if let Some(reason) = answers::find_refusal(&answer) {
            return Err(CarrierError::Refused(reason));
        }
        let bought = answers::read_label(&answer).ok_or(UNREADABLE)?;
        self.fetch_label(bought).await
    }

    async fn find_bought(&self, reference: &str) -> CarrierResult<Option<BoughtLabel>> {
        let path = format!("shipments?order_id={reference}");
        let answer = self.call(Method::GET, &path, None).await?.accept()?;
        match answers::find_shipment(&answer, reference)? {
            Some(bought) => self.fetch_label(bought).await.map(Some),
            None => Ok(None),
        }
    }

    async fn cancel(&self, remote_id: &str) -> CarrierResult<()> {
        if !is_segment(remote_id) {
            return Err(UNREADABLE);
        }
        let answer = self.call(Method::POST, &format!("shipments/{remote_id}/cancel"), None).await?;
        // One that the server does not know costs nothing.
        if answer.status == 404 { Ok(()) } else { answer.accept().map(drop) }
    }

    async fn hand_over(&self, order: &HandoverOrder) -> CarrierResult<MadeHandover> {
        self.order_handover(order).await
    }

    async fn find_handover(
        &self,
        kind: HandoverKind,
        reference: &str,
    ) -> CarrierResult<Option<MadeHandover>> {
        self.look_for_handover(kind, reference).await
    }

    async fn cancel_pickup(&self, remote_id: &str) -> CarrierResult<()> {
        self.take_pickup_back(remote_id).await
    }

    async fn fetch_tracking(&self, parcel: &FollowedParcel<'_>) -> CarrierResult<Option<Value>> {
        let known = parcel.tracker_id.unwrap_or(parcel.tracking_number);
        if !is_segment(known) {
            return Ok(None);
        }
        let answer = self.call(Method::GET, &format!("trackers/{known}"), None).await?;
        if answer.status != 404 {
            return answer.accept().map(Some);
        }
        let Some(carrier_name) = parcel.carrier_name else { return Ok(None) };
        let form = json!({ "tracking_number": parcel.tracking_number, "carrier_name": carrier_name });
        let answer = self.call(Method::POST, "trackers?pending_pickup=true", Some(&form)).await?;
        answer.accept().map(Some)
    }
}

/// The meaning of a status. A key that is refused, a busy server and an answer that leads elsewhere have done nothing that
/// could be relied on.
fn judge(status: u16, body: &[u8]) -> CarrierResult<KarrioAnswer> {
    let failed =
        |failure| Err(CarrierError::Failed(FailedCall { failure, status: i16::try_from(status).ok() }));
    match status {
        401 | 403 => failed(HostFailure::KeyRefused),
        408 | 425 | 429 => failed(HostFailure::Failed),
        200..300 | 400..500 => match serde_json::from_slice(body) {
            Ok(body) => Ok(KarrioAnswer { status, body }),
            // Some answers to a deletion are empty, and those to unknown addresses a page.
            Err(_) if status == 204 || status == 404 => Ok(KarrioAnswer { status, body: Value::Null }),
            Err(_) => failed(HostFailure::Unreadable),
        },
        _ => failed(HostFailure::Failed),
    }
}

/// An answer that lacks the main thing.
pub const UNREADABLE: CarrierError =
    CarrierError::Failed(FailedCall { failure: HostFailure::Unreadable, status: None });

/// Whether a text of the server can stand in a path as it is.
pub fn is_segment(text: &str) -> bool {
    let is_plain =
        text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
    is_plain && !text.is_empty() && text != "." && text != ".."
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure_of(status: u16, body: &str) -> Option<HostFailure> {
        let found = judge(status, body.as_bytes()).err()?;
        found.find_failure().map(|failed| failed.failure)
    }

    #[test]
    fn only_an_answer_that_says_yes_or_no_is_one() {
        assert_eq!(failure_of(201, "{}"), None);
        assert_eq!(failure_of(424, "{\"messages\": []}"), None);
        assert_eq!(failure_of(404, "<html>"), None);
        assert_eq!(failure_of(200, "<html>"), Some(HostFailure::Unreadable));
        assert_eq!(failure_of(401, "{}"), Some(HostFailure::KeyRefused));
        for busy in [302, 429, 500, 503] {
            assert_eq!(failure_of(busy, "{}"), Some(HostFailure::Failed), "{busy}");
        }
    }

    #[test]
    fn a_number_with_a_slash_is_not_put_into_a_path() {
        assert!(is_segment("1Z999AA10123456784") && is_segment("trk_0a1b"));
        for odd in ["", ".", "..", "a/b", "a b", "a?b", "é"] {
            assert!(!is_segment(odd), "{odd}");
        }
    }
}
