//! Chooses the rules that apply to a declaration.

use std::collections::{BTreeMap, BTreeSet};

use rust_decimal::Decimal;

use super::items::Item;
use super::{
    Declaration, Refusal, RegimeRefusal, TaxBook, TaxKind, TaxLimitBase, TaxPer, TaxRounding, TaxRule,
};
use trade::money::decimals_of;

/// A rule, and the indexes of the items it is applied to at once.
#[derive(Debug)]
pub(super) struct Charge<'a> {
    pub rule: &'a TaxRule,
    pub items: Vec<usize>,
}

/// The rule of each tax that applies to each item.
type Winners<'a> = BTreeMap<(i16, &'a str), Vec<Option<&'a TaxRule>>>;

/// How exactly a rule describes a declaration. The larger one wins, compared from left to right: commodity code, origin,
/// contents, state, country of dispatch, channel, programme, buyer, weight, limits, own country over a group.
type Specificity = [u8; 11];

/// The charges in the order of calculation, or every reason to refuse.
pub(super) fn select<'a>(
    book: &'a TaxBook,
    declaration: &Declaration,
    items: &[Item],
) -> Result<Vec<Charge<'a>>, Vec<Refusal>> {
    let selector = Selector { book, declaration, items, territory: declaration.territory() };
    let winners = selector.winners()?;
    let charges = group_charges(&winners, &find_replaced(&winners, items));
    let refused = selector.refusals(&charges);
    if refused.is_empty() { Ok(charges) } else { Err(refused) }
}

struct Selector<'a, 'd> {
    book: &'a TaxBook,
    declaration: &'d Declaration,
    items: &'d [Item],
    /// A rule of a state holds in the territory of the same code too.
    territory: Option<&'static str>,
}

