//! Bar codes and QR codes as black and white modules.

use std::fmt::Write;

use poem_openapi::Object;
use rxing::oned::{Code128Writer, OneDimensionalCodeWriter};
use rxing::qrcode::QRCodeWriter;
use rxing::{BarcodeFormat, EncodeHintValue, EncodeHints, Writer as _};

#[derive(Debug, thiserror::Error)]
#[error("`{0}` cannot be printed as a bar code")]
pub struct Unprintable(pub String);

/// A QR code, to be drawn as SVG with a white border of four modules.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct QrCode {
    /// Number of modules per side.
    pub size: i32,
    /// The black modules, as the `d` attribute of an SVG path.
    pub path: String,
}

impl QrCode {
    pub fn of(text: &str) -> Result<Self, Unprintable> {
        let modules = qr(text)?;
        let mut path = String::new();
        for (row, column, length) in modules.runs() {
            let _ = write!(path, "M{column} {row}h{length}v1h-{length}z");
        }
        Ok(Self { size: i32::try_from(modules.columns()).unwrap_or_default(), path })
    }
}

/// Rows of modules, `true` is black, without the quiet zone.
pub struct Modules {
    pub rows: Vec<Vec<bool>>,
}

impl Modules {
    pub fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// The black runs as row, column and length.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        self.rows.iter().enumerate().flat_map(|(row, modules)| {
            let mut column = 0;
            modules.chunk_by(|a, b| a == b).filter_map(move |run| {
                let start = column;
                column += run.len();
                run[0].then_some((row, start, run.len()))
            })
        })
    }
}

pub fn code_128(text: &str) -> Result<Modules, Unprintable> {
    let row = Code128Writer.encode_oned(text).map_err(|_| Unprintable(text.to_owned()))?;
    Ok(Modules { rows: vec![row] })
}

/// A QR code that is readable when up to 15 % of it is lost.
pub fn qr(text: &str) -> Result<Modules, Unprintable> {
    let hints = EncodeHints::default()
        .with(EncodeHintValue::ErrorCorrection("M".to_owned()))
        .with(EncodeHintValue::Margin("0".to_owned()));
    let matrix = QRCodeWriter
        .encode_with_hints(text, &BarcodeFormat::QR_CODE, 0, 0, &hints)
        .map_err(|_| Unprintable(text.to_owned()))?;
    let columns = matrix.getWidth();
    let rows = (0..matrix.getHeight()).map(|y| (0..columns).map(|x| matrix.get(x, y)).collect()).collect();
    Ok(Modules { rows })
}
