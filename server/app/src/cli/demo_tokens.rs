//! API tokens of the demo, one for each state that a screen shows, and a connected shop. Nobody knows their secrets.

use anyhow::Context;
use poem::http::Method;
use serde_json::json;

use super::demo::Browser;
use server_core::state::AppState;

const PATH: &str = "/api/api-tokens";

struct DemoToken {
    name: &'static str,
    scopes: &'static [&'static str],
    networks: &'static [&'static str],
    days: i32,
    is_revoked: bool,
}

const OF_STAFF: [DemoToken; 3] = [
    DemoToken {
        name: "Antiga planilha",
        scopes: &["shipment.list"],
        networks: &[],
        days: 90,
        is_revoked: true,
    },
    DemoToken {
        name: "Balança do galpão",
        scopes: &["receiving.scan", "receiving.measure"],
        networks: &["198.51.100.0/24"],
        days: 10,
        is_revoked: false,
    },
    DemoToken {
        name: "Painel de envios",
        scopes: &["shipment.list", "shipment.show", "manifest.list"],
        networks: &[],
        days: 365,
        is_revoked: false,
    },
];
const OF_CLIENT: [DemoToken; 1] = [DemoToken {
    name: "Loja virtual",
    scopes: &["shipment.list", "shipment.create", "shipment.confirm", "shipment.print_label"],
    networks: &[],
    days: 365,
    is_revoked: false,
}];

/// Makes the tokens of the staff and of the client, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    for (account, tokens) in [("staff", &OF_STAFF[..]), ("client", &OF_CLIENT[..])] {
        let person = Browser::sign_in(state, host, &format!("{account}@{slug}.test")).await?;
        if person.get(PATH).await?["meta"]["total"] != 0 {
            continue;
        }
        for token in tokens {
            make(&person, token).await?;
        }
    }
    connect_shop(state, host, slug).await?;
    println!("{slug}: API tokens and a shop");
    Ok(())
}

/// A shop of the client, which has sent nothing yet.
async fn connect_shop(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    const SHOPS: &str = "/api/shops";
    let client = Browser::sign_in(state, host, &format!("client@{slug}.test")).await?;
    if client.get(SHOPS).await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let form = json!({ "kind": "woocommerce", "name": "Loja virtual", "channel": "loja-virtual" });
    client.send(Method::POST, SHOPS, Some(form)).await?;
    Ok(())
}

async fn make(person: &Browser, token: &DemoToken) -> anyhow::Result<()> {
    let form = json!({
        "name": token.name, "scopes": token.scopes, "networks": token.networks, "expires_in_days": token.days,
    });
    let made = person.send(Method::POST, PATH, Some(form)).await?;
    if token.is_revoked {
        let id = made["data"]["token"]["id"].as_str().context("no token")?;
        person.send(Method::POST, &format!("{PATH}/{id}/revoke"), Some(json!({ "version": 1 }))).await?;
    }
    Ok(())
}
