//! Names and types of uploaded files.

use std::fs::File;
use std::io::{Cursor, Read, Seek};

use super::picture::{self, Pixels};
use crate::http::error::{ApiError, ApiResult, FieldErrors};
use crate::http::messages::{MessageCode, Params};
use crate::http::sent::{MAX_FILE_BYTES, SentFile};
use trade::blank::is_blank;

const MOST: usize = 200;
const PDF: &str = "application/pdf";

/// The last part of a sent name, without control characters and marks that turn the direction of writing. `otherwise`
/// if nothing is left.
pub fn name(sent: Option<&str>, otherwise: &str) -> String {
    let name = sent.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name.chars().filter(|c| !is_hidden(*c)).take(MOST).collect();
    let name = name.trim().trim_start_matches('.');
    if is_blank(name) { otherwise.to_owned() } else { name.to_owned() }
}

/// A text of one line without control characters and marks that turn the direction of writing.
pub fn one_line(sent: &str) -> String {
    let line: String = sent.chars().filter(|c| !is_hidden(*c)).take(MOST).collect();
    line.trim().to_owned()
}

/// These would show another ending than the name has.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The type of a PDF, JPEG or PNG by its first bytes.
pub fn content_type(head: &[u8]) -> Option<&'static str> {
    const KNOWN: [(&[u8], &str); 3] =
        [(b"%PDF-", PDF), (b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n\x1a\n", "image/png")];
    KNOWN.iter().find(|(magic, _)| head.starts_with(magic)).map(|(_, known)| *known)
}

/// The type of a file that nobody uploaded, as of an e-mail. None for other files, and for pictures that unpack to more pixels
/// than a browser should draw: those are not taken for pictures.
pub fn detect_type(bytes: &[u8]) -> Option<&'static str> {
    content_type(bytes).filter(|_| picture::is_bomb(Cursor::new(bytes)).is_ok_and(|is_bomb| !is_bomb))
}

/// The file of a document at its start, and its type by its first bytes; 422 at `file` for other files, for pictures whose
/// head tells no size, and for those that unpack to more pixels than a browser should draw.
pub fn document(uploaded: SentFile) -> ApiResult<(File, &'static str)> {
    if uploaded.is_too_large {
        let max = MAX_FILE_BYTES / 1024 / 1024;
        return Err(at_file(MessageCode::FileTooLarge, Params::from([("max", max.into())])));
    }
    let (mut file, mut head) = (uploaded.file, Vec::new());
    (&mut file).take(8).read_to_end(&mut head).map_err(ApiError::internal)?;
    let Some(known) = content_type(&head) else {
        return Err(at_file(MessageCode::NotADocument, Params::new()));
    };
    if known != PDF {
        match picture::measure(&file).map_err(ApiError::internal)? {
            Some(Pixels::Drawable) => {}
            Some(Pixels::TooMany) => return Err(at_file(MessageCode::PictureTooLarge, Params::new())),
            None => return Err(at_file(MessageCode::PictureUnreadable, Params::new())),
        }
    }
    file.rewind().map_err(ApiError::internal)?;
    Ok((file, known))
}

/// 422 at the file of a form.
pub fn at_file(code: MessageCode, params: Params) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with("file", code, params);
    ApiError::invalid(errors)
}

/// The name of a document that was sent without one.
pub fn default_name(content_type: &str) -> String {
    format!("document.{}", content_type.rsplit('/').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_name_has_no_folders_and_nothing_hidden() {
        assert_eq!(name(Some("C:\\scans\\../receita.pdf"), "x"), "receita.pdf");
        assert_eq!(name(Some("foto\u{202e}gpj.exe\r\n"), "x"), "fotogpj.exe");
        assert_eq!(name(Some("..env"), "x"), "env");
        assert_eq!(name(Some("  "), "file.pdf"), "file.pdf");
        assert_eq!(name(Some("\u{3164}\u{2060}"), "file.pdf"), "file.pdf");
        assert_eq!(name(None, "file.pdf"), "file.pdf");
        assert_eq!(name(Some(&"发".repeat(300)), "x").chars().count(), 200);
    }

    #[test]
    fn a_line_has_nothing_hidden() {
        assert_eq!(one_line(" Tabelas / 2026\u{202e}\r\n"), "Tabelas / 2026");
    }

    fn sent(bytes: &[u8]) -> ApiResult<(File, &'static str)> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        document(SentFile { name: String::new(), file, is_too_large: false })
    }

    #[test]
    fn the_beginning_of_a_picture_is_no_document() {
        for head in [&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8\xff\xe0 photo"] {
            let refused = format!("{:?}", sent(head).unwrap_err());
            assert!(refused.contains("\"file\": [(PictureUnreadable"), "{refused}");
        }
        assert_eq!(sent(b"%PDF-1.7").unwrap().1, PDF);
    }

    #[test]
    fn a_picture_that_unpacks_to_more_than_a_browser_should_draw_is_no_document() {
        let refused = format!("{:?}", sent(&picture::tests::png_of(50_000, 50_000)).unwrap_err());
        assert!(refused.contains("\"file\": [(PictureTooLarge"), "{refused}");
        let (mut file, known) = sent(&picture::tests::png_of(40, 40)).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        assert!(known == "image/png" && bytes.starts_with(b"\x89PNG"), "it is read from its start");
    }

    #[test]
    fn a_picture_of_an_email_that_unpacks_to_more_has_no_type() {
        assert_eq!(detect_type(&picture::tests::png_of(50_000, 50_000)), None);
        assert_eq!(detect_type(&picture::tests::png_of(40, 40)), Some("image/png"));
        assert_eq!(detect_type(b"%PDF-1.7"), Some("application/pdf"));
        assert_eq!(detect_type(b"<html>"), None);
    }

    #[test]
    fn a_document_without_a_name_gets_one() {
        assert_eq!(default_name("application/pdf"), "document.pdf");
    }

    #[test]
    fn only_pdf_and_pictures_have_a_type() {
        assert_eq!(content_type(b"%PDF-1.7"), Some("application/pdf"));
        assert_eq!(content_type(b"\xff\xd8\xff\xe0abcd"), Some("image/jpeg"));
        assert_eq!(content_type(b"<html>"), None);
        assert_eq!(content_type(b""), None);
    }
}
