//! What printing needs and keeps: the fonts, and each company's mark.

use std::sync::{Arc, LazyLock};

use moka::future::Cache;
use tenancy::{TenantId, TenantTx};
use tokio::task::spawn_blocking;

use super::model::Stationery;
use super::store;
use crate::freight::label::{self, Fonts, Label, LabelError, Mark};
use crate::http::error::{ApiError, ApiResult};
use crate::settings::Settings;
use crate::state::AppState;

static FONTS: LazyLock<Option<Fonts>> = LazyLock::new(|| Fonts::shipped().ok());

/// Companies that print at the same time, and some.
const KEPT_MARKS: u64 = 200;

/// The marks in use, each by its tenant and the hash of its drawing: a new logo is another entry.
#[derive(Clone)]
pub struct Press {
    marks: Cache<(TenantId, String), Option<Arc<Mark>>>,
}

impl Default for Press {
    fn default() -> Self {
        Self { marks: Cache::new(KEPT_MARKS) }
    }
}

impl Press {
    /// The tenant's own stationery. `settings` are asked for before a transaction is opened, never within.
    pub async fn stationery(
        &self,
        state: &AppState,
        tx: &mut TenantTx,
        settings: &Settings,
    ) -> ApiResult<Stationery> {
        let mark = self.mark(tx).await?;
        let origin = state.config.public_origin.clone();
        Ok(Stationery::new(settings, mark, origin, tx.tenant().clone()))
    }

    async fn mark(&self, tx: &mut TenantTx) -> ApiResult<Option<Arc<Mark>>> {
        let Some(sha256) = store::mark_sha(tx).await? else { return Ok(None) };
        let key = (tx.tenant().id, sha256);
        if let Some(mark) = self.marks.get(&key).await {
            return Ok(mark);
        }
        let Some(svg) = store::mark_svg(tx, &key.1).await? else { return Ok(None) };
        let read = spawn_blocking(move || Mark::from_svg(&svg)).await.map_err(ApiError::internal)?;
        // A label without the mark is a label; one that cannot be printed is a parcel that stays.
        let mark = read.inspect_err(|error| tracing::warn!(%error, "labels go without the mark")).ok();
        let mark = mark.map(Arc::new);
        self.marks.insert(key, mark.clone()).await;
        Ok(mark)
    }
}

/// The fonts that come inside the binary, read once.
pub fn fonts() -> Result<&'static Fonts, LabelError> {
    FONTS.as_ref().ok_or(LabelError::Font)
}

/// One PDF of a few labels.
pub async fn pdf(labels: Vec<Label>) -> ApiResult<Vec<u8>> {
    let rendered = spawn_blocking(move || label::render(&labels, fonts()?)).await;
    rendered.map_err(ApiError::internal)?.map_err(ApiError::internal)
}
