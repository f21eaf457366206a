//! The texts of a waybill of an airline, as its messages write them: people type them at the waybill.

use super::cargo_imp::waybill::GOODS;
use super::checks::ManifestField;
use super::problems::Problems;
use super::snapshot::Master;

/// The parties and the goods of the waybill, under the same names as those of a house.
pub(super) fn check_master(problems: &mut Problems, master: &Master) {
    use ManifestField as F;
    if let Some(shipper) = &master.shipper {
        problems.check_party(shipper, [F::ShipperName, F::ShipperStreet, F::ShipperCity, F::ShipperCountry]);
    }
    if let Some(consignee) = &master.consignee {
        let fields = [F::ConsigneeName, F::ConsigneeStreet, F::ConsigneeCity, F::ConsigneeCountry];
        problems.check_party(consignee, fields);
    }
    problems.check_text(F::Description, &master.goods, GOODS);
}

#[cfg(test)]
mod tests {
    use super::super::checks::{CheckFacts, ManifestProblemKind, Problem, find_problems};
    use super::super::test_snapshot::snapshot;
    use super::*;

    fn problems_after(change: impl FnOnce(&mut Master)) -> Vec<Problem> {
        let mut snapshot = snapshot();
        change(snapshot.head.master.as_mut().unwrap());
        let problems = find_problems(&snapshot.head, &snapshot.lines, &CheckFacts::default());
        problems.into_iter().filter(|problem| problem.seq.is_none()).collect()
    }

    #[test]
    fn a_waybill_of_which_a_message_keeps_nothing_is_refused_and_what_it_loses_is_shown() {
        assert_eq!(problems_after(|_| {}), []);
        let nameless = problems_after(|master| {
            if let Some(shipper) = &mut master.shipper {
                shipper.name = "深圳公司".into();
            }
        });
        let told: Vec<_> = nameless.iter().map(|problem| (problem.kind, problem.field)).collect();
        assert_eq!(told, [(ManifestProblemKind::TextEmpty, Some(ManifestField::ShipperName))]);
        assert!(nameless[0].kind.is_blocking());
        let lost = problems_after(|master| master.goods = "Cosmetics 化妆品".into());
        assert_eq!((lost[0].kind, lost[0].written.as_str()), (ManifestProblemKind::LettersLost, "COSMETICS"));
    }
}
