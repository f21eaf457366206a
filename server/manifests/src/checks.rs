//! The problems that keep a manifest from being closed, each with its line and field.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::cargo_imp::house_list::{DESCRIPTION, HOUSE, has_house_list};
use super::master_texts::check_master;
use super::problems::Problems;
use super::snapshot::{HouseParty, ManifestHead, ManifestLine, PartyDocument, PartyDocumentKind};
use trade::identifiers::{Cnpj, Cpf, HsCode};
use trade::wire_name;

/// Greatest difference of the sum of the houses from the weight of the waybill.
const WEIGHT_TOLERANCE_G: i64 = 100;
const BRAZIL: &str = "BR";

wire_name! {
    /// A problem of a manifest or of a line of it.
    ManifestProblemKind {
        /// It has no line.
        NoLines = "no_lines",
        /// Without a waybill there are only tables, no messages to airlines and customs.
        NoWaybill = "no_waybill",
        /// Its waybill is not issued, or is void.
        WaybillOpen = "waybill_open",
        /// The pieces of the houses are not those of the waybill.
        PiecesDiffer = "pieces_differ",
        /// The weights of the houses differ from that of the waybill by more than 0.1 kg.
        WeightDiffers = "weight_differs",
        /// Values are in more than one currency.
        CurrenciesDiffer = "currencies_differ",
        /// Bags of several subclasses or tax modalities.
        BagsDiffer = "bags_differ",
        /// A bag that is not closed.
        BagOpen = "bag_open",
        /// A bag for a post that is connected, and that has not registered it.
        BagUnregistered = "bag_unregistered",
        /// A bag is on another manifest.
        BagUsed = "bag_used",
        /// The house stands twice.
        HouseTwice = "house_twice",
        /// The house was accepted on another manifest, with pieces that are here again; or that manifest was sent with a waybill that is
        /// void, and is not withdrawn yet.
        HouseAccepted = "house_accepted",
        /// The shipment is held, cancelled or not let in by the health authority.
        HouseStopped = "house_stopped",
        /// The number is longer than the twelve characters of a line in Cargo-IMP.
        HouseLong = "house_long",
        /// Required text is empty, or has no letter that a message can have.
        TextEmpty = "text_empty",
        /// Letters of the text cannot be written in a message.
        LettersLost = "letters_lost",
        /// The text is longer than its field in a message.
        TextCut = "text_cut",
        /// No tariff code, or one of less than six digits.
        HsCode = "hs_code",
        /// No value above zero.
        Value = "value",
        /// No currency of the value.
        Currency = "currency",
        Weight = "weight",
        Country = "country",
        /// Customs ask for the recipient's document.
        DocumentMissing = "document_missing",
        /// Not a valid CPF or CNPJ.
        DocumentInvalid = "document_invalid",
    }
}

wire_name! {
    /// Field of a line.
    ManifestField {
        House = "house",
        Description = "description",
        HsCodes = "hs_codes",
        Value = "value",
        Weight = "weight",
        Bags = "bags",
        ShipperName = "shipper_name",
        ShipperStreet = "shipper_street",
        ShipperCity = "shipper_city",
        ShipperCountry = "shipper_country",
        ConsigneeName = "consignee_name",
        ConsigneeStreet = "consignee_street",
        ConsigneeCity = "consignee_city",
        ConsigneeCountry = "consignee_country",
        ConsigneeDocument = "consignee_document",
    }
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ManifestProblemKind,
    /// Number of the line; none for the manifest as a whole.
    pub seq: Option<i32>,
    pub field: Option<ManifestField>,
    /// The text as it stands.
    pub text: String,
    /// The text that a message has instead; empty if nothing is left.
    pub written: String,
}

/// Facts besides the lines.
#[derive(Debug, Default)]
pub struct CheckFacts {
    /// Houses that were accepted on other manifests with so many pieces that some of these are among them.
    pub accepted_houses: HashSet<String>,
    /// Houses of shipments that must not leave.
    pub stopped_houses: HashSet<String>,
    /// Number of another manifest that has one of the bags; empty if the reader does not reach it.
    pub other_manifest: Option<String>,
    /// The waybill is not issued, or is void.
    pub is_waybill_open: bool,
    /// Numbers of bags that are not closed.
    pub open_bags: HashSet<String>,
    /// Numbers of closed bags that the post of their destination has not registered.
    pub unregistered_bags: Vec<String>,
    /// The bags are of several subclasses or tax modalities.
    pub bags_differ: bool,
}

