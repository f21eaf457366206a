//! Compares parcels that were found where a flight arrived with those that were expected. Pure: no SQL, no request.

use chrono::{DateTime, Utc};
use trade::wire_name;
use uuid::Uuid;

wire_name! {
    /// The state of a parcel of a break-bag.
    ParcelFinding {
        /// Expected, and not scanned yet.
        Awaited = "awaited",
        Found = "found",
        /// In another bag than the papers say.
        OtherBag = "other_bag",
        /// Scanned, and not expected.
        Over = "over",
        /// Expected, and not there although all of the flight was unpacked.
        Short = "short",
    }
}

wire_name! {
    /// How a difference was settled.
    DifferenceResolution {
        /// It turned up. Its scan settles it.
        FoundLater = "found_later",
        OtherFlight = "other_flight",
        Returned = "returned",
        /// Lost, or too damaged; a claim follows.
        Lost = "lost",
        /// The papers were wrong.
        DataError = "data_error",
        /// It goes on as it is.
        Accepted = "accepted",
    }
}

/// The ways to settle a difference. A damaged parcel has its own, whatever else it is.
const SHORT: &[DifferenceResolution] =
    &[DifferenceResolution::OtherFlight, DifferenceResolution::Lost, DifferenceResolution::DataError];
const OVER: &[DifferenceResolution] =
    &[DifferenceResolution::Accepted, DifferenceResolution::Returned, DifferenceResolution::DataError];
const DAMAGED: &[DifferenceResolution] =
    &[DifferenceResolution::Accepted, DifferenceResolution::Returned, DifferenceResolution::Lost];

/// A scan of a parcel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrivalScan {
    /// Made by the station.
    pub id: Uuid,
    pub at: DateTime<Utc>,
    /// The bag that was being unpacked; none if it was not told.
    pub bag_id: Option<Uuid>,
}

/// A parcel of a break-bag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComparedParcel {
    pub is_expected: bool,
    /// The bag in which it should be; none for a loose parcel.
    pub bag_id: Option<Uuid>,
    pub is_scanned: bool,
    /// The bag in which it was.
    pub found_bag_id: Option<Uuid>,
    pub is_damaged: bool,
    pub resolution: Option<DifferenceResolution>,
}

impl ComparedParcel {
    /// Its state; `is_complete` once all of the flight was unpacked.
    pub fn finding(&self, is_complete: bool) -> ParcelFinding {
        let is_elsewhere = self.found_bag_id.is_some_and(|found| Some(found) != self.bag_id);
        match (self.is_expected, self.is_scanned) {
            (false, _) => ParcelFinding::Over,
            (true, true) if is_elsewhere => ParcelFinding::OtherBag,
            (true, true) => ParcelFinding::Found,
            (true, false) if is_complete => ParcelFinding::Short,
            (true, false) => ParcelFinding::Awaited,
        }
    }

    /// The ways to settle it; empty when there is nothing to settle.
    pub fn ways_to_settle(&self, is_complete: bool) -> &'static [DifferenceResolution] {
        match self.finding(is_complete) {
            ParcelFinding::Over => OVER,
            ParcelFinding::Short => SHORT,
            ParcelFinding::Awaited | ParcelFinding::Found | ParcelFinding::OtherBag if self.is_damaged => {
                DAMAGED
            }
            ParcelFinding::Awaited | ParcelFinding::Found | ParcelFinding::OtherBag => &[],
        }
    }

    /// Whether somebody has to decide about it.
    pub fn is_open(&self, is_complete: bool) -> bool {
        self.resolution.is_none() && !self.ways_to_settle(is_complete).is_empty()
    }

    /// It with all of its scans. A scan from its own bag counts more than one from another; then the first one.
    pub fn after_scans(self, scans: &[ArrivalScan]) -> Self {
        let is_elsewhere = |scan: &&ArrivalScan| scan.bag_id.is_some_and(|bag| Some(bag) != self.bag_id);
        let Some(scan) = scans.iter().min_by_key(|scan| (is_elsewhere(scan), scan.at, scan.id)) else {
            return self;
        };
        let is_late = self.resolution.is_some() && !self.is_scanned && self.is_expected;
        let resolution = if is_late { Some(DifferenceResolution::FoundLater) } else { self.resolution };
        Self { is_scanned: true, found_bag_id: scan.bag_id, resolution, ..self }
    }
}

/// How many parcels there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComparedCounts {
    pub expected: i32,
    pub found: i32,
    pub awaited: i32,
    pub over: i32,
    pub short: i32,
    pub damaged: i32,
    /// About which somebody has to decide.
    pub open: i32,
}

