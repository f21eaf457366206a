//! Bar codes and QR codes as black and white modules.

use rxing::oned::{Code128Writer, OneDimensionalCodeWriter};
use rxing::qrcode::QRCodeWriter;
use rxing::{BarcodeFormat, EncodeHintValue, EncodeHints, Writer};

#[derive(Debug, thiserror::Error)]
#[error("`{0}` cannot be printed as a bar code")]
pub struct Unprintable(pub String);

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