impl ManifestProblemKind {
    /// Whether it must be put right before the manifest is closed. The others are shown and can be left.
    pub const fn is_blocking(self) -> bool {
        !matches!(self, Self::NoWaybill | Self::HouseLong | Self::LettersLost | Self::TextCut)
    }
}

/// Numbers of problems.
#[derive(Debug, Default)]
pub struct ProblemCounts {
    pub blocking: i32,
    pub notes: i32,
    /// In the order of the kinds.
    pub by_kind: Vec<(ManifestProblemKind, i32)>,
}

impl ProblemCounts {
    pub fn of(problems: &[Problem]) -> Self {
        let count = |kind| problems.iter().filter(|problem| problem.kind == kind).count();
        let to_number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let by_kind: Vec<_> = ManifestProblemKind::ALL
            .iter()
            .map(|kind| (*kind, to_number(count(*kind))))
            .filter(|(_, count)| *count > 0)
            .collect();
        let sum = |is_blocking| -> i32 {
            by_kind.iter().filter(|(kind, _)| kind.is_blocking() == is_blocking).map(|(_, count)| count).sum()
        };
        Self { blocking: sum(true), notes: sum(false), by_kind }
    }
}

/// All problems: those of the whole first, then line by line.
pub fn find_problems(head: &ManifestHead, lines: &[ManifestLine], facts: &CheckFacts) -> Vec<Problem> {
    let mut problems = Problems::new();
    check_whole(&mut problems, head, lines, facts);
    problems.needs_latin_places = has_house_list(head, lines);
    let mut houses = BTreeMap::<&str, u32>::new();
    for line in lines {
        *houses.entry(&line.house).or_default() += 1;
    }
    for line in lines {
        problems.seq = Some(line.seq);
        if houses.get(line.house.as_str()).is_some_and(|count| *count > 1) {
            problems.add(ManifestProblemKind::HouseTwice, Some(ManifestField::House), &line.house);
        }
        check_line(&mut problems, head, line, facts);
    }
    problems.found
}

fn check_whole(problems: &mut Problems, head: &ManifestHead, lines: &[ManifestLine], facts: &CheckFacts) {
    use ManifestProblemKind as K;
    if lines.is_empty() {
        problems.add(K::NoLines, None, "");
    }
    match &head.master {
        None => problems.add(K::NoWaybill, None, ""),
        Some(master) => {
            check_master(problems, master);
            if facts.is_waybill_open {
                problems.add(K::WaybillOpen, None, &master.number);
            }
            let pieces: i32 = lines.iter().map(|line| line.pieces).sum();
            if pieces != master.pieces {
                problems.add(K::PiecesDiffer, None, &format!("{pieces} / {}", master.pieces));
            }
            let weight: i64 = lines.iter().map(|line| line.weight_g).sum();
            if (weight - master.weight_g).abs() > WEIGHT_TOLERANCE_G {
                problems.add(K::WeightDiffers, None, &format!("{weight} / {}", master.weight_g));
            }
        }
    }
    let currencies: BTreeSet<&str> =
        lines.iter().map(|line| line.currency.as_str()).filter(|code| !code.is_empty()).collect();
    if currencies.len() > 1 {
        problems.add(K::CurrenciesDiffer, None, &currencies.into_iter().collect::<Vec<_>>().join(", "));
    }
    if facts.bags_differ {
        problems.add(K::BagsDiffer, None, "");
    }
    if let Some(number) = &facts.other_manifest {
        problems.add(K::BagUsed, None, number);
    }
    for bag in &facts.unregistered_bags {
        problems.add(K::BagUnregistered, Some(ManifestField::Bags), bag);
    }
    // One without parcels is on no line: what comes into it later would stand on no manifest.
    let listed: HashSet<&str> = lines.iter().flat_map(|line| &line.bags).map(String::as_str).collect();
    let open: BTreeSet<&String> =
        facts.open_bags.iter().filter(|bag| !listed.contains(bag.as_str())).collect();
    for bag in open {
        problems.add(K::BagOpen, Some(ManifestField::Bags), bag);
    }
}

