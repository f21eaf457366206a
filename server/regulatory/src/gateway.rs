//! The connection to the health authority: files petitions and asks for decisions. One more connection is one more
//! variant of [`RegulatoryGateway`] and one more module like [`simulated`].

use std::time::Duration;

use chrono::{Datelike, NaiveDate};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use trade::regulatory_gateway::RegulatoryGateway;

/// A petition as the connections send it.
#[derive(Clone, Debug)]
pub struct Petition {
    pub request_id: Uuid,
    pub attempt: i32,
    pub product: String,
    /// Null until it is filed.
    pub protocol_no: Option<String>,
    /// Whether the company has answered a demand in this attempt.
    pub is_answered: bool,
    pub today: NaiveDate,
}

impl Petition {
    /// The same for each try of an attempt: the authority files a petition with a known key once only.
    pub fn idempotency_key(&self) -> String {
        format!("{}/{}", self.request_id.simple(), self.attempt)
    }
}

/// The authority's answer to the question for its decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    NotYet,
    /// It asks for more, until this day.
    Demand(String, NaiveDate),
    Approved,
    Refused(String),
}

/// The reason for no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GatewayError {
    /// The authority does not respond: try again later.
    Unavailable(String),
    /// The authority does not accept the petition as it is.
    Rejected(String),
}

/// Files a petition and returns its protocol number. A second call for the same attempt returns the same number.
pub async fn file(gateway: RegulatoryGateway, petition: &Petition) -> Result<String, GatewayError> {
    match gateway {
        RegulatoryGateway::Manual => Err(GatewayError::Unavailable(String::new())),
        RegulatoryGateway::Simulated => simulated::file(petition),
    }
}

/// Asks for the decision about a filed petition.
pub async fn decision(gateway: RegulatoryGateway, petition: &Petition) -> Result<Decision, GatewayError> {
    match gateway {
        RegulatoryGateway::Manual => Err(GatewayError::Unavailable(String::new())),
        RegulatoryGateway::Simulated => simulated::decision(petition),
    }
}

/// Tries of one call before it counts as failed.
const TRIES: u32 = 5;
/// The wait after the first failed try. It is four times as long after each further one.
const FIRST_PAUSE: Duration = Duration::from_mins(1);
/// The wait between two questions for a decision.
pub const DECISION_PAUSE: Duration = Duration::from_mins(15);

/// The wait after this number of failed tries; none when it was the last try.
pub fn pause_after(failures: u32) -> Option<Duration> {
    (failures < TRIES).then(|| FIRST_PAUSE * 4_u32.pow(failures.saturating_sub(1)))
}

/// Words in the name of the product choose the answer; everything else is approved at once.
mod simulated {
    use super::{Datelike, Decision, Digest, GatewayError, Petition, Sha256};

    pub fn file(petition: &Petition) -> Result<String, GatewayError> {
        if petition.product.contains("[unavailable]") {
            return Err(GatewayError::Unavailable("The simulated authority does not respond.".to_owned()));
        }
        if petition.product.contains("[invalid]") {
            return Err(GatewayError::Rejected("The subject code does not fit the product.".to_owned()));
        }
        let hash = Sha256::digest(petition.idempotency_key());
        let number = u32::from_be_bytes([0, hash[0], hash[1], hash[2]]) % 1_000_000;
        Ok(format!("25351.{number:06}/{}-{:02}", petition.today.year(), hash[3] % 100))
    }

    pub fn decision(petition: &Petition) -> Result<Decision, GatewayError> {
        let has = |word| petition.product.contains(word);
        if petition.protocol_no.is_none() {
            return Err(GatewayError::Rejected("There is no petition with this number.".to_owned()));
        }
        Ok(if has("[undecided]") {
            Decision::NotYet
        } else if has("[refused]") {
            Decision::Refused("The product is not allowed for personal use.".to_owned())
        } else if has("[demand]") && !petition.is_answered {
            let text = "Send the medical report with the period of the treatment.".to_owned();
            Decision::Demand(text, petition.today + chrono::Days::new(30))
        } else {
            Decision::Approved
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn petition(attempt: i32) -> Petition {
        Petition {
            request_id: Uuid::nil(),
            attempt,
            product: "Creme Solar".to_owned(),
            protocol_no: None,
            is_answered: false,
            today: NaiveDate::from_ymd_opt(2026, 11, 26).unwrap(),
        }
    }

    #[tokio::test]
    async fn the_same_attempt_is_filed_once() {
        let file = async |attempt| file(RegulatoryGateway::Simulated, &petition(attempt)).await.unwrap();
        assert_eq!(file(1).await, file(1).await);
        assert_ne!(file(1).await, file(2).await);
        assert!(file(1).await.starts_with("25351."));
    }

    #[test]
    fn pauses_grow_until_the_fifth_try() {
        let minutes: Vec<_> =
            (1..=5).map(|failures| pause_after(failures).map(|pause| pause.as_secs() / 60)).collect();
        assert_eq!(minutes, [Some(1), Some(4), Some(16), Some(64), None]);
    }
}
