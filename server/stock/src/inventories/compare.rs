//! The difference between a count and the ledger, pure.

/// The units that a count has more than the ledger at that moment, below zero for missing ones. What was not counted says nothing.
pub fn find_variance(balance: Option<i32>, counted: Option<i32>) -> Option<i32> {
    let difference = i64::from(counted?) - i64::from(balance?);
    i32::try_from(difference).ok()
}

/// Counts of a line after which the last one stands in any case, for somebody to decide.
const MOST_COUNTS: usize = 3;

/// Whether the last of several variances of a line stands: it is within the tolerance, or an earlier count has said the same.
pub fn is_settled(variances: &[i32], tolerance: i32) -> bool {
    let Some((last, earlier)) = variances.split_last() else { return false };
    last.unsigned_abs() <= tolerance.unsigned_abs()
        || earlier.contains(last)
        || variances.len() >= MOST_COUNTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_files;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct CountFile {
        variance: Vec<VarianceCase>,
    }

    #[derive(Deserialize)]
    struct VarianceCase {
        expected: Option<i32>,
        counted: Option<i32>,
        variance: Option<i32>,
    }

    #[test]
    fn what_was_not_counted_is_not_zero() {
        let file: CountFile = serde_json::from_str(case_files::COUNT_CASES).unwrap();
        assert!(file.variance.len() > 5);
        for case in file.variance {
            let found = find_variance(case.expected, case.counted);
            assert_eq!(found, case.variance, "{:?} {:?}", case.expected, case.counted);
        }
    }

    #[test]
    fn a_figure_stands_within_the_tolerance_or_once_it_is_confirmed() {
        assert!(!is_settled(&[], 5));
        assert!(is_settled(&[0], 0));
        assert!(is_settled(&[-2], 2));
        assert!(!is_settled(&[-3], 2));
        // Ten, eight and eight units of twelve.
        assert!(!is_settled(&[-2, -4], 0));
        assert!(is_settled(&[-2, -4, -4], 0));
        assert!(is_settled(&[-4, 0], 0), "the ledger confirms the second count");
        assert!(!is_settled(&[i32::MIN], 0));
        assert!(is_settled(&[-2, -4, -6], 0), "somebody has to decide");
    }
}