fn check_line(problems: &mut Problems, head: &ManifestHead, line: &ManifestLine, facts: &CheckFacts) {
    use ManifestField as F;
    use ManifestProblemKind as K;
    if facts.accepted_houses.contains(&line.house) {
        problems.add(K::HouseAccepted, Some(F::House), &line.house);
    }
    if facts.stopped_houses.contains(&line.house) {
        problems.add(K::HouseStopped, Some(F::House), &line.house);
    }
    if head.master.is_some() && line.house.len() > HOUSE {
        problems.add(K::HouseLong, Some(F::House), &line.house);
    }
    for bag in line.bags.iter().filter(|bag| facts.open_bags.contains(*bag)) {
        problems.add(K::BagOpen, Some(F::Bags), bag);
    }
    problems.check_text(F::Description, &line.description, DESCRIPTION);
    let has_codes = !line.hs_codes.is_empty();
    if !has_codes || line.hs_codes.iter().any(|code| HsCode::parse(code).is_err()) {
        problems.add(K::HsCode, Some(F::HsCodes), &line.hs_codes.join(", "));
    }
    if line.value.is_zero() || line.value.is_sign_negative() {
        problems.add(K::Value, Some(F::Value), &line.value.normalize().to_string());
    }
    if line.currency.is_empty() {
        problems.add(K::Currency, Some(F::Value), "");
    }
    if line.weight_g <= 0 {
        problems.add(K::Weight, Some(F::Weight), &line.weight_g.to_string());
    }
    problems
        .check_party(&line.shipper, [F::ShipperName, F::ShipperStreet, F::ShipperCity, F::ShipperCountry]);
    problems.check_party(
        &line.consignee,
        [F::ConsigneeName, F::ConsigneeStreet, F::ConsigneeCity, F::ConsigneeCountry],
    );
    check_document(problems, &line.consignee);
}

fn check_document(problems: &mut Problems, consignee: &HouseParty) {
    let field = Some(ManifestField::ConsigneeDocument);
    match &consignee.document {
        None if consignee.country == BRAZIL => {
            problems.add(ManifestProblemKind::DocumentMissing, field, "");
        }
        Some(document) if !is_valid(document) => {
            problems.add(ManifestProblemKind::DocumentInvalid, field, &document.number);
        }
        _ => {}
    }
}

