//! Cached data for printing: the fonts and each company's logo.

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

/// More than the number of companies that print at the same time.
const KEPT_MARKS: u64 = 200;

/// Cached logos by tenant and hash of the image: a new logo is a new entry.
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
    /// Loads the tenant's shared label data. Load `settings` before opening a transaction, never inside one.
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
        // A label without the logo is still valid; a label that cannot be printed stops the parcel.
        let mark = read.inspect_err(|error| tracing::warn!(%error, "labels go without the mark")).ok();
        let mark = mark.map(Arc::new);
        self.marks.insert(key, mark.clone()).await;
        Ok(mark)
    }
}

/// The fonts embedded in the binary, read once.
pub fn fonts() -> Result<&'static Fonts, LabelError> {
    FONTS.as_ref().ok_or(LabelError::Font)
}

/// One PDF with some labels.
pub async fn pdf(labels: Vec<Label>) -> ApiResult<Vec<u8>> {
    let rendered = spawn_blocking(move || label::render(&labels, fonts()?)).await;
    rendered.map_err(ApiError::internal)?.map_err(ApiError::internal)
}
