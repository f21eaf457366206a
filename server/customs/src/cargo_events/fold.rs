//! The state of a waybill from all that was reported of it, in whatever order the reports arrived. Pure: no SQL, no request.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};

use super::code::{CargoStage, DISCREPANCY, DiscrepancyMeaning, find_known, read_discrepancy};
use super::flights::{self, ToldPieces};
use super::progress::{CountedReport, StageProgress, WaybillProgress, WaybillTerms};

/// The state after all reports. Parts of a consignment are added up by flights; of one flight the highest number counts, as it
/// is told again with each correction.
pub fn fold_reports(terms: WaybillTerms<'_>, reports: &[CountedReport]) -> WaybillProgress {
    let mut ordered: Vec<&CountedReport> = reports.iter().collect();
    ordered.sort_by(|a, b| a.order().cmp(&b.order()));
    let told =
        reports.iter().filter(|report| report.code != DISCREPANCY).filter_map(|report| report.total).max();
    let of = told.unwrap_or(terms.pieces).max(1);
    let count = Count { destination: terms.destination, of };
    let stages = CargoStage::ALL.iter().filter_map(|stage| count.follow(*stage, &ordered)).collect();
    WaybillProgress {
        stages,
        flights: flights::list(&count, &ordered),
        missing: count.missing(&ordered),
        other_total: told.filter(|told| terms.pieces > 0 && *told != terms.pieces),
    }
}

impl CountedReport {
    fn order(&self) -> impl Ord {
        (self.occurred_at, self.code.clone(), self.discrepancy.clone(), self.flight.clone(), self.pieces)
    }

    fn part(&self) -> PartKey<'_> {
        let flight = self.flight.as_deref();
        let occurred_at = flight.is_none().then_some(self.occurred_at);
        PartKey { flight, day: self.day, occurred_at }
    }

    /// The stage to which its pieces have come by it. What a destination tells is told of a stop on the way: the goods left
    /// their origin.
    fn stage(&self, destination: &str) -> Option<CargoStage> {
        let stage = find_known(&self.code)?.stage?;
        let is_elsewhere = self.station.as_deref().is_some_and(|station| station != destination);
        if !(stage.is_at_destination() && is_elsewhere) {
            return Some(stage);
        }
        // Customs at the origin, or a check-in there from a lorry, moved nothing.
        matches!(stage, CargoStage::Arrived).then_some(CargoStage::Departed)
    }
}

/// Counts pieces.
pub struct Count<'a> {
    pub destination: &'a str,
    pub of: i32,
}

/// The flight of a day that some pieces came with. Without a flight, each report tells of other pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PartKey<'r> {
    flight: Option<&'r str>,
    day: NaiveDate,
    occurred_at: Option<DateTime<Utc>>,
}

type Parts<'r> = BTreeMap<PartKey<'r>, ToldPieces>;

