//! The order of the stops of a run: a short open path from the depot to the last stop.
//!
//! Each stop is inserted where it costs least; then parts of the path are turned round and moved as long as it gets shorter.
//! With few stops, all orders are tried that can still be shorter. The same stops give the same order. Libraries for vehicle
//! routing (vrp-core, u-routing) plan fleets with capacities, by chance, and bring more code than these lines.

/// A place, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub latitude: f64,
    pub longitude: f64,
}

/// A stop of a run in its present order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunStop {
    pub place: Place,
    /// Keeps its position: it is done, or somebody chose it.
    pub is_fixed: bool,
}

/// Most stops of a run that are put in order; that takes less than a second.
pub const MAX_STOPS: usize = 150;

const EARTH_RADIUS_M: f64 = 6_371_008.8;
/// Longest part of the path that is moved as a whole.
const LONGEST_PART: usize = 3;
/// Shorter gains are errors of rounding.
const LEAST_GAIN_M: f64 = 0.01;
/// With few stops, each one is tried as the first.
const FEW_STOPS: usize = 12;
/// So many stops have few enough orders to try them all.
const VERY_FEW_STOPS: usize = 9;

impl Place {
    /// Along the great circle.
    pub fn distance_m(&self, other: &Self) -> f64 {
        let (from, to) = (self.latitude.to_radians(), other.latitude.to_radians());
        let across = (other.longitude - self.longitude).to_radians();
        let half_chord =
            ((to - from) / 2.0).sin().powi(2) + from.cos() * to.cos() * (across / 2.0).sin().powi(2);
        2.0 * EARTH_RADIUS_M * half_chord.sqrt().min(1.0).asin()
    }
}

/// The indexes of the stops in a better order. Fixed stops keep their positions; the order is never longer than the present
/// one. More than `MAX_STOPS` stay as they are.
pub fn order_stops(depot: Place, stops: &[RunStop]) -> Vec<usize> {
    if stops.len() > MAX_STOPS {
        return (0..stops.len()).collect();
    }
    let path = Path::new(depot, stops);
    let free = path.free.clone();
    let firsts = if free.len() <= FEW_STOPS { &free[..] } else { &[] };
    let insertions = firsts.iter().map(|first| path.insert_all(Some(*first))).chain([path.insert_all(None)]);
    let orders = insertions.chain([free.clone()]).map(|order| path.improve(order));
    let best = orders.min_by(|one, other| path.measure(one).total_cmp(&path.measure(other)));
    let mut best = best.unwrap_or(free);
    if best.len() <= VERY_FEW_STOPS {
        path.try_orders(&mut Vec::new(), &mut best);
    }
    path.fill(&best).collect()
}

/// The length of a path through all stops in this order.
pub fn measure_path(depot: Place, stops: &[Place]) -> f64 {
    let from = std::iter::once(&depot).chain(stops);
    from.zip(stops).map(|(from, to)| from.distance_m(to)).sum()
}

/// The stops with their distances. An order of the free stops is a list of their indexes.
struct Path {
    from_depot: Vec<f64>,
    between: Vec<Vec<f64>>,
    is_fixed: Vec<bool>,
    free: Vec<usize>,
}

impl Path {
    fn new(depot: Place, stops: &[RunStop]) -> Self {
        let distances =
            |from: &Place| stops.iter().map(|to| from.distance_m(&to.place)).collect::<Vec<f64>>();
        Self {
            from_depot: distances(&depot),
            between: stops.iter().map(|stop| distances(&stop.place)).collect(),
            is_fixed: stops.iter().map(|stop| stop.is_fixed).collect(),
            free: (0..stops.len()).filter(|index| !stops[*index].is_fixed).collect(),
        }
    }

    /// All stops: the free ones in this order, between the fixed ones on their positions. While free ones are missing, the
    /// fixed ones move forward.
    fn fill(&self, order: &[usize]) -> impl Iterator<Item = usize> {
        let mut free = order.iter().copied();
        let positions = self.is_fixed.iter().enumerate();
        positions.filter_map(move |(index, is_fixed)| if *is_fixed { Some(index) } else { free.next() })
    }

