//! Tests of the fold: the worked uploads, in their order and in every other, and what no upload has.

mod deliveries;
mod outcomes;
mod pickups;
mod replays;
mod support;
