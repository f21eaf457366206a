//! The meaning of an answer of the company's own host, to which orders are forwarded. Pure.

use reqwest::StatusCode;

use super::body::is_json;
use server_core::outgoing::{FailedCall, HostFailure};

/// Most bytes of an answer.
pub const MAX_ANSWER: usize = 1024 * 1024;

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// The host took it.
    Taken { status: u16, body: Vec<u8> },
    /// It does not take this order: the same again has the same answer.
    NotTaken { status: u16 },
    /// Nobody knows, or another time may be better: the same call can be made again.
    Failed(FailedCall),
}

/// The meaning of a status and a body, which is cut one byte above [`MAX_ANSWER`]; none if the host did not answer.
pub fn judge_answer(answer: Option<(StatusCode, Vec<u8>)>) -> CallOutcome {
    let Some((status, body)) = answer else {
        return CallOutcome::Failed(FailedCall { failure: HostFailure::NotReached, status: None });
    };
    let code = status.as_u16();
    let failed = |failure| CallOutcome::Failed(FailedCall { failure, status: i16::try_from(code).ok() });
    match status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => failed(HostFailure::KeyRefused),
        StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY | StatusCode::TOO_MANY_REQUESTS => {
            failed(HostFailure::Failed)
        }
        _ if status.is_client_error() => CallOutcome::NotTaken { status: code },
        _ if !status.is_success() => failed(HostFailure::Failed),
        _ if body.len() > MAX_ANSWER || !(body.is_empty() || is_json(&body)) => {
            failed(HostFailure::Unreadable)
        }
        _ => CallOutcome::Taken { status: code, body },
    }
}

impl CallOutcome {
    /// The failure for the health of the host. An order that it does not take is none.
    pub const fn find_failure(&self) -> Option<FailedCall> {
        match self {
            Self::Failed(failed) => Some(*failed),
            Self::Taken { .. } | Self::NotTaken { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(status: u16, body: &str) -> CallOutcome {
        judge_answer(Some((StatusCode::from_u16(status).unwrap(), body.into())))
    }

    #[test]
    fn an_answer_is_taken_only_as_json() {
        assert_eq!(judge(201, "{\"id\":7}"), CallOutcome::Taken { status: 201, body: "{\"id\":7}".into() });
        assert_eq!(judge(204, ""), CallOutcome::Taken { status: 204, body: vec![] });
        for wrong in ["<html>", "{", "\u{1}"] {
            assert_eq!(judge(200, wrong).find_failure().unwrap().failure, HostFailure::Unreadable, "{wrong}");
        }
        let long = format!("\"{}\"", "a".repeat(MAX_ANSWER));
        assert_eq!(judge(200, &long).find_failure().unwrap().failure, HostFailure::Unreadable);
    }

    #[test]
    fn a_refusal_is_an_answer_and_a_failure_is_none() {
        for status in [400, 404, 409, 410, 422] {
            assert_eq!(judge(status, "no"), CallOutcome::NotTaken { status });
        }
        for (status, failure) in [
            (401, HostFailure::KeyRefused),
            (403, HostFailure::KeyRefused),
            (408, HostFailure::Failed),
            (429, HostFailure::Failed),
            (302, HostFailure::Failed),
            (500, HostFailure::Failed),
            (503, HostFailure::Failed),
        ] {
            let failed = judge(status, "").find_failure().unwrap();
            assert_eq!((failed.failure, failed.status), (failure, i16::try_from(status).ok()));
        }
        assert_eq!(judge_answer(None).find_failure().unwrap().status, None);
    }
}
