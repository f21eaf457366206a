//! Calculates the amounts of the chosen rules, each on a base that contains the rounded earlier ones.

use rust_decimal::Decimal;

use super::items::{Item, distinct_lines};
use super::select::Charge;
use super::{Declaration, Params, Refusal, TaxBase, TaxClass, TaxKind, TaxLine, TaxRule};
use trade::money::decimals_of;

/// Charges of a declaration as they are added up.
pub(super) struct Calculation<'d> {
    declaration: &'d Declaration,
    items: &'d [Item],
    decimals: u32,
    done: Vec<CalculatedCharge>,
}

/// A calculated charge, with the items it is on.
struct CalculatedCharge {
    class: TaxClass,
    tax: String,
    amount: Decimal,
    items: Vec<usize>,
}

impl<'d> Calculation<'d> {
    pub(super) fn new(declaration: &'d Declaration, items: &'d [Item]) -> Self {
        Self { declaration, items, decimals: decimals_of(&declaration.currency), done: Vec::new() }
    }

    /// The line of a charge. Later charges can have it in their base.
    pub(super) fn add(&mut self, charge: &Charge<'_>) -> Result<TaxLine, Refusal> {
        let rule = charge.rule;
        let base = self.sum_base(rule.base, &charge.items);
        let mut params = self.params(charge, base);
        let exact = self.exact(charge, base, &mut params)?;
        let amount = rule.rounding.round(self.apply_bounds(rule, exact)?, self.decimals);
        self.done.push(CalculatedCharge {
            class: rule.class,
            tax: rule.tax.clone(),
            amount,
            items: charge.items.clone(),
        });
        Ok(TaxLine {
            code: rule.kind_name(),
            tax: rule.tax.clone(),
            class: rule.class,
            rule: rule.id.clone(),
            amount,
            collected: rule.collected,
            params,
            legal_ref: rule.legal_ref.clone(),
        })
    }

    /// Goods of the items, and what the rule adds to them.
    fn sum_base(&self, base: TaxBase, items: &[usize]) -> Decimal {
        let Declaration { freight, insurance, .. } = *self.declaration;
        let mut sum = self.goods(items);
        if base.freight {
            sum += self.share(freight, items, self.goods_of_all());
        }
        if base.insurance {
            sum += self.share(insurance, items, self.goods_of_all());
        }
        sum + self.earlier(items, |done| base.includes(done.class))
    }

    /// The part of earlier charges that belongs to the items. Whole charges stay as they were rounded.
    fn earlier(&self, items: &[usize], wanted: impl Fn(&CalculatedCharge) -> bool) -> Decimal {
        let part = |done: &CalculatedCharge| {
            let common: Vec<usize> =
                done.items.iter().copied().filter(|index| items.contains(index)).collect();
            if common.len() == done.items.len() {
                return done.amount;
            }
            ratio(done.amount, self.goods(&common), self.goods(&done.items), common.len(), done.items.len())
        };
        self.done.iter().filter(|done| wanted(done)).map(part).sum()
    }

    /// The part of an amount of the shipment that belongs to the items, in proportion to their value.
    fn share(&self, amount: Decimal, items: &[usize], all: Decimal) -> Decimal {
        if items.len() == self.items.len() {
            return amount;
        }
        ratio(amount, self.goods(items), all, items.len(), self.items.len())
    }

    fn goods(&self, items: &[usize]) -> Decimal {
        items.iter().map(|index| self.items[*index].value).sum()
    }

    fn goods_of_all(&self) -> Decimal {
        self.items.iter().map(|item| item.value).sum()
    }

