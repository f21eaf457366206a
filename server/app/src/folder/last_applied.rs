//! The values of a tenant's folder when it was last applied. Only values that differ from those are written,
//! so that changes made on the screen are kept.

use serde_json::Value;
use tenancy::TenantTx;

use server_core::settings::{self, Settings};

pub const LAST: &str = "select value from settings where key = 'folder'";

pub struct FolderValues {
    before: Value,
    now: Value,
}

impl FolderValues {
    pub async fn of(tx: &mut TenantTx, now: Value) -> sqlx::Result<Self> {
        let before: Option<Value> = sqlx::query_scalar(LAST).fetch_optional(&mut **tx).await?;
        Ok(Self { before: before.unwrap_or_default(), now })
    }

    pub fn is_new(&self, part: &str, name: &str) -> bool {
        self.before[part][name] != self.now[part][name]
    }

    /// A part as it was applied last.
    pub fn last(&self, part: &str) -> Value {
        self.before[part].clone()
    }

    /// The values of a part that are new.
    pub fn new_in(&self, part: &str) -> impl Iterator<Item = (&String, &Value)> {
        let all = self.now[part].as_object().into_iter().flatten();
        let part = part.to_owned();
        all.filter(move |(name, _)| self.is_new(&part, name))
    }

    /// Writes the settings and flags that are new.
    pub async fn put_settings(&self, tx: &mut TenantTx) -> anyhow::Result<bool> {
        let stored = settings::load(tx).await?;
        let mut settings = serde_json::to_value(&stored)?;
        for (name, value) in self.new_in("settings") {
            settings[name] = value.clone();
        }
        let mut settings: Settings = serde_json::from_value(settings)?;
        settings.flags = self.new_in("flags").map(|(name, on)| (name.clone(), *on == true)).collect();
        Ok(settings::save(tx, &settings).await?)
    }

    /// Stores the values for the next run; true if any of them is new.
    pub async fn store(self, tx: &mut TenantTx) -> sqlx::Result<bool> {
        let put = sqlx::query(settings::PUT).bind("folder").bind(self.now);
        Ok(put.execute(&mut **tx).await?.rows_affected() > 0)
    }
}
