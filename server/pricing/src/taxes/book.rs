//! All rules in force, by country of destination.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::TaxRule;

/// Membership of a country in a group that rules name, such as a customs union.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountryGroup {
    /// Code of the group. Never a country's code.
    pub code: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub valid_from: NaiveDate,
    /// The last day of membership.
    pub valid_to: Option<NaiveDate>,
}

/// The rules of all countries.
#[derive(Debug, Clone, Default)]
pub struct TaxBook {
    by_country: BTreeMap<String, Vec<TaxRule>>,
    /// Memberships by the code of the group.
    groups: BTreeMap<String, Vec<CountryGroup>>,
}

impl TaxBook {
    pub fn new(rules: Vec<TaxRule>, groups: Vec<CountryGroup>) -> Self {
        let mut by_country: BTreeMap<String, Vec<TaxRule>> = BTreeMap::new();
        for rule in rules {
            by_country.entry(rule.country.clone()).or_default().push(rule);
        }
        let mut by_code: BTreeMap<String, Vec<CountryGroup>> = BTreeMap::new();
        for group in groups {
            by_code.entry(group.code.clone()).or_default().push(group);
        }
        Self { by_country, groups: by_code }
    }

    /// The shipped rules with a company's own: those with a shipped id stand in its place, others are added.
    pub fn with_own(shipped: Vec<TaxRule>, own: Vec<TaxRule>, groups: Vec<CountryGroup>) -> Self {
        let mut by_id: BTreeMap<String, TaxRule> = BTreeMap::new();
        for rule in shipped.into_iter().chain(own) {
            by_id.insert(rule.id.clone(), rule);
        }
        Self::new(by_id.into_values().collect(), groups)
    }

    pub fn rules(&self) -> impl Iterator<Item = &TaxRule> {
        self.by_country.values().flatten()
    }

    /// Rules of a destination and of the groups it belongs to on the date, whatever their own dates.
    pub(super) fn rules_of(&self, country: &str, date: NaiveDate) -> Vec<&TaxRule> {
        let groups = self.groups_of(country, date);
        std::iter::once(country)
            .chain(groups)
            .filter_map(|place| self.by_country.get(place))
            .flatten()
            .collect()
    }

    /// The last day on which the rules of a destination are those of the date. `None` while no change is known. A quote is
    /// not valid longer.
    pub fn unchanged_until(&self, country: &str, date: NaiveDate) -> Option<NaiveDate> {
        let rules = self.rules_of(country, date);
        let changes = rules
            .iter()
            .filter(|rule| rule.enabled)
            .flat_map(|rule| [rule.valid_to, rule.valid_from.pred_opt()]);
        changes.flatten().filter(|last| *last >= date).min()
    }

    /// Whether a rule's place is the country or a group with the country.
    pub(super) fn covers(&self, place: &str, country: &str, date: NaiveDate) -> bool {
        place == country || self.groups.get(place).is_some_and(|members| is_member(members, country, date))
    }

    fn groups_of<'a>(&'a self, country: &'a str, date: NaiveDate) -> impl Iterator<Item = &'a str> {
        self.groups
            .iter()
            .filter(move |(_, members)| is_member(members, country, date))
            .map(|(code, _)| code.as_str())
    }
}

fn is_member(members: &[CountryGroup], country: &str, date: NaiveDate) -> bool {
    members.iter().any(|member| {
        member.country == country
            && member.valid_from <= date
            && member.valid_to.is_none_or(|last| date <= last)
    })
}
