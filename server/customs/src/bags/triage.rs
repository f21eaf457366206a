//! Groups by which the Brazilian post sorts postcodes: a bag for it has parcels of one group.

use std::sync::LazyLock;

use trade::party::BRAZIL;

const GROUPS: &str = include_str!("cep_triage_groups.csv");

/// Postcodes from the first to the last one, eight digits each.
struct TriageRange {
    group: i16,
    first: String,
    last: String,
}

static RANGES: LazyLock<Vec<TriageRange>> = LazyLock::new(|| {
    let to_range = |line: &str| {
        let mut parts = line.split(',');
        let group = parts.next()?.parse().ok()?;
        Some(TriageRange { group, first: parts.next()?.to_owned(), last: parts.next()?.trim().to_owned() })
    };
    GROUPS.lines().filter_map(to_range).collect()
});

/// The group of a postcode; none outside Brazil, and for no postcode of eight digits.
pub fn find_group(country_id: Option<i16>, postcode: Option<&str>) -> Option<i16> {
    if country_id != Some(BRAZIL) {
        return None;
    }
    let digits: String = postcode?.chars().filter(char::is_ascii_digit).collect();
    let is_in = |range: &&TriageRange| digits >= range.first && digits <= range.last;
    (digits.len() == 8).then(|| RANGES.iter().find(is_in).map(|range| range.group)).flatten()
}

/// First and last postcodes of a group.
pub fn list_ranges(group: i16) -> Vec<(String, String)> {
    let of_group = RANGES.iter().filter(|range| range.group == group);
    of_group.map(|range| (range.first.clone(), range.last.clone())).collect()
}

/// Whether the post has such a group.
pub fn is_group(group: i16) -> bool {
    RANGES.iter().any(|range| range.group == group)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_postcode_has_one_group() {
        assert!(RANGES.len() > 100);
        for pair in RANGES.windows(2) {
            let last: u32 = pair[0].last.parse().unwrap();
            assert_eq!(Ok(last + 1), pair[1].first.parse(), "{}", pair[0].last);
        }
        assert_eq!(
            (RANGES[0].first.as_str(), RANGES[RANGES.len() - 1].last.as_str()),
            ("01000000", "99999999")
        );
    }

    #[test]
    fn a_postcode_is_found_as_people_write_it() {
        assert_eq!(find_group(Some(BRAZIL), Some("01310-100")), Some(1));
        assert_eq!(find_group(Some(BRAZIL), Some("20040-002")), Some(3));
        assert_eq!(find_group(Some(BRAZIL), Some("1310")), None);
        assert_eq!(find_group(Some(BRAZIL + 1), Some("01310-100")), None);
        assert_eq!(find_group(Some(BRAZIL), None), None);
        assert!(is_group(1) && !is_group(98));
        assert_eq!(list_ranges(1), [("01000000".to_owned(), "11599999".to_owned())]);
    }
}
