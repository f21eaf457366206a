//! A lower price of a shipment: no more goes back than was charged, less what credit notes gave back before.

use rust_decimal::Decimal;

use super::Charge;

/// The new charges, raised to what stays charged. `credited` are the parts that credit notes took back. While `is_claimed`,
/// nothing goes back, as nothing does when such a shipment is cancelled.
pub(super) fn limit_return(
    before: &[Charge],
    after: &[Charge],
    credited: &[Charge],
    is_claimed: bool,
) -> Vec<Charge> {
    let charged = sum(before);
    let least = if is_claimed { charged } else { sum(credited).min(charged) };
    let mut kept = after.to_vec();
    // First the accounts that gave it back already.
    for part in credited {
        keep_charged(&mut kept, before, least, part, part.amount);
    }
    for part in before {
        keep_charged(&mut kept, before, least, part, Decimal::MAX);
    }
    kept
}

/// Keeps at most `most` on the account of `part`, until `least` is charged.
fn keep_charged(kept: &mut Vec<Charge>, before: &[Charge], least: Decimal, part: &Charge, most: Decimal) {
    let fall = sum_of_account(before, part) - sum_of_account(kept, part);
    let amount = (least - sum(kept)).min(fall).min(most);
    if amount > Decimal::ZERO {
        kept.push(Charge { amount, ..part.clone() });
    }
}

fn sum(charges: &[Charge]) -> Decimal {
    charges.iter().map(|charge| charge.amount).sum()
}

fn sum_of_account(charges: &[Charge], of: &Charge) -> Decimal {
    let own = charges.iter().filter(|charge| charge.kind == of.kind && charge.owner == of.owner);
    own.map(|charge| charge.amount).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charges(branch: i64, other_branch: i64, tax: i64) -> Vec<Charge> {
        let service = |owner: &str, amount: i64| Charge {
            owner: owner.to_owned(),
            ..Charge::service(None, amount.into())
        };
        let all = [service("a", branch), service("b", other_branch), Charge::tax("BR", tax.into())];
        all.into_iter().filter(|charge| !charge.amount.is_zero()).collect()
    }

    /// The amount that stays charged on each of the accounts.
    fn kept(before: &[Charge], after: &[Charge], credited: &[Charge], is_claimed: bool) -> [i64; 3] {
        let kept = limit_return(before, after, credited, is_claimed);
        let accounts = charges(1, 1, 1);
        let amount = |at: usize| i64::try_from(sum_of_account(&kept, &accounts[at])).unwrap();
        [amount(0), amount(1), amount(2)]
    }

    #[test]
    fn a_lower_price_leaves_charged_what_credit_notes_gave_back() {
        let paid = charges(80, 0, 20);
        assert_eq!(kept(&paid, &charges(50, 0, 10), &[], false), [50, 0, 10]);
        assert_eq!(kept(&paid, &charges(50, 0, 10), &charges(30, 0, 5), false), [50, 0, 10]);
        assert_eq!(kept(&paid, &charges(50, 0, 10), &charges(80, 0, 20), false), [80, 0, 20]);
        assert_eq!(kept(&paid, &charges(5, 0, 5), &charges(80, 0, 0), false), [75, 0, 5], "80 of them stay");
    }

    #[test]
    fn nothing_goes_back_while_the_loss_is_claimed() {
        assert_eq!(kept(&charges(80, 0, 20), &charges(50, 0, 10), &[], true), [80, 0, 20]);
        assert_eq!(kept(&charges(80, 0, 20), &charges(95, 0, 25), &[], true), [95, 0, 25]);
    }

    #[test]
    fn a_higher_price_and_another_branch_are_charged_as_they_are() {
        let paid = charges(80, 0, 20);
        assert_eq!(kept(&paid, &charges(90, 0, 30), &charges(80, 0, 20), false), [90, 0, 30]);
        assert_eq!(kept(&paid, &charges(0, 80, 20), &charges(80, 0, 20), false), [0, 80, 20]);
        // Less than what was credited on the account before: the new one keeps it.
        let moved = charges(0, 100, 0);
        assert_eq!(kept(&moved, &charges(0, 50, 0), &charges(80, 0, 0), false), [0, 80, 0]);
    }
}
