pub mod freight;