fn is_valid(document: &PartyDocument) -> bool {
    match document.kind {
        PartyDocumentKind::Cpf => Cpf::parse(&document.number).is_ok(),
        PartyDocumentKind::Cnpj => Cnpj::parse(&document.number).is_ok(),
        PartyDocumentKind::Passport | PartyDocumentKind::Other => !document.number.trim().is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::ManifestSnapshot;
    use crate::test_snapshot::snapshot;
    use rust_decimal::Decimal;

    fn kinds(snapshot: &ManifestSnapshot, facts: &CheckFacts) -> Vec<ManifestProblemKind> {
        find_problems(&snapshot.head, &snapshot.lines, facts).into_iter().map(|it| it.kind).collect()
    }

    fn kinds_after(change: impl FnOnce(&mut ManifestSnapshot)) -> Vec<ManifestProblemKind> {
        let mut snapshot = snapshot();
        change(&mut snapshot);
        kinds(&snapshot, &CheckFacts::default())
            .into_iter()
            .filter(|kind| *kind != ManifestProblemKind::TextCut)
            .collect()
    }

    #[test]
    fn a_sound_manifest_has_only_the_texts_that_are_cut() {
        let snapshot = snapshot();
        let problems = find_problems(&snapshot.head, &snapshot.lines, &CheckFacts::default());
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0].kind, ManifestProblemKind::TextCut);
        assert_eq!(
            (problems[0].text.as_str(), problems[0].written.as_str()),
            ("T-shirts and shoes, cotton", "T-SHIRTS AND SH")
        );
    }

    #[test]
    fn each_fault_of_a_line_is_named() {
        use ManifestProblemKind as K;
        type Change = fn(&mut ManifestLine);
        let faults: [(K, Change); 12] = [
            (K::HsCode, |line| line.hs_codes.clear()),
            (K::HsCode, |line| line.hs_codes.push("6109".into())),
            (K::Value, |line| line.value = Decimal::ZERO),
            (K::Currency, |line| line.currency.clear()),
            (K::DocumentMissing, |line| line.consignee.document = None),
            (K::DocumentInvalid, |line| {
                if let Some(document) = &mut line.consignee.document {
                    document.number = "27186582827".into();
                }
            }),
            (K::Country, |line| line.shipper.country.clear()),
            (K::TextEmpty, |line| line.description = "化妆品".into()),
            (K::LettersLost, |line| line.description = "T-shirt 衬衫".into()),
            (K::TextEmpty, |line| line.shipper.street.clear()),
            (K::HouseLong, |line| line.house = "LX821947508BR".into()),
            (K::HouseTwice, |line| line.house = "RMS000003".into()),
        ];
        for (kind, change) in faults {
            let found = kinds_after(|snapshot| change(&mut snapshot.lines[0]));
            assert!(found.contains(&kind) && found.iter().all(|it| *it == kind), "{kind:?}: {found:?}");
        }
    }

    #[test]
    fn a_street_and_a_city_need_latin_letters_only_for_a_message_in_cargo_imp() {
        use ManifestProblemKind as K;
        let write = |line: &mut ManifestLine| {
            (line.shipper.street, line.shipper.city) = ("深南大道".into(), "深圳".into());
        };
        assert_eq!(kinds_after(|it| write(&mut it.lines[0])), [K::TextEmpty, K::TextEmpty]);
        let tables = kinds_after(|it| {
            write(&mut it.lines[0]);
            it.head.master = None;
        });
        assert_eq!(tables, [K::NoWaybill, K::LettersLost, K::LettersLost]);
        let xml = kinds_after(|it| {
            write(&mut it.lines[0]);
            it.lines[1].house = "LX821947508BR".into();
        });
        assert_eq!(xml, [K::LettersLost, K::LettersLost, K::HouseLong]);
        assert!(!K::LettersLost.is_blocking());
        let empty = kinds_after(|it| {
            it.lines[0].shipper.city = " ".into();
            it.head.master = None;
        });
        assert_eq!(empty, [K::NoWaybill, K::TextEmpty], "nothing is there to write");
    }

    #[test]
    fn the_houses_add_up_to_the_waybill() {
        use ManifestProblemKind as K;
        assert_eq!(kinds_after(|it| it.lines[0].pieces = 2), [K::PiecesDiffer]);
        assert_eq!(kinds_after(|it| it.lines[0].weight_g += 100), []);
        assert_eq!(kinds_after(|it| it.lines[0].weight_g += 101), [K::WeightDiffers]);
        assert_eq!(kinds_after(|it| it.lines[0].currency = "BRL".into()), [K::CurrenciesDiffer]);
        assert_eq!(kinds_after(|it| it.head.master = None), [K::NoWaybill]);
        assert!(kinds_after(|it| it.lines.clear()).contains(&K::NoLines));
    }

    #[test]
    fn open_bags_and_accepted_houses_are_named() {
        use ManifestProblemKind as K;
        let facts = CheckFacts {
            accepted_houses: HashSet::from(["RMS000002".to_owned()]),
            open_bags: HashSet::from(["MIA-B-26-000001".to_owned(), "MIA-B-26-000002".to_owned()]),
            stopped_houses: HashSet::from(["RMS000003".to_owned()]),
            unregistered_bags: vec!["MIA-B-26-000003".to_owned()],
            other_manifest: Some("MIA-M-26-000009".to_owned()),
            is_waybill_open: true,
            bags_differ: true,
        };
        let found = kinds(&snapshot(), &facts);
        let count = |kind| found.iter().filter(|it| **it == kind).count();
        assert_eq!((count(K::BagOpen), count(K::HouseAccepted), count(K::BagsDiffer)), (4, 1, 1));
        assert_eq!((count(K::HouseStopped), count(K::BagUsed), count(K::WaybillOpen)), (1, 1, 1));
        assert_eq!(count(K::BagUnregistered), 1);
        assert!(K::BagOpen.is_blocking() && !K::NoWaybill.is_blocking());
    }
}
