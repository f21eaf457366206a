//! The accounts of the company that a part of an item comes from.

use rust_decimal::{Decimal, RoundingStrategy};

use ledger::{BillableCharge, Charge, ChargeKind};

/// Splits an amount of one kind in proportion to what each account got. The last one takes what rounding leaves, so the sum
/// is exact.
pub fn split(accounts: &[BillableCharge], kind: ChargeKind, amount: Decimal, decimals: u32) -> Vec<Charge> {
    let parts: Vec<&BillableCharge> =
        accounts.iter().filter(|part| part.kind == kind && part.amount > Decimal::ZERO).collect();
    let whole: Decimal = parts.iter().map(|part| part.amount).sum();
    let mut left = amount;
    let count = parts.len();
    let mut charges = Vec::with_capacity(count);
    for (at, part) in parts.into_iter().enumerate() {
        let share = if at + 1 == count {
            left
        } else {
            let exact = amount * part.amount / whole;
            exact.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero).min(left)
        };
        left -= share;
        charges.push(Charge { kind, owner: part.owner.clone(), amount: share });
    }
    charges.retain(|charge| !charge.amount.is_zero());
    charges
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn part(owner: &str, cents: i64) -> BillableCharge {
        BillableCharge { kind: ChargeKind::Service, owner: owner.into(), amount: Decimal::new(cents, 2) }
    }

    #[test]
    fn a_part_of_another_kind_gets_nothing() {
        let tax = BillableCharge { kind: ChargeKind::Tax, ..part("US", 5000) };
        let charges = split(&[part("a", 3000), tax], ChargeKind::Service, Decimal::TEN, 2);
        assert_eq!(
            charges.iter().map(|one| (one.owner.as_str(), one.amount)).collect::<Vec<_>>(),
            [("a", Decimal::TEN)]
        );
    }

    proptest! {
        #[test]
        fn the_parts_add_up_exactly(amounts in prop::collection::vec(1_i64..100_000, 1..6), share in 1_u32..=100) {
            let accounts: Vec<_> = amounts.iter().enumerate().map(|(at, cents)| part(&at.to_string(), *cents)).collect();
            let whole: i64 = amounts.iter().sum();
            let amount = Decimal::new((whole * i64::from(share) / 100).max(1), 2);
            let charges = split(&accounts, ChargeKind::Service, amount, 2);
            prop_assert_eq!(charges.iter().map(|one| one.amount).sum::<Decimal>(), amount);
            prop_assert!(charges.iter().all(|one| one.amount > Decimal::ZERO));
        }
    }
}
