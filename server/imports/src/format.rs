//! The format of a file, as stored with the import.

use encoding_rs::Encoding;
use serde::{Deserialize, Serialize};

use sheets::{Dialect, Kind};

/// The JSON of the column `format`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Format {
    Csv {
        encoding: String,
        delimiter: char,
    },
    Xlsx {
        #[serde(default)]
        sheet: Option<String>,
    },
}

impl Format {
    pub fn of(kind: &Kind) -> Self {
        match kind {
            Kind::Text(Dialect { encoding, delimiter }) => {
                Self::Csv { encoding: encoding.name().to_owned(), delimiter: char::from(*delimiter) }
            }
            Kind::Xlsx { sheet } => Self::Xlsx { sheet: sheet.clone() },
        }
    }

    pub fn kind(&self) -> Kind {
        match self {
            Self::Csv { encoding, .. } => {
                let encoding = Encoding::for_label(encoding.as_bytes()).unwrap_or(encoding_rs::UTF_8);
                Kind::Text(Dialect { encoding, delimiter: self.delimiter() })
            }
            Self::Xlsx { sheet } => Kind::Xlsx { sheet: sheet.clone() },
        }
    }

    /// The delimiter of the file, or the usual one.
    pub fn delimiter(&self) -> u8 {
        match self {
            Self::Csv { delimiter, .. } => u8::try_from(*delimiter).unwrap_or(b','),
            Self::Xlsx { .. } => b',',
        }
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Csv { .. } => "csv",
            Self::Xlsx { .. } => "xlsx",
        }
    }

    pub fn is_workbook(&self) -> bool {
        !matches!(self, Self::Csv { .. })
    }
}
