//! The parcels of a shipment, which may go on different days: which of them a code means, and which have left. Pure: no SQL, no
//! request.

use super::parcel_store::ParcelWay;

/// The number of the parcel that a code without one means: the next that is in no bag, or the last one when all are.
pub fn find_next(ways: &[ParcelWay], parcel_count: i16) -> i16 {
    let last = ways.iter().map(|way| way.seq).max();
    list_loose(ways, parcel_count).first().copied().or(last).unwrap_or(1)
}

/// The parcels that are in no bag: those that never were; if all were, those that were unpacked, to go on from there.
pub fn list_loose(ways: &[ParcelWay], parcel_count: i16) -> Vec<i16> {
    let find = |seq: i16| ways.iter().find(|way| way.seq == seq);
    let never: Vec<i16> = (1..=parcel_count).filter(|seq| find(*seq).is_none()).collect();
    if !never.is_empty() {
        return never;
    }
    (1..=parcel_count).filter(|seq| find(*seq).is_some_and(|way| !way.is_packed)).collect()
}

/// Whether these parcels are still here although others of their shipment have left.
pub fn stay_behind(ways: &[ParcelWay], seqs: &[i16]) -> bool {
    let gone: Vec<_> = ways.iter().filter(|way| way.has_departed()).collect();
    !gone.is_empty() && gone.iter().all(|way| !seqs.contains(&way.seq))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use uuid::Uuid;

    /// `p` packed, `d` departed, `a` arrived, `u` unpacked there; a dot: never in a bag.
    fn ways(letters: &str) -> Vec<ParcelWay> {
        let way = |(seq, letter): (i16, char)| ParcelWay {
            shipment_id: Uuid::nil(),
            seq,
            weight_g: 1_000,
            is_packed: letter != 'u',
            departed_at: (letter != 'p').then_some(DateTime::UNIX_EPOCH),
            arrived_at: matches!(letter, 'a' | 'u').then_some(DateTime::UNIX_EPOCH),
        };
        (1..).zip(letters.chars()).filter(|(_, letter)| *letter != '.').map(way).collect()
    }

    #[test]
    fn a_code_without_a_number_means_the_next_parcel_that_is_here() {
        for (letters, expected) in [
            ("...", 1),
            ("p..", 2),
            ("d..", 2),
            ("u..", 2),
            (".p.", 1),
            ("ppp", 3),
            ("uuu", 1),
            ("puu", 2),
            ("u", 1),
        ] {
            let parcels = i16::try_from(letters.len()).unwrap();
            assert_eq!(find_next(&ways(letters), parcels), expected, "{letters}");
        }
    }

    #[test]
    fn what_flies_without_a_bag_is_what_no_bag_has_taken() {
        assert_eq!(list_loose(&[], 2), [1, 2]);
        assert_eq!(list_loose(&ways("d.u"), 3), [2]);
        assert_eq!(list_loose(&ways("uu"), 2), [1, 2], "all of them go on from where they were unpacked");
        assert!(list_loose(&ways("dp"), 2).is_empty());
    }

    #[test]
    fn a_parcel_stays_behind_when_others_have_left() {
        assert!(stay_behind(&ways("d.."), &[2]) && stay_behind(&ways("up."), &[2]));
        assert!(!stay_behind(&ways("d.."), &[1]), "it has left itself");
        assert!(!stay_behind(&ways("pp."), &[3]) && !stay_behind(&[], &[1]), "none has left");
    }
}
