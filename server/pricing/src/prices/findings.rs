//! Findings of the check before a version is published, on the wire.

use poem_openapi::Object;
use rust_decimal::Decimal;

use super::versions::PriceVersion;
use rating::checks;
use rating::finding::{Finding, FindingCode, FindingPlace, Severity};
use rating::rows::VersionRows;

/// The exact place of a finding: the parts with a value name it.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq)]
pub struct PriceFindingPlace {
    pub zone: Option<String>,
    /// The band by its upper bound.
    pub up_to: Option<Decimal>,
    pub country_id: Option<i16>,
    pub state_id: Option<i32>,
    pub postcode_from: Option<String>,
    pub postcode_to: Option<String>,
    pub airport: Option<String>,
    /// Code of a surcharge.
    pub surcharge: Option<String>,
    /// The column of a row, or the setting of the version.
    pub field: Option<String>,
}

/// A finding of the check, and its place.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PriceFinding {
    pub severity: Severity,
    pub code: FindingCode,
    pub place: PriceFindingPlace,
    /// The second place of a pair: the other zone, the band before.
    pub other: Option<PriceFindingPlace>,
    /// The value at the place.
    pub value: Option<Decimal>,
    /// The value it is compared with.
    pub limit: Option<Decimal>,
}

impl From<&FindingPlace> for PriceFindingPlace {
    fn from(place: &FindingPlace) -> Self {
        let (postcode_from, postcode_to) = place.postcodes.clone().unzip();
        Self {
            zone: place.zone.as_ref().map(ToString::to_string),
            up_to: place.up_to,
            country_id: place.country_id,
            state_id: place.state_id,
            postcode_from,
            postcode_to,
            airport: place.airport.clone(),
            surcharge: place.surcharge.as_ref().map(ToString::to_string),
            field: place.field.map(str::to_owned),
        }
    }
}

impl From<&Finding> for PriceFinding {
    fn from(finding: &Finding) -> Self {
        Self {
            severity: finding.severity,
            code: finding.code,
            place: (&finding.place).into(),
            other: finding.other.as_ref().map(PriceFindingPlace::from),
            value: finding.value,
            limit: finding.limit,
        }
    }
}

/// All findings about a version, errors first. `is_fuel_known` says whether its list of fuel rates has a row.
pub fn findings(version: &PriceVersion, rows: &VersionRows, is_fuel_known: bool) -> Vec<Finding> {
    let mut findings = checks::run_checks(rows);
    if version.input.valid_from.is_none() {
        findings.insert(0, Finding::error(FindingCode::Missing, FindingPlace::setting("valid_from")));
    }
    if !rows.fuel_on.is_empty() && !is_fuel_known {
        findings.insert(0, Finding::error(FindingCode::UnknownReference, FindingPlace::setting("fuel_code")));
    }
    findings
}

pub fn count(findings: &[Finding], severity: Severity) -> usize {
    findings.iter().filter(|finding| finding.severity == severity).count()
}
