//! Break-bag: where a waybill arrives, its bags are unpacked, and what is found is compared with what was expected.

pub mod comparison;
