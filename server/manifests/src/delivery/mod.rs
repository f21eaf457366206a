//! Hands the files of a closed manifest over to a gateway, through the guard of all connections to the outside.

mod https;
mod sftp;

use server_core::state::AppState;
use tenancy::TenantId;

use super::gateways::{GatewayRow, ManifestGatewayKind};

/// Most bytes that are kept of the answers of a gateway.
const MAX_RECEIPT: usize = 16 * 1024;

/// A file as it is handed over.
#[derive(Clone, Debug)]
pub struct DeliveredFile {
    pub name: String,
    pub content_type: &'static str,
    /// The same each time, so that the receiver knows what it already has.
    pub key: String,
    pub bytes: Vec<u8>,
}

/// Hands over all files, and returns what the gateway answered. The cause of a failure is for the log: whoever sends reads only
/// that it was not delivered.
pub async fn deliver(
    app: &AppState,
    tenant: &TenantId,
    gateway: &GatewayRow,
    files: Vec<DeliveredFile>,
) -> anyhow::Result<String> {
    let secret = gateway.open_secret(&app.config.secret, tenant);
    let receipt = match gateway.kind {
        ManifestGatewayKind::Https => https::deliver(app, gateway, secret, files).await?,
        ManifestGatewayKind::Sftp => sftp::deliver(app, gateway, secret, files).await?,
    };
    Ok(keep_beginning(&receipt))
}

/// Without what a text of the database cannot have.
fn keep_beginning(receipt: &str) -> String {
    let mut kept = String::new();
    for letter in receipt.chars().filter(|letter| *letter != '\0') {
        if kept.len() + letter.len_utf8() > MAX_RECEIPT {
            break;
        }
        kept.push(letter);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_an_answer_is_kept_as_text() {
        assert_eq!(keep_beginning("ok\0 ç"), "ok ç");
        assert_eq!(keep_beginning(&"ç".repeat(MAX_RECEIPT)).len(), MAX_RECEIPT);
    }
}
