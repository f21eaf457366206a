//! Money that moved reaches the pages of its client.

use serde_json::json;

use super::Listening;
use crate::money::{charged, client_of, give_credit};
use crate::support::{ATLANTICO, TestApp};

/// Every posting announces the wallet, whichever area made it: here the charge of a shipment.
#[tokio::test]
async fn whatever_moves_money_of_a_client_announces_its_wallet() {
    let app = TestApp::start().await;
    let (admin, user, other) =
        (app.admin(ATLANTICO).await, app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let client = client_of(&user).await;
    let server = Listening::start(&app).await;
    let (mut socket, _) = server.open(ATLANTICO, &user, "").await;
    let (mut stranger, _) = server.open(ATLANTICO, &other, "").await;
    let wallet = json!({ "type": "records.changed", "resource": "wallet", "ids": [client] });
    give_credit(&admin, &client, "500").await;
    assert_eq!(socket.event().await["event"], wallet, "credit");
    charged(&app, ATLANTICO, &client, ("90.00", "10.00")).await;
    // The shipment itself is announced first.
    let mut next = socket.event().await;
    while next["event"]["resource"] == "shipment" {
        next = socket.event().await;
    }
    assert_eq!(next["event"], wallet, "a charge");
    let for_all = super::announce(&app, ATLANTICO, &server_core::live::Audience::Everybody, "bank").await;
    assert_eq!(super::id_of(&stranger.event().await), for_all, "others hear nothing of it");
}