impl Count<'_> {
    /// How far the waybill is in a stage; none before it.
    fn follow(&self, stage: CargoStage, ordered: &[&CountedReport]) -> Option<StageProgress> {
        let mut began_at = None;
        let mut whole_at = None;
        for end in 1..=ordered.len() {
            let pieces = self.pieces_in(stage, &ordered[..end]);
            let now = ordered[end - 1].occurred_at;
            if pieces > 0 {
                began_at = began_at.or(Some(now));
            }
            whole_at = (pieces >= self.of).then(|| whole_at.unwrap_or(now));
        }
        let pieces = self.pieces_in(stage, ordered);
        (pieces > 0).then_some(StageProgress { stage, pieces, of: self.of, began_at: began_at?, whole_at })
    }

    /// Pieces that have reached a stage or a further one.
    fn pieces_in(&self, stage: CargoStage, reports: &[&CountedReport]) -> i32 {
        let further = CargoStage::ALL.iter().filter(|other| **other == stage || other.is_after(stage));
        let most = further.map(|stage| self.reported_in(*stage, reports)).max().unwrap_or_default();
        let missing = if stage.is_at_destination() { self.missing(reports) } else { 0 };
        (most.min(self.of) - missing).max(0)
    }

    /// Pieces that reports name in a stage: at each place the sum of its flights; the place with most of them counts, as the
    /// same pieces pass several places.
    fn reported_in(&self, stage: CargoStage, reports: &[&CountedReport]) -> i32 {
        let mut places: BTreeMap<Option<&str>, Parts<'_>> = BTreeMap::new();
        for report in reports.iter().filter(|report| report.stage(self.destination) == Some(stage)) {
            let parts = places.entry(report.station.as_deref()).or_default();
            parts.entry(report.part()).or_default().add(report.sheet, self.pieces_of(report));
        }
        places.values().map(|parts| self.sum_up(stage, parts, reports)).max().unwrap_or_default()
    }

    /// The pieces of the parts at one place. What a flight left behind, the flight of the same number takes on another day: it is
    /// taken off once for all its days.
    fn sum_up(&self, stage: CargoStage, parts: &Parts<'_>, reports: &[&CountedReport]) -> i32 {
        let mut flights: BTreeMap<Option<&str>, i32> = BTreeMap::new();
        for (part, told) in parts {
            *flights.entry(part.flight).or_insert(0) += told.count();
        }
        let is_departure = stage == CargoStage::Departed;
        let left_of = |flight| if is_departure { self.left_behind(flight, reports) } else { 0 };
        flights.into_iter().map(|(flight, pieces)| (pieces - left_of(flight)).max(0)).sum()
    }

    /// Pieces of a report. What the reporter calls the whole consignment is all of it.
    pub fn pieces_of(&self, report: &CountedReport) -> i32 {
        match (report.pieces, report.total) {
            (None, _) => self.of,
            (Some(pieces), Some(total)) if pieces >= total => self.of,
            (Some(pieces), _) => pieces.min(self.of),
        }
    }

    /// Pieces of a flight that were left behind after it was reported with them.
    pub fn left_behind(&self, flight: Option<&str>, reports: &[&CountedReport]) -> i32 {
        let of_flight = |report: &&&CountedReport| flight.is_some() && report.flight.as_deref() == flight;
        let sum = |meaning| self.sum_of(meaning, reports.iter().filter(of_flight).copied());
        (sum(DiscrepancyMeaning::LeftBehind) - sum(DiscrepancyMeaning::Loaded)).max(0)
    }

    fn missing(&self, reports: &[&CountedReport]) -> i32 {
        let sum = |meaning| self.sum_of(meaning, reports.iter().copied());
        (sum(DiscrepancyMeaning::Missing) - sum(DiscrepancyMeaning::Found)).clamp(0, self.of)
    }

    fn sum_of<'r>(
        &self,
        meaning: DiscrepancyMeaning,
        reports: impl Iterator<Item = &'r CountedReport>,
    ) -> i32 {
        let means = |report: &&CountedReport| {
            report.discrepancy.as_deref().is_some_and(|code| read_discrepancy(code) == meaning)
        };
        // A discrepancy of all pieces has their number; none is one of one piece.
        reports.filter(means).map(|report| report.pieces.unwrap_or(1)).fold(0, i32::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::super::following::{FollowedMove, ParcelMove, list_moves};
    use super::super::reader::read_message;
    use super::*;
    use chrono::{NaiveTime, TimeZone};
    use proptest::prelude::*;

    const TERMS: WaybillTerms<'_> = WaybillTerms { destination: "GRU", pieces: 3 };

    /// The reports of lines below one waybill of three pieces; the clocks show UTC.
    fn reports(lines: &[&str]) -> Vec<CountedReport> {
        let text = format!("FSU/14\n957-12345686MIAGRU/T3K42.0\n{}", lines.join("\n"));
        let message = read_message(text.as_bytes(), "2026-11-13T12:00:00Z".parse().unwrap());
        assert_eq!((message.problem, message.unread.len()), (None, 0), "{text}");
        let counted = message.reports.into_iter().map(|report| CountedReport {
            code: report.code,
            discrepancy: report.discrepancy,
            pieces: report.pieces.pieces,
            total: report.pieces.total,
            flight: report.flight,
            day: report.moment.day,
            station: report.station,
            to_station: report.to_station,
            sheet: report.sheet,
            occurred_at: Utc
                .from_utc_datetime(&report.moment.day.and_time(report.moment.time.unwrap_or(NaiveTime::MIN))),
        });
        counted.collect()
    }

    fn fold(lines: &[&str]) -> WaybillProgress {
        let reports = if lines.is_empty() { Vec::new() } else { reports(lines) };
        fold_reports(TERMS, &reports)
    }

    /// The stages with their pieces, and a star for whole ones.
    fn write(progress: &WaybillProgress) -> String {
        let stage = |one: &StageProgress| {
            let whole = if one.whole_at.is_some() { "*" } else { "" };
            format!("{} {}/{}{whole}", one.stage.as_str(), one.pieces, one.of)
        };
        progress.stages.iter().map(stage).collect::<Vec<_>>().join(", ")
    }

    const DEP_1: &str = "DEP/LA8191/12NOV/MIAGRU/P1K12.0/A0922/E1935";
    const DEP_2: &str = "DEP/LA8193/13NOV/MIAGRU/P2K30.0/A0930/E1940";
    const RCF_1: &str = "RCF/LA8191/12NOV2105/GRU/P1K12.0";
    const RCF_2: &str = "RCF/LA8193/13NOV2105/GRU/P2K30.0";
    const MSCA: &str = "DIS/LA8193/13NOV2130/GRU/MSCA/P1K15.5";
    const FDCA: &str = "DIS/LA8193/14NOV0715/GRU/FDCA/P1K15.5";
    const DLV: &str = "DLV/15NOV1000/GRU/T3K42.0/REMESSA";

    #[test]
    fn parts_are_added_up_by_flights() {
        assert_eq!(write(&fold(&[DEP_1])), "accepted 1/3, departed 1/3");
        assert_eq!(write(&fold(&[DEP_1, DEP_1])), "accepted 1/3, departed 1/3");
        assert_eq!(write(&fold(&[DEP_1, DEP_2])), "accepted 3/3*, departed 3/3*");
        let arrived = fold(&[DEP_1, DEP_2, RCF_1]);
        assert_eq!(write(&arrived), "accepted 3/3*, departed 3/3*, arrived 1/3, received 1/3");
        assert_eq!(arrived.stage(), Some(CargoStage::Received));
        assert_eq!(
            write(&fold(&[RCF_1, RCF_2])),
            "accepted 3/3*, departed 3/3*, arrived 3/3*, received 3/3*"
        );
    }

    #[test]
    fn a_piece_told_again_for_its_flight_is_no_other_piece() {
        let again = "DEP/LA8191/12NOV/MIAGRU/P2K24.0/A0922";
        assert_eq!(write(&fold(&[DEP_1, again])), "accepted 2/3, departed 2/3");
    }

    #[test]
    fn stops_on_the_way_are_no_arrival() {
        let stop = "RCF/LA8191/12NOV1505/BOG/T3K42.0";
        assert_eq!(write(&fold(&[stop])), "");
        let landed = "ARR/LA8191/12NOV1505/BOG/T3K42.0";
        assert_eq!(write(&fold(&[landed])), "accepted 3/3*, departed 3/3*");
        let onward = "DEP/AV85/12NOV/BOGGRU/P1K12.0/A1900";
        assert_eq!(write(&fold(&[DEP_1, onward])), "accepted 1/3, departed 1/3");
    }

    #[test]
    fn what_is_missing_has_not_arrived_until_it_is_found() {
        let missed = fold(&["ARR/LA8193/13NOV1931/GRU/T3K42.0", MSCA]);
        assert_eq!(
            (missed.missing, write(&missed).as_str()),
            (1, "accepted 3/3*, departed 3/3*, arrived 2/3")
        );
        let found = fold(&["ARR/LA8193/13NOV1931/GRU/T3K42.0", MSCA, FDCA]);
        assert_eq!(
            (found.missing, write(&found).as_str()),
            (0, "accepted 3/3*, departed 3/3*, arrived 3/3*")
        );
        let again = fold(&[MSCA, FDCA, "DIS/LA8193/15NOV0715/GRU/MSCA/P1K15.5"]);
        assert_eq!(again.missing, 1);
    }

    #[test]
    fn what_was_left_behind_has_not_departed() {
        let left = "DIS/LA8191/12NOV1000/MIA/OFLD/P1K12.0";
        assert_eq!(
            write(&fold(&["DEP/LA8191/12NOV/MIAGRU/T3K42.0/A0922", left])),
            "accepted 2/3, departed 2/3"
        );
        let after = "DEP/LA8193/13NOV/MIAGRU/P1K12.0/A0930";
        let both = fold(&["DEP/LA8191/12NOV/MIAGRU/T3K42.0/A0922", left, after]);
        assert_eq!(write(&both), "accepted 3/3*, departed 3/3*");
    }

    #[test]
    fn what_was_left_behind_departs_with_the_same_flight_of_the_next_day() {
        let left = "DIS/LA8191/12NOV1000/MIA/OFLD/P1K12.0";
        let next_day = "DEP/LA8191/13NOV/MIAGRU/P1K12.0/A0930";
        let all = fold(&[next_day, left, "DEP/LA8191/12NOV/MIAGRU/T3K42.0/A0922"]);
        assert_eq!(write(&all), "accepted 3/3*, departed 3/3*");
    }

    #[test]
    fn another_number_of_pieces_is_said() {
        let four = WaybillTerms { pieces: 4, ..TERMS };
        let whole = reports(&["DEP/LA8191/12NOV/MIAGRU/T3K42.0/A0922"]);
        let progress = fold_reports(four, &whole);
        assert_eq!(
            (write(&progress).as_str(), progress.other_total),
            ("accepted 3/3*, departed 3/3*", Some(3))
        );
        assert_eq!(fold(&[DEP_1]).other_total, None);
    }

    #[test]
    fn parcels_follow_when_all_pieces_have_moved() {
        let moves = |lines: &[&str]| list_moves(&fold(lines));
        let steps = |lines: &[&str]| moves(lines).iter().map(|it| it.parcel_move).collect::<Vec<_>>();
        assert_eq!(moves(&[DEP_1]), []);
        let departed = FollowedMove {
            parcel_move: ParcelMove::Depart,
            occurred_at: "2026-11-13T09:30:00Z".parse().unwrap(),
        };
        assert_eq!(moves(&[DEP_1, DEP_2]), [departed], "nobody told of an acceptance");
        assert_eq!(moves(&[DEP_1, DEP_2, RCF_1]), [departed]);
        assert_eq!(
            steps(&["RCS/11NOV1810/MIA/T3K42.0/X", DEP_1, DEP_2, RCF_1, RCF_2]),
            ParcelMove::ALL,
            "the whole way, each move in its order"
        );
        assert_eq!(steps(&[DLV]), [ParcelMove::Arrive], "a delivery says that it arrived, and no more");
        let landed = "ARR/LA8193/13NOV1931/GRU/T3K42.0";
        assert_eq!(steps(&[DEP_1, DEP_2, landed, MSCA]), [ParcelMove::Depart], "a piece is missed");
    }

    /// All orders of some things.
    fn orders<T: Clone>(things: &[T]) -> Vec<Vec<T>> {
        if things.is_empty() {
            return vec![Vec::new()];
        }
        let mut found = Vec::new();
        for index in 0..things.len() {
            let mut rest = things.to_vec();
            let first = rest.remove(index);
            found.extend(orders(&rest).into_iter().map(|order| [vec![first.clone()], order].concat()));
        }
        found
    }

    #[test]
    fn every_order_of_arrival_leads_to_the_same_state() {
        let set = reports(&["RCS/11NOV1810/MIA/T3K42.0/REMESSA", DEP_1, DEP_2, RCF_1, MSCA, FDCA, DLV]);
        let all = orders(&set);
        assert_eq!(all.len(), 5040);
        let expected = fold_reports(TERMS, &set);
        assert_eq!(expected.stage(), Some(CargoStage::Delivered));
        for order in all {
            assert_eq!(fold_reports(TERMS, &order), expected);
        }
    }

    proptest! {
        #[test]
        fn no_subset_and_order_changes_the_state(
            picked in proptest::sample::subsequence(
                vec![DEP_1, DEP_2, RCF_1, RCF_2, MSCA, FDCA, DLV, "DIS/LA8191/12NOV1000/MIA/OFLD/P1K12.0"], 1..=8
            ),
            seed in any::<u64>(),
        ) {
            let set = reports(&picked);
            let mut shuffled = set.clone();
            shuffled.rotate_left(usize::try_from(seed % 8).unwrap() % set.len());
            shuffled.reverse();
            let progress = fold_reports(TERMS, &set);
            prop_assert_eq!(fold_reports(TERMS, &shuffled), progress.clone());
            for stage in &progress.stages {
                prop_assert!(stage.pieces > 0 && stage.pieces <= stage.of);
            }
        }
    }
}
