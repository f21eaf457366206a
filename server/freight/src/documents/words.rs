//! Words for the values of a shipment.

use crate::shipments::fields::{ContentsType, NonDelivery};
use paper::captions::{label, order};
use server_core::http::messages::Language;

pub const fn contents(kind: ContentsType, language: Language) -> &'static str {
    let words = match kind {
        ContentsType::Documents => order::DOCUMENTS,
        ContentsType::Gift => order::GIFT,
        ContentsType::Sample => order::SAMPLE,
        ContentsType::Merchandise => order::MERCHANDISE,
        ContentsType::Return => order::RETURN,
        ContentsType::Medicine => order::MEDICINE,
        ContentsType::Other => order::OTHER,
    };
    words.in_language(language)
}

pub const fn undeliverable(instruction: NonDelivery, language: Language) -> &'static str {
    let words = match instruction {
        NonDelivery::Return => label::RETURN_TO_SENDER,
        NonDelivery::Abandon => label::ABANDON,
        NonDelivery::Redirect => label::REDIRECT,
    };
    words.in_language(language)
}