pub fn count_parcels<'a>(
    parcels: impl IntoIterator<Item = &'a ComparedParcel>,
    is_complete: bool,
) -> ComparedCounts {
    let mut counts = ComparedCounts::default();
    for parcel in parcels {
        counts.expected += i32::from(parcel.is_expected);
        counts.damaged += i32::from(parcel.is_damaged);
        counts.open += i32::from(parcel.is_open(is_complete));
        match parcel.finding(is_complete) {
            ParcelFinding::Awaited => counts.awaited += 1,
            ParcelFinding::Found | ParcelFinding::OtherBag => counts.found += 1,
            ParcelFinding::Over => counts.over += 1,
            ParcelFinding::Short => counts.short += 1,
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use proptest::prelude::*;

    const BAG: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);

    fn expected() -> ComparedParcel {
        ComparedParcel { is_expected: true, bag_id: Some(BAG), ..ComparedParcel::default() }
    }

    fn scan(number: u32, bag_id: Option<Uuid>) -> ArrivalScan {
        let start: DateTime<Utc> = "2026-11-13T12:00:00Z".parse().unwrap();
        ArrivalScan {
            id: Uuid::from_u128(number.into()),
            at: start + TimeDelta::seconds(i64::from(number)),
            bag_id,
        }
    }

    #[test]
    fn what_is_not_there_is_short_once_all_is_unpacked() {
        let parcel = expected();
        assert_eq!((parcel.finding(false), parcel.is_open(false)), (ParcelFinding::Awaited, false));
        assert_eq!((parcel.finding(true), parcel.is_open(true)), (ParcelFinding::Short, true));
        let settled = ComparedParcel { resolution: Some(DifferenceResolution::OtherFlight), ..parcel };
        assert_eq!((settled.finding(true), settled.is_open(true)), (ParcelFinding::Short, false));
    }

    #[test]
    fn a_scan_finds_a_parcel_in_its_bag_or_another() {
        for (bag, finding) in [
            (Some(BAG), ParcelFinding::Found),
            (None, ParcelFinding::Found),
            (Some(OTHER), ParcelFinding::OtherBag),
        ] {
            let parcel = expected().after_scans(&[scan(1, bag)]);
            assert_eq!((parcel.finding(true), parcel.is_open(true)), (finding, false), "{bag:?}");
        }
        let over = ComparedParcel::default().after_scans(&[scan(1, Some(BAG))]);
        assert_eq!((over.finding(false), over.is_open(false)), (ParcelFinding::Over, true));
    }

    #[test]
    fn a_short_parcel_that_is_scanned_later_settles_itself() {
        let lost = ComparedParcel { resolution: Some(DifferenceResolution::Lost), ..expected() };
        let found = lost.after_scans(&[scan(9, None)]);
        assert_eq!(
            (found.finding(true), found.resolution),
            (ParcelFinding::Found, Some(DifferenceResolution::FoundLater))
        );
        assert_eq!(expected().after_scans(&[scan(9, None)]).resolution, None);
    }

    #[test]
    fn a_damaged_parcel_waits_for_a_decision_although_it_is_there() {
        let damaged = ComparedParcel { is_damaged: true, ..expected() }.after_scans(&[scan(1, Some(BAG))]);
        assert_eq!(damaged.finding(false), ParcelFinding::Found);
        assert!(
            damaged.is_open(false) && damaged.ways_to_settle(false).contains(&DifferenceResolution::Returned)
        );
        assert!(
            !ComparedParcel { resolution: Some(DifferenceResolution::Accepted), ..damaged }.is_open(false)
        );
    }

    #[test]
    fn each_difference_has_its_ways_to_settle() {
        assert!(
            !SHORT.contains(&DifferenceResolution::Accepted) && !OVER.contains(&DifferenceResolution::Lost)
        );
        let by_people = DifferenceResolution::ALL
            .iter()
            .filter(|resolution| **resolution != DifferenceResolution::FoundLater);
        for resolution in by_people {
            assert!([SHORT, OVER, DAMAGED].iter().any(|ways| ways.contains(resolution)), "{resolution:?}");
        }
        assert_eq!(expected().ways_to_settle(false), []);
    }

    #[test]
    fn parcels_are_counted() {
        let found = expected().after_scans(&[scan(1, Some(OTHER))]);
        let over = ComparedParcel::default().after_scans(&[scan(2, None)]);
        let damaged = ComparedParcel { is_damaged: true, ..found };
        let counts = count_parcels(&[expected(), found, over, damaged], true);
        let wanted =
            ComparedCounts { expected: 3, found: 2, awaited: 0, over: 1, short: 1, damaged: 1, open: 3 };
        assert_eq!(counts, wanted);
        assert_eq!(count_parcels(&[expected()], false).awaited, 1);
    }

    proptest! {
        #[test]
        fn the_order_of_scans_does_not_matter(bags in proptest::collection::vec(0..3_u8, 1..6)) {
            let to_bag = |bag: &u8| [None, Some(BAG), Some(OTHER)][usize::from(*bag)];
            let scans: Vec<_> = bags.iter().zip(1..).map(|(bag, number)| scan(number, to_bag(bag))).collect();
            let mut reversed = scans.clone();
            reversed.reverse();
            let parcel = expected().after_scans(&scans);
            prop_assert_eq!(parcel, expected().after_scans(&reversed));
            prop_assert_eq!(parcel, parcel.after_scans(&scans));
            prop_assert_eq!(parcel.finding(true) == ParcelFinding::OtherBag, bags.iter().all(|bag| *bag == 2));
        }
    }
}