    /// The length of the path through all stops, with the free ones in this order.
    fn measure(&self, order: &[usize]) -> f64 {
        let (mut length, mut before) = (0.0, None);
        for stop in self.fill(order) {
            length += before.map_or(self.from_depot[stop], |before: usize| self.between[before][stop]);
            before = Some(stop);
        }
        length
    }

    /// Replaces the best order by a shorter one that begins with these stops. A beginning that is already as long as the best
    /// path is not continued: further stops are detours.
    fn try_orders(&self, beginning: &mut Vec<usize>, best: &mut Vec<usize>) {
        if self.measure(beginning) >= self.measure(best) {
            return;
        }
        if beginning.len() == best.len() {
            best.clone_from(beginning);
            return;
        }
        for stop in self.free.iter().filter(|stop| !beginning.contains(stop)).copied().collect::<Vec<_>>() {
            beginning.push(stop);
            self.try_orders(beginning, best);
            beginning.pop();
        }
    }

    /// Inserts each stop where the path grows least, the cheapest stop first.
    fn insert_all(&self, first: Option<usize>) -> Vec<usize> {
        let mut order: Vec<usize> = first.into_iter().collect();
        let mut left: Vec<usize> = self.free.iter().copied().filter(|index| Some(*index) != first).collect();
        while let Some(next) = self.find_cheapest(&order, &left) {
            order.insert(next.position, left.remove(next.index));
        }
        order
    }

    fn find_cheapest(&self, order: &[usize], left: &[usize]) -> Option<Insertion> {
        let positions = |index: usize| (0..=order.len()).map(move |position| Insertion { index, position });
        let cost = |insertion: &Insertion| {
            let mut grown = order.to_vec();
            grown.insert(insertion.position, left[insertion.index]);
            self.measure(&grown)
        };
        let costs = (0..left.len()).flat_map(positions).map(|insertion| (cost(&insertion), insertion));
        costs.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, insertion)| insertion)
    }

    /// Takes each change that makes the path shorter, until none does.
    fn improve(&self, mut order: Vec<usize>) -> Vec<usize> {
        let mut length = self.measure(&order);
        let mut has_improved = true;
        while has_improved {
            has_improved = false;
            for change in list_changes(order.len()) {
                let changed = change.apply(&order);
                let shorter = self.measure(&changed);
                if shorter < length - LEAST_GAIN_M {
                    (order, length, has_improved) = (changed, shorter, true);
                }
            }
        }
        order
    }
}

/// One of the stops that are left, and where it goes.
struct Insertion {
    index: usize,
    position: usize,
}

/// A part of the path that goes elsewhere, or stays and is turned round.
struct Change {
    from: usize,
    length: usize,
    /// Among the stops without the part.
    to: usize,
    is_turned: bool,
}

impl Change {
    fn apply(&self, order: &[usize]) -> Vec<usize> {
        let mut changed = order.to_vec();
        let mut part: Vec<usize> = changed.drain(self.from..self.from + self.length).collect();
        if self.is_turned {
            part.reverse();
        }
        changed.splice(self.to..self.to, part);
        changed
    }
}

