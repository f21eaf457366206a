//! The migration files, embedded in the binary. A set is a value, so that tests can have their own.

use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../migrations");

/// One file `NNNN_name.sql`.
#[derive(Clone, Debug)]
pub struct Migration {
    pub version: i32,
    pub name: String,
    pub sql: String,
    /// Tables whose rows a tenant can add and read, but not change or delete: named in a line `--
    /// append-only: table, table` at the head of the file.
    pub append_only: Vec<String>,
    /// Checksum of the file, in hexadecimal: an applied file must not change.
    pub checksum: String,
}

/// Migrations in the order of their versions.
#[derive(Clone, Debug, Default)]
pub struct MigrationSet(Vec<Migration>);

impl MigrationSet {
    /// The shipped migrations of a tenant's schema.
    #[must_use]
    pub fn tenant() -> Self {
        Self::load_embedded("tenant")
    }

    /// The shipped migrations of the registry.
    #[must_use]
    pub fn control() -> Self {
        Self::load_embedded("control")
    }

    /// The shipped migrations of the shared lookups.
    #[must_use]
    pub fn reference() -> Self {
        Self::load_embedded("ref")
    }

    /// A custom set, sorted by version.
    #[must_use]
    pub fn new(migrations: impl IntoIterator<Item = Migration>) -> Self {
        let mut migrations: Vec<_> = migrations.into_iter().collect();
        migrations.sort_by_key(|migration| migration.version);
        Self(migrations)
    }

    fn load_embedded(folder: &str) -> Self {
        let files = FILES.get_dir(folder).into_iter().flat_map(Dir::files);
        Self::new(files.filter_map(|file| {
            let name = file.path().file_name()?.to_str()?;
            Migration::from_file(name, file.contents_utf8()?)
        }))
    }

    /// Version of the last migration; 0 for an empty set.
    #[must_use]
    pub fn latest(&self) -> i32 {
        self.0.last().map_or(0, |migration| migration.version)
    }

    /// The migration of a version.
    #[must_use]
    pub fn get(&self, version: i32) -> Option<&Migration> {
        self.0.iter().find(|migration| migration.version == version)
    }

    /// The migrations that follow a version.
    pub fn after(&self, version: i32) -> impl Iterator<Item = &Migration> {
        self.0.iter().filter(move |migration| migration.version > version)
    }

    /// The migrations up to and including a version.
    #[must_use]
    pub fn up_to(&self, version: i32) -> Self {
        Self(self.0.iter().filter(|migration| migration.version <= version).cloned().collect())
    }

    /// All append-only tables up to a version.
    pub(crate) fn append_only(&self, version: i32) -> Vec<String> {
        let known = self.0.iter().filter(|migration| migration.version <= version);
        known.flat_map(|migration| migration.append_only.iter().cloned()).collect()
    }
}

impl Migration {
    /// Parses a file named `NNNN_name.sql`; `None` for other names.
    #[must_use]
    pub fn from_file(file: &str, sql: &str) -> Option<Self> {
        let (number, name) = file.strip_suffix(".sql")?.split_once('_')?;
        Some(Self {
            version: number.parse().ok()?,
            name: name.to_owned(),
            sql: sql.to_owned(),
            append_only: append_only(sql),
            checksum: hex(&Sha256::digest(sql)),
        })
    }

    /// Name for people: `0010_access`.
    #[must_use]
    pub fn label(&self) -> String {
        format!("{:04}_{}", self.version, self.name)
    }
}

fn append_only(sql: &str) -> Vec<String> {
    let head = sql.lines().take_while(|line| line.is_empty() || line.starts_with("--"));
    head.filter_map(|line| line.strip_prefix("-- append-only:"))
        .flat_map(|tables| tables.split(',').map(|table| table.trim().to_owned()))
        .collect()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A shipped data file of the lookups.
pub(crate) fn data_file(name: &str) -> Option<&'static [u8]> {
    FILES.get_file(format!("data/{name}")).map(include_dir::File::contents)
}

#[cfg(test)]
mod tests {
    use super::{Migration, MigrationSet};

    #[test]
    fn the_file_name_has_the_version_and_the_head_the_append_only_tables() {
        let file =
            "-- append-only: audit_entries, events\n\n-- Why.\ncreate table a ();\n-- append-only: late\n";
        let migration = Migration::from_file("0010_access.sql", file).unwrap();
        assert_eq!((migration.version, migration.label().as_str()), (10, "0010_access"));
        assert_eq!(migration.append_only, ["audit_entries", "events"]);
        assert!(Migration::from_file("README.md", "").is_none());
    }

    #[test]
    fn shipped_versions_are_unique() {
        for set in [MigrationSet::tenant(), MigrationSet::control(), MigrationSet::reference()] {
            assert!(set.0.windows(2).all(|pair| pair[0].version < pair[1].version));
        }
    }
}
