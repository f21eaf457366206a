//! Tests with published tariffs, and laws that hold for all tables.

mod checked;
mod laws;
mod lines;
mod quotes;
mod refusals;
mod reweighings;
mod rounding;
mod sheet_carriers;
mod sheet_corrections;
mod sheet_export;
mod sheet_fees;
mod sheet_layouts;
mod sheet_places;
mod sheet_rules;
mod sheet_words;
mod sheets;
mod support;
mod vectors;
mod weights;
mod zones;
