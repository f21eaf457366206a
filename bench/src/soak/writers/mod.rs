//! Writers in every area. Each writes until the end, and notes what the server has acknowledged as claims, which are
//! compared with the database at the end.

mod money;
mod parcels;
mod stock;
mod support;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::ground::Ground;

pub type Writer = JoinHandle<anyhow::Result<()>>;

/// Between two writings of one writer.
const PAUSE: Duration = Duration::from_millis(300);

/// A confirmed shipment, for the writers who go on with it.
#[derive(Clone)]
pub struct ConfirmedShipment {
    pub id: String,
    pub tracking_code: String,
}

pub fn start(ground: &Arc<Ground>) -> Vec<Writer> {
    let (to_receiving, at_receiving) = mpsc::unbounded_channel();
    let (to_bags, at_bags) = mpsc::unbounded_channel();
    let (to_billing, at_billing) = mpsc::unbounded_channel();
    let ground = || Arc::clone(ground);
    vec![
        tokio::spawn(parcels::ship(ground(), to_receiving.clone(), to_billing.clone())),
        // Two at once share the wallet, its limits and the numbers.
        tokio::spawn(parcels::ship(ground(), to_receiving, to_billing)),
        tokio::spawn(parcels::receive(ground(), at_receiving, to_bags)),
        tokio::spawn(parcels::pack(ground(), at_bags)),
        tokio::spawn(parcels::deliver(ground())),
        tokio::spawn(money::deposit(ground())),
        tokio::spawn(money::adjust(ground())),
        tokio::spawn(money::bill(ground(), at_billing)),
        tokio::spawn(support::ask(ground())),
        tokio::spawn(support::chat(ground())),
        // Two at once share both places.
        tokio::spawn(stock::keep_moving(ground())),
        tokio::spawn(stock::keep_moving(ground())),
    ]
}