    fn exact(&self, charge: &Charge<'_>, base: Decimal, params: &mut Params) -> Result<Decimal, Refusal> {
        let rule = charge.rule;
        match &rule.kind {
            TaxKind::Percent { rate } => Ok(base * self.rate(*rate, params)),
            TaxKind::PercentLess { rate, deduction } => {
                let deduction = self.convert_amount(rule, *deduction, params)?;
                Ok((base * self.rate(*rate, params) - deduction).max(Decimal::ZERO))
            }
            TaxKind::FlatPerLine { amount } => {
                let lines = distinct_lines(charge.items.iter().map(|index| &self.items[*index]));
                params.count = Some(lines);
                Ok(self.convert_amount(rule, *amount, params)? * Decimal::from(lines))
            }
            TaxKind::FlatPlusPercent { amount, rate } => {
                Ok(self.convert_amount(rule, *amount, params)? + base * self.rate(*rate, params))
            }
            TaxKind::Excess { rate, over } => {
                let over = self.convert_amount(rule, *over, params)?;
                let over = self.share(over, &charge.items, self.goods_of_all());
                let rate = rate.map_or_else(|| self.tariff(charge, None), Ok)?;
                Ok((base - over).max(Decimal::ZERO) * self.rate(rate, params))
            }
            TaxKind::GrossUp { rate } => {
                let rate = self.rate(*rate, params);
                Ok(base * rate / (Decimal::ONE - rate))
            }
            TaxKind::Tariff { usual } => Ok(base * self.rate(self.tariff(charge, *usual)?, params)),
            TaxKind::Listed { usual } => Ok(base * self.rate(self.find_listed_rate(charge, *usual)?, params)),
            TaxKind::TopUp { rate, credit } => {
                let credit = self.earlier(&charge.items, |done| done.tax == *credit);
                Ok((base * self.rate(*rate, params) - credit).max(Decimal::ZERO))
            }
            TaxKind::Exempt | TaxKind::Refuse { .. } => Ok(Decimal::ZERO),
        }
    }

    fn rate(&self, rate: Decimal, params: &mut Params) -> Decimal {
        params.rate = Some(rate.normalize());
        rate
    }

    /// An amount of the rule in the currency of the declaration.
    fn convert_amount(
        &self,
        rule: &TaxRule,
        amount: Decimal,
        params: &mut Params,
    ) -> Result<Decimal, Refusal> {
        params.amount = Some(amount.normalize());
        params.currency = Some(rule.currency.clone());
        self.in_currency(rule, amount)
    }

    fn in_currency(&self, rule: &TaxRule, amount: Decimal) -> Result<Decimal, Refusal> {
        let to = &self.declaration.currency;
        let missing = || Refusal::ExchangeRateMissing { from: rule.currency.clone(), to: to.clone() };
        self.declaration.fx.convert(amount, &rule.currency, to).ok_or_else(missing)
    }

    /// The tariff's rate of the only item of a charge, else the usual rate.
    fn tariff(&self, charge: &Charge<'_>, usual: Option<Decimal>) -> Result<Decimal, Refusal> {
        let item = charge.items.first().map(|index| &self.items[*index]);
        item.and_then(|item| item.tariff_rate).or(usual).ok_or_else(|| rate_missing(charge.rule, item))
    }

    fn find_listed_rate(&self, charge: &Charge<'_>, usual: Option<Decimal>) -> Result<Decimal, Refusal> {
        let item = charge.items.first().map(|index| &self.items[*index]);
        let rate = item.and_then(|item| item.listed_rates.get(&charge.rule.tax));
        rate.copied().or(usual).ok_or_else(|| rate_missing(charge.rule, item))
    }

    fn apply_bounds(&self, rule: &TaxRule, amount: Decimal) -> Result<Decimal, Refusal> {
        let least = rule.minimum.map(|minimum| self.in_currency(rule, minimum)).transpose()?;
        let most = rule.maximum.map(|maximum| self.in_currency(rule, maximum)).transpose()?;
        let raised = least.map_or(amount, |least| amount.max(least));
        Ok(most.map_or(raised, |most| raised.min(most)))
    }

    fn params(&self, charge: &Charge<'_>, base: Decimal) -> Params {
        let only = match charge.items.as_slice() {
            [index] if self.items.len() > 1 || charge.rule.hs.is_some() => Some(&self.items[*index]),
            _ => None,
        };
        let mut base = base.round_dp(8).normalize();
        if base.scale() < self.decimals {
            base.rescale(self.decimals);
        }
        Params {
            base,
            hs: only.map(|item| item.hs.clone()),
            origin: only.map(|item| item.origin.clone()),
            limit_from: charge.rule.limits.from,
            limit_to: charge.rule.limits.to,
            ..Params::default()
        }
    }
}

/// `amount × part / whole`; without any value, by number.
fn ratio(amount: Decimal, part: Decimal, whole: Decimal, count: usize, of: usize) -> Decimal {
    if whole.is_zero() {
        return amount * Decimal::from(count) / Decimal::from(of.max(1));
    }
    amount * part / whole
}

fn rate_missing(rule: &TaxRule, item: Option<&Item>) -> Refusal {
    let (hs, origin) = item.map(|item| (item.hs.clone(), item.origin.clone())).unwrap_or_default();
    Refusal::RateMissing { tax: rule.tax.clone(), hs, origin }
}
