//! A file for a printer: a PDF, which a browser also shows, or ZPL II, which a thermal printer reads.

use poem_openapi::payload::{Binary, Response};
use poem_openapi::{ApiResponse, ResponseContent};
use trade::print_format::PrintFormat;

use super::pdf;

/// A document in the format that was asked for.
#[derive(ResponseContent)]
pub enum PrintFile {
    #[oai(content_type = "application/pdf")]
    Pdf(Binary<Vec<u8>>),
    #[oai(content_type = "application/zpl")]
    Zpl(Binary<Vec<u8>>),
}

/// A document for a printer.
#[derive(ApiResponse)]
pub enum PrintAnswer {
    /// The document.
    #[oai(status = 200)]
    File(PrintFile),
}

impl PrintAnswer {
    /// A PDF is shown, ZPL is saved. `name` is plain ASCII, without an extension.
    pub fn of(format: PrintFormat, name: &str, file: Vec<u8>) -> Response<Self> {
        let name = format!("{name}.{}", format.extension());
        if format.is_zpl() {
            let disposition = format!("attachment; filename=\"{name}\"");
            let file = PrintFile::Zpl(Binary(file));
            return Response::new(Self::File(file)).header("content-disposition", disposition);
        }
        pdf::show(Self::File(PrintFile::Pdf(Binary(file))), &name)
    }
}
