//! Numbers of dispatches between two posts, and of the receptacles in each.

use super::s9::MAX_DISPATCH;

/// The newest dispatch of a route, and the newest receptacle in it; 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct DispatchCounter {
    pub dispatch_no: i16,
    pub receptacle_no: i16,
}

/// Why there is no further number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberRefusal {
    /// The dispatch is over.
    Dispatch,
    /// The dispatch has no more receptacles.
    Receptacle,
    /// The route has no dispatch left this year.
    UsedUp,
}

impl DispatchCounter {
    /// The number of the next receptacle: in the dispatch under way, or in the one that is asked for. A dispatch has at most so many
    /// receptacles.
    pub fn take_next(self, asked: Option<i32>, max_receptacle: i16) -> Result<Self, NumberRefusal> {
        let under_way = i32::from(self.dispatch_no);
        let is_full = self.receptacle_no >= max_receptacle;
        if under_way + i32::from(is_full) > i32::from(MAX_DISPATCH) {
            return Err(NumberRefusal::UsedUp);
        }
        let dispatch = match asked {
            Some(asked) if asked < under_way => return Err(NumberRefusal::Dispatch),
            Some(asked) if asked == under_way && is_full => return Err(NumberRefusal::Receptacle),
            Some(asked) => asked,
            None => under_way + i32::from(is_full),
        };
        if dispatch > i32::from(MAX_DISPATCH) {
            return Err(NumberRefusal::Dispatch);
        }
        let dispatch_no = i16::try_from(dispatch).map_err(|_| NumberRefusal::Dispatch)?;
        let receptacle_no = if dispatch == under_way { self.receptacle_no + 1 } else { 1 };
        Ok(Self { dispatch_no, receptacle_no })
    }

    /// The number before that of the next bag: after the last bag of a dispatch, the next dispatch begins.
    pub const fn after(self, is_last: bool) -> Self {
        if is_last { Self { dispatch_no: self.dispatch_no + 1, receptacle_no: 0 } } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::s9::MAX_RECEPTACLE;
    use super::*;
    use proptest::prelude::*;

    const fn counter(dispatch_no: i16, receptacle_no: i16) -> DispatchCounter {
        DispatchCounter { dispatch_no, receptacle_no }
    }

    #[test]
    fn receptacles_are_counted_within_a_dispatch() {
        assert_eq!(counter(1, 0).take_next(None, MAX_RECEPTACLE), Ok(counter(1, 1)));
        assert_eq!(counter(1, 1).take_next(Some(1), MAX_RECEPTACLE), Ok(counter(1, 2)));
        assert_eq!(counter(1, 2).take_next(Some(7), MAX_RECEPTACLE), Ok(counter(7, 1)));
        assert_eq!(counter(7, 1).after(true).take_next(None, MAX_RECEPTACLE), Ok(counter(8, 1)));
        assert_eq!(counter(7, 1).after(false).take_next(None, MAX_RECEPTACLE), Ok(counter(7, 2)));
    }

    #[test]
    fn a_full_dispatch_is_followed_by_the_next_one() {
        assert_eq!(counter(3, 999).take_next(None, MAX_RECEPTACLE), Ok(counter(4, 1)));
        assert_eq!(counter(3, 999).take_next(Some(3), MAX_RECEPTACLE), Err(NumberRefusal::Receptacle));
        assert_eq!(counter(3, 500).take_next(None, 500), Ok(counter(4, 1)), "an operator takes fewer");
        assert_eq!(counter(3, 500).take_next(Some(3), 500), Err(NumberRefusal::Receptacle));
    }

    #[test]
    fn a_dispatch_that_is_over_takes_no_more() {
        assert_eq!(counter(8, 0).take_next(Some(7), MAX_RECEPTACLE), Err(NumberRefusal::Dispatch));
    }

    #[test]
    fn after_the_last_dispatch_of_a_year_there_is_none() {
        let last = counter(9999, 4);
        assert_eq!(last.take_next(None, MAX_RECEPTACLE), Ok(counter(9999, 5)));
        for used_up in [last.after(true), counter(9999, 999)] {
            for asked in [None, Some(7), Some(9999)] {
                assert_eq!(used_up.take_next(asked, MAX_RECEPTACLE), Err(NumberRefusal::UsedUp));
            }
        }
    }

    proptest! {
        #[test]
        fn no_number_is_given_twice(lasts in proptest::collection::vec(any::<bool>(), 1..60)) {
            let mut newest = counter(1, 0);
            let mut given = Vec::new();
            for is_last in lasts {
                let next = newest.take_next(None, MAX_RECEPTACLE).unwrap();
                prop_assert!(!given.contains(&next));
                given.push(next);
                newest = next.after(is_last);
            }
        }
    }
}