impl<'a> Selector<'a, '_> {
    fn winners(&self) -> Result<Winners<'a>, Vec<Refusal>> {
        let declaration = self.declaration;
        let mut known = false;
        let mut by_tax: BTreeMap<(i16, &str), Vec<&TaxRule>> = BTreeMap::new();
        for rule in self.book.rules_of(&declaration.country, declaration.date) {
            known = true;
            if rule.holds_on(declaration.date)
                && self.meets(rule)
                && self.within(rule).map_err(|error| vec![error])?
            {
                by_tax.entry((rule.seq, &rule.tax)).or_default().push(rule);
            }
        }
        if by_tax.is_empty() {
            return Err(vec![self.refuse_uncovered(known)]);
        }
        let mut winners = Winners::new();
        for (tax, rules) in by_tax {
            let of_items: Result<Vec<_>, Refusal> =
                self.items.iter().map(|item| self.winner(&rules, item)).collect();
            winners.insert(tax, of_items.map_err(|error| vec![error])?);
        }
        Ok(winners)
    }

    fn refuse_uncovered(&self, known: bool) -> Refusal {
        let (country, date) = (self.declaration.country.clone(), self.declaration.date);
        if known { Refusal::NoRuleInForce { country, date } } else { Refusal::CountryNotCovered { country } }
    }

    /// Whether the shipment has the rule's conditions, without its limits of value.
    fn meets(&self, rule: &TaxRule) -> bool {
        let declaration = self.declaration;
        let here =
            |state: &String| [declaration.state.as_deref(), self.territory].contains(&Some(state.as_str()));
        let from = |place: &String| self.book.covers(place, &declaration.dispatch, declaration.date);
        let light = |most: Decimal| declaration.weight_kg.is_none_or(|weight| weight <= most);
        rule.state.as_ref().is_none_or(here)
            && rule.dispatch.as_ref().is_none_or(from)
            && rule.channel.is_none_or(|channel| channel == declaration.channel)
            && rule.programme.is_none_or(|programme| programme == declaration.programme)
            && rule.buyer.is_none_or(|buyer| buyer == declaration.buyer)
            && rule.contents.is_none_or(|contents| contents == declaration.contents)
            && rule.limits.weight_to.is_none_or(light)
    }

    /// Whether the value is within the rule's limits, compared in the rule's currency and in its smallest coin.
    fn within(&self, rule: &TaxRule) -> Result<bool, Refusal> {
        if rule.limits.from.is_none() && rule.limits.to.is_none() {
            return Ok(true);
        }
        let value = self.limit_value(rule)?;
        Ok(rule.limits.from.is_none_or(|from| value > from) && rule.limits.to.is_none_or(|to| value <= to))
    }

    fn limit_value(&self, rule: &TaxRule) -> Result<Decimal, Refusal> {
        let Declaration { freight, insurance, currency, .. } = self.declaration;
        let value = self.declaration.goods()
            + match rule.limits.base {
                TaxLimitBase::Goods => Decimal::ZERO,
                TaxLimitBase::GoodsFreight => *freight,
                TaxLimitBase::Cif => *freight + *insurance,
            };
        let converted = self.declaration.fx.convert(value, currency, &rule.currency);
        let missing = || Refusal::ExchangeRateMissing { from: currency.clone(), to: rule.currency.clone() };
        Ok(TaxRounding::HalfUp.round(converted.ok_or_else(missing)?, decimals_of(&rule.currency)))
    }

    /// The most specific rule for an item. Two that are equally specific are an error of the book.
    fn winner(&self, rules: &[&'a TaxRule], item: &Item) -> Result<Option<&'a TaxRule>, Refusal> {
        let origin = |place: &String| self.book.covers(place, &item.origin, self.declaration.date);
        let fitting = rules.iter().copied().filter(|rule| {
            rule.hs.as_ref().is_none_or(|hs| item.hs.starts_with(hs.as_str()))
                && rule.origin.as_ref().is_none_or(origin)
        });
        let mut ranked: Vec<_> =
            fitting.map(|rule| (specificity(rule, self.declaration, item), rule)).collect();
        ranked.sort_by_key(|(rank, rule)| (std::cmp::Reverse(*rank), &rule.id));
        match ranked.as_slice() {
            [] => Ok(None),
            [(first, one), (second, other), ..] if first == second => Err(Refusal::RulesConflict {
                tax: one.tax.clone(),
                rules: [one.id.clone(), other.id.clone()],
            }),
            [(_, rule), ..] => Ok(Some(rule)),
        }
    }

    fn refusals(&self, charges: &[Charge<'_>]) -> Vec<Refusal> {
        charges
            .iter()
            .filter_map(|Charge { rule, .. }| {
                let TaxKind::Refuse { code } = &rule.kind else { return None };
                Some(Refusal::Regime(Box::new(RegimeRefusal {
                    rule: rule.id.clone(),
                    reason: code.clone(),
                    limit: rule.limits.from,
                    value: rule.limits.from.and_then(|_| self.limit_value(rule).ok()),
                    currency: rule.currency.clone(),
                    legal_ref: rule.legal_ref.clone(),
                })))
            })
            .collect()
    }
}

fn specificity(rule: &TaxRule, declaration: &Declaration, item: &Item) -> Specificity {
    let place = |place: &Option<String>, country: &str| match place.as_deref() {
        None => 0,
        Some(place) if place == country => 2,
        Some(_) => 1,
    };
    // A rule of the state itself wins over one of the territory around it.
    let state = match rule.state.as_deref() {
        None => 0,
        state if state == declaration.state.as_deref() => 2,
        Some(_) => 1,
    };
    let limits = &rule.limits;
    [
        rule.hs.as_ref().map_or(0, |hs| u8::try_from(hs.len()).unwrap_or(u8::MAX)),
        place(&rule.origin, &item.origin),
        u8::from(rule.contents.is_some()),
        state,
        place(&rule.dispatch, &declaration.dispatch),
        u8::from(rule.channel.is_some()),
        u8::from(rule.programme.is_some()),
        u8::from(rule.buyer.is_some()),
        u8::from(limits.weight_to.is_some()),
        u8::from(limits.from.is_some()) + u8::from(limits.to.is_some()),
        u8::from(rule.country == declaration.country),
    ]
}

/// Taxes that another tax replaces, by item. A replaced tax replaces nothing itself.
fn find_replaced<'a>(winners: &Winners<'a>, items: &[Item]) -> BTreeSet<(usize, &'a str)> {
    let mut replaced = BTreeSet::new();
    for ((_, tax), of_items) in winners {
        for (index, rule) in of_items.iter().enumerate() {
            let Some(rule) = rule else { continue };
            if !replaced.contains(&(index, *tax)) && is_due(rule, &items[index]) {
                replaced.extend(rule.replaces.iter().map(|other| (index, other.as_str())));
            }
        }
    }
    replaced
}

/// Whether a rule has an effect on other taxes: it can give an amount above zero, or it exempts.
fn is_due(rule: &TaxRule, item: &Item) -> bool {
    match &rule.kind {
        TaxKind::Percent { rate } => !rate.is_zero(),
        TaxKind::Tariff { usual } => !item.tariff_rate.or(*usual).is_some_and(|rate| rate.is_zero()),
        TaxKind::Listed { usual } => {
            !item.listed_rates.get(&rule.tax).or(usual.as_ref()).is_some_and(Decimal::is_zero)
        }
        _ => true,
    }
}

fn group_charges<'a>(winners: &Winners<'a>, replaced: &BTreeSet<(usize, &str)>) -> Vec<Charge<'a>> {
    let mut charges = Vec::new();
    for ((_, tax), of_items) in winners {
        let mut together: BTreeMap<&str, Charge<'a>> = BTreeMap::new();
        for (index, rule) in of_items.iter().enumerate() {
            let Some(rule) = *rule else { continue };
            if replaced.contains(&(index, *tax)) {
                continue;
            }
            match rule.per {
                TaxPer::Item => charges.push(Charge { rule, items: vec![index] }),
                TaxPer::Shipment => together
                    .entry(&rule.id)
                    .or_insert_with(|| Charge { rule, items: Vec::new() })
                    .items
                    .push(index),
            }
        }
        charges.extend(together.into_values());
    }
    charges
}
