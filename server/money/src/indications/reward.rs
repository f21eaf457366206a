//! The rewards of a client for the shipments of another one that it sent to the company. Pure.

use rust_decimal::{Decimal, RoundingStrategy};

use server_core::settings::referral_rules::ReferralRules;

/// The rewards of further shipments, whose `freights` stand in the order of delivery. Only the first `rule.first` shipments are
/// rewarded, the others get zero. One that is too small for a coin takes no place. `used` has the rewards before, also those that were taken back, because they count too.
pub fn compute_rewards(
    rule: &ReferralRules,
    used: &[Decimal],
    freights: &[Decimal],
    decimals: u32,
) -> Vec<Decimal> {
    let most = usize::try_from(rule.first).unwrap_or_default();
    let mut spent: Decimal = used.iter().sum();
    let mut free = most.saturating_sub(used.len());
    let reward = |freight: &Decimal| {
        if free == 0 {
            return Decimal::ZERO;
        }
        let wanted = match (rule.fixed, rule.percent) {
            (Some(fixed), _) => fixed,
            (None, percent) => freight * percent.unwrap_or_default() / Decimal::ONE_HUNDRED,
        };
        // Half a coin up.
        let wanted = wanted.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero);
        let room = rule.cap.map_or(wanted, |cap| (cap - spent).max(Decimal::ZERO));
        let amount = wanted.min(room).max(Decimal::ZERO);
        if amount > Decimal::ZERO {
            free -= 1;
        }
        spent += amount;
        amount
    };
    freights.iter().map(reward).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    const CASES: &str = include_str!("../../../tests/data/reward_cases.json");
    const DELIVERED: i16 = 90;

    #[derive(Deserialize)]
    struct Case {
        why: String,
        rule: ReferralRules,
        shipments: Vec<Shipment>,
        rewards_in_order_of_delivery: Vec<Decimal>,
        paid_out: Decimal,
    }

    #[derive(Deserialize)]
    struct Shipment {
        freight: Decimal,
        delivered: String,
        paid: bool,
        state: i16,
    }

    #[test]
    fn rewards_are_those_of_the_cases() {
        let cases: Vec<Case> = serde_json::from_str(CASES).unwrap();
        assert!(cases.len() >= 4);
        for Case { why, rule, mut shipments, rewards_in_order_of_delivery, paid_out } in cases {
            shipments.retain(|one| one.paid && one.state == DELIVERED);
            shipments.sort_by(|a, b| a.delivered.cmp(&b.delivered));
            let freights: Vec<Decimal> = shipments.iter().map(|one| one.freight).collect();
            let rewards = compute_rewards(&rule, &[], &freights, 2);
            assert_eq!(rewards, rewards_in_order_of_delivery, "{why}");
            assert_eq!(rewards.iter().sum::<Decimal>(), paid_out, "{why}");
        }
    }

    #[test]
    fn a_reward_of_nothing_takes_no_place() {
        let of = |text: &str| text.parse::<Decimal>().unwrap();
        let rule = ReferralRules { first: 1, ..ReferralRules::default() };
        let [nothing, some, late] = [of("0.01"), of("100"), of("100")];
        let at_once = compute_rewards(&rule, &[], &[nothing, some, late], 2);
        assert_eq!((at_once[0], at_once[2]), (Decimal::ZERO, Decimal::ZERO));
        assert_eq!(at_once[1], compute_rewards(&rule, &[], &[some], 2)[0], "as in another hour");
        assert!(at_once[1] > Decimal::ZERO);
    }

    #[test]
    fn what_was_taken_back_keeps_its_place_and_its_part_of_the_cap() {
        let of = |text: &str| text.parse::<Decimal>().unwrap();
        let rule = ReferralRules { first: 2, cap: Some(of("15")), ..ReferralRules::default() };
        assert_eq!(compute_rewards(&rule, &[of("10")], &[of("200"), of("100")], 2), [of("5"), of("0")]);
        let fixed =
            ReferralRules { percent: None, fixed: Some(of("7.5")), first: 3, ..ReferralRules::default() };
        assert_eq!(compute_rewards(&fixed, &[], &[of("1"), of("900")], 2), [of("7.5"), of("7.5")]);
    }
}