/// All changes of an order of so many stops: each part turned round in its place, each short part moved.
fn list_changes(count: usize) -> impl Iterator<Item = Change> {
    let parts = |longest: usize| {
        (1..=longest.min(count)).flat_map(move |length| (0..=count - length).map(move |from| (from, length)))
    };
    let turned = parts(count).map(|(from, length)| Change { from, length, to: from, is_turned: true });
    let moved = parts(LONGEST_PART).flat_map(move |(from, length)| {
        let targets = (0..=count - length).flat_map(|to| [(to, false), (to, true)]);
        targets.map(move |(to, is_turned)| Change { from, length, to, is_turned })
    });
    turned.chain(moved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_files::ROUTES;
    use proptest::prelude::*;
    use serde::Deserialize;
    use std::collections::HashMap;

    #[derive(Deserialize)]
    struct File {
        points: HashMap<String, (f64, f64)>,
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        stops: Vec<String>,
        first: Option<String>,
        last: Option<String>,
        best_order: Vec<String>,
        best_m: f64,
        may_be_at_most_m: f64,
    }

    fn place(latitude: f64, longitude: f64) -> Place {
        Place { latitude, longitude }
    }

    fn free(places: &[Place]) -> Vec<RunStop> {
        places.iter().map(|place| RunStop { place: *place, is_fixed: false }).collect()
    }

    fn measure(depot: Place, stops: &[RunStop], order: &[usize]) -> f64 {
        let places: Vec<Place> = order.iter().map(|index| stops[*index].place).collect();
        measure_path(depot, &places)
    }

    /// The shortest path, by trying every order.
    fn find_shortest(depot: Place, places: &[Place]) -> f64 {
        let shortest = |index: usize| {
            let mut rest = places.to_vec();
            let next = rest.remove(index);
            depot.distance_m(&next) + find_shortest(next, &rest)
        };
        (0..places.len()).map(shortest).min_by(f64::total_cmp).unwrap_or_default()
    }

    impl Case {
        /// The fixed first and last stops stand at their positions.
        fn stops(&self, points: &HashMap<String, (f64, f64)>) -> Vec<RunStop> {
            let is_end =
                |name: &&String| Some(*name) == self.first.as_ref() || Some(*name) == self.last.as_ref();
            let middle = self.stops.iter().filter(|name| !is_end(name));
            let names = self.first.iter().chain(middle).chain(&self.last);
            names
                .map(|name| {
                    let (latitude, longitude) = points[name];
                    RunStop { place: place(latitude, longitude), is_fixed: is_end(&name) }
                })
                .collect()
        }
    }

    #[test]
    fn the_path_is_at_most_a_twentieth_longer_than_the_best() {
        let file: File = serde_json::from_str(ROUTES).unwrap();
        let to_place = |name: &str| place(file.points[name].0, file.points[name].1);
        let depot = to_place("GRU depot");
        assert!(!file.cases.is_empty());
        for case in &file.cases {
            let best: Vec<Place> = case.best_order.iter().map(|name| to_place(name)).collect();
            assert!((measure_path(depot, &best) - case.best_m).abs() < 1.0, "{:?}", case.best_order);
            let stops = case.stops(&file.points);
            let order = order_stops(depot, &stops);
            assert!(measure(depot, &stops, &order) <= case.may_be_at_most_m, "{:?}", case.stops);
            for (index, stop) in stops.iter().enumerate().filter(|(_, stop)| stop.is_fixed) {
                assert_eq!(order[index], index, "{stop:?} moved");
            }
        }
    }

    #[test]
    fn a_stop_that_is_done_stays_in_the_middle() {
        let depot = place(0.0, 0.0);
        let mut stops = free(&[0.4, 0.1, 0.3, 0.2].map(|longitude| place(0.0, longitude)));
        stops[1].is_fixed = true;
        let order = order_stops(depot, &stops);
        assert_eq!(order[1], 1);
        assert!(measure(depot, &stops, &order) <= measure(depot, &stops, &[0, 1, 2, 3]));
        assert_eq!(order_stops(depot, &[]), Vec::<usize>::new());
    }

    #[test]
    fn a_long_run_is_ordered_without_losing_a_stop() {
        let spread = |index: u32, step: f64| (f64::from(index) * step).fract();
        let places: Vec<Place> =
            (0..40).map(|index| place(spread(index, 0.618), spread(index, 0.414))).collect();
        let (depot, stops) = (place(0.0, 0.0), free(&places));
        let mut order = order_stops(depot, &stops);
        assert!(measure(depot, &stops, &order) < 0.5 * measure_path(depot, &places));
        order.sort_unstable();
        assert_eq!(order, (0..40).collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn small_runs_get_the_shortest_path(
            points in prop::collection::vec((-0.3_f64..0.3, -0.3_f64..0.3), 1..7),
        ) {
            let places: Vec<Place> = points.into_iter().map(|(latitude, longitude)| place(latitude, longitude)).collect();
            let (depot, stops) = (place(0.5, 0.0), free(&places));
            let order = order_stops(depot, &stops);
            let length = measure(depot, &stops, &order);
            prop_assert!(length <= find_shortest(depot, &places) + 1.0);
        }
    }
}
