//! A queue that serves its users in turn, however much one of them adds.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};

pub struct FairQueue<K, T> {
    /// A line for each user who waits, in the order of their turns.
    lines: Mutex<VecDeque<(K, VecDeque<T>)>>,
    max_line: usize,
}

impl<K: Clone + PartialEq, T> FairQueue<K, T> {
    pub const fn new(max_line: usize) -> Self {
        Self { lines: Mutex::new(VecDeque::new()), max_line }
    }

    /// False when the user's line is full.
    pub fn push(&self, user: &K, item: T) -> bool {
        let mut lines = self.lock();
        match lines.iter_mut().find(|(other, _)| other == user) {
            Some((_, line)) if line.len() >= self.max_line => return false,
            Some((_, line)) => line.push_back(item),
            None => lines.push_back((user.clone(), VecDeque::from([item]))),
        }
        true
    }

    /// The next item of the user whose turn it is.
    pub fn pop(&self) -> Option<T> {
        let mut lines = self.lock();
        let (user, mut line) = lines.pop_front()?;
        let item = line.pop_front();
        if !line.is_empty() {
            lines.push_back((user, line));
        }
        item
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(K, VecDeque<T>)>> {
        self.lines.lock().expect("no holder panics")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_one_user_does_not_delay_the_others() {
        let queue = FairQueue::new(3);
        for job in ["a1", "a2", "a3"] {
            assert!(queue.push(&"a", job));
        }
        assert!(!queue.push(&"a", "a4"), "the line is full");
        assert!(queue.push(&"b", "b1"));
        let served: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(served, ["a1", "b1", "a2", "a3"]);
    }
}
