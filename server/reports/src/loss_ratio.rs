//! The loss ratio, claims granted for each premium: the foot of the insurance report in its files.

use rust_decimal::Decimal;

use super::totals::TotalRow;

const PREMIUM: &str = "insurance";
const GRANTED: &str = "decided";

/// Whether a file with these columns has what is compared.
pub fn has_both(columns: &[&str]) -> bool {
    columns.contains(&PREMIUM) && columns.contains(&GRANTED)
}

/// In percent, by currency: amounts of two currencies are not compared. None without a claim that was decided.
pub fn find_loss_ratios(totals: &[TotalRow]) -> Vec<(String, Decimal)> {
    let of = |name: &'static str| totals.iter().filter(move |total| total.name == name);
    if of(GRANTED).next().is_none() {
        return Vec::new();
    }
    let premiums = of(PREMIUM).filter(|premium| premium.amount > Decimal::ZERO);
    let ratios = premiums.map(|premium| {
        let granted = of(GRANTED).find(|granted| granted.currency == premium.currency);
        let granted = granted.map_or(Decimal::ZERO, |granted| granted.amount);
        let percent = (granted * Decimal::ONE_HUNDRED / premium.amount).round_dp(2).normalize();
        (premium.currency.clone().unwrap_or_default(), percent)
    });
    let mut ratios: Vec<(String, Decimal)> = ratios.collect();
    ratios.sort();
    ratios
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(name: &str, currency: &str, amount: i64) -> TotalRow {
        let (group_name, is_whole) = (None, true);
        let amount = Decimal::new(amount * 100, 2);
        TotalRow { group_name, is_whole, name: name.to_owned(), currency: Some(currency.to_owned()), amount }
    }

    #[test]
    fn claims_are_compared_with_premiums_of_the_same_currency() {
        let premiums =
            [total("insurance", "USD", 80), total("insurance", "BRL", 300), total("insurance", "EUR", 0)];
        assert!(find_loss_ratios(&premiums).is_empty(), "no claim was decided");
        let mut totals = Vec::from(premiums);
        totals.extend([
            total("claimed", "USD", 70),
            total("decided", "USD", 20),
            total("decided", "BRL", 100),
        ]);
        let told: Vec<String> = find_loss_ratios(&totals)
            .iter()
            .map(|(currency, percent)| format!("{currency} {percent}"))
            .collect();
        assert_eq!(told, ["BRL 33.33", "USD 25"]);
    }
}
