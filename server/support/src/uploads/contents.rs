//! The type of a file. Its first bytes say what it is, and whether it is taken; its name must not say otherwise.

use server_core::files::sent::at_file;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::file_answer::FileTypes;
use server_core::http::messages::{MessageCode, Params};
use trade::wire_name;

wire_name! {
    /// Contents that are known by their first bytes.
    UploadKind {
        Pdf = "pdf",
        Jpeg = "jpeg",
        Png = "png",
        Gif = "gif",
        Webp = "webp",
        /// An archive, or a document of an office suite that is one.
        Zip = "zip",
        /// A document of an older office suite.
        Ole = "ole",
    }
}

/// The type of everything else. Browsers only save it.
const UNKNOWN: &str = "application/octet-stream";

/// Bytes from the start that tell the kind.
pub const HEAD_BYTES: u64 = 512;

/// Endings of texts, and of photos of telephones, which browsers do not show.
const SAVED: [&str; 4] = ["txt", "csv", "xml", "heic"];

/// An ending of names, the contents that it promises, and the type as which such a file is sent.
struct Ending {
    name: &'static str,
    kind: UploadKind,
    content_type: &'static str,
}

const ENDINGS: &[Ending] = &[
    Ending { name: "pdf", kind: UploadKind::Pdf, content_type: "application/pdf" },
    Ending { name: "jpg", kind: UploadKind::Jpeg, content_type: "image/jpeg" },
    Ending { name: "jpeg", kind: UploadKind::Jpeg, content_type: "image/jpeg" },
    Ending { name: "png", kind: UploadKind::Png, content_type: "image/png" },
    Ending { name: "gif", kind: UploadKind::Gif, content_type: "image/gif" },
    Ending { name: "webp", kind: UploadKind::Webp, content_type: "image/webp" },
    Ending { name: "zip", kind: UploadKind::Zip, content_type: "application/zip" },
    Ending {
        name: "docx",
        kind: UploadKind::Zip,
        content_type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    },
    Ending {
        name: "xlsx",
        kind: UploadKind::Zip,
        content_type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    },
    Ending {
        name: "pptx",
        kind: UploadKind::Zip,
        content_type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    },
    Ending { name: "odt", kind: UploadKind::Zip, content_type: "application/vnd.oasis.opendocument.text" },
    Ending {
        name: "ods",
        kind: UploadKind::Zip,
        content_type: "application/vnd.oasis.opendocument.spreadsheet",
    },
    Ending {
        name: "odp",
        kind: UploadKind::Zip,
        content_type: "application/vnd.oasis.opendocument.presentation",
    },
    Ending { name: "doc", kind: UploadKind::Ole, content_type: "application/msword" },
    Ending { name: "xls", kind: UploadKind::Ole, content_type: "application/vnd.ms-excel" },
    Ending { name: "ppt", kind: UploadKind::Ole, content_type: "application/vnd.ms-powerpoint" },
];

/// The types as which shared files are sent.
pub struct UploadTypes;

impl FileTypes for UploadTypes {
    const TYPES: &'static [&'static str] = &[
        UNKNOWN,
        "application/pdf",
        "image/jpeg",
        "image/png",
        "image/gif",
        "image/webp",
        "application/zip",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.oasis.opendocument.text",
        "application/vnd.oasis.opendocument.spreadsheet",
        "application/vnd.oasis.opendocument.presentation",
        "application/msword",
        "application/vnd.ms-excel",
        "application/vnd.ms-powerpoint",
    ];
}

const BEGINNINGS: &[(&[u8], UploadKind)] = &[
    (b"%PDF-", UploadKind::Pdf),
    (b"\xff\xd8\xff", UploadKind::Jpeg),
    (b"\x89PNG\r\n\x1a\n", UploadKind::Png),
    (b"GIF87a", UploadKind::Gif),
    (b"GIF89a", UploadKind::Gif),
    (b"PK\x03\x04", UploadKind::Zip),
    (b"PK\x05\x06", UploadKind::Zip),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", UploadKind::Ole),
];

/// The kind of contents that begin with these bytes; none if it is not known.
pub fn detect_kind(head: &[u8]) -> Option<UploadKind> {
    let is_webp = head.starts_with(b"RIFF") && head.get(8..12) == Some(&b"WEBP"[..]);
    if is_webp {
        return Some(UploadKind::Webp);
    }
    BEGINNINGS.iter().find(|(bytes, _)| head.starts_with(bytes)).map(|(_, kind)| *kind)
}

/// 422 at `file` for contents that are not taken: programs, pages, drawings and whatever else is not known.
pub fn check_taken(head: &[u8]) -> ApiResult<()> {
    if detect_kind(head).is_some() || is_text(head) || is_data(head) || is_heic(head) {
        return Ok(());
    }
    let types: Vec<&str> = ENDINGS.iter().map(|ending| ending.name).chain(SAVED).collect();
    Err(at_file(MessageCode::FileTypeRefused, Params::from([("types", types.join(", ").into())])))
}

/// Whether it is text without markup, in UTF-8, UTF-16 or an encoding of one byte.
fn is_text(head: &[u8]) -> bool {
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        return !head.contains(&b'<');
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let is_mark = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    !text.starts_with(b"<") && !text.iter().any(is_mark)
}

/// Whether it is XML as invoices of Brazil (NF-e) are, and no page and no drawing.
fn is_data(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head)).to_lowercase();
    text.starts_with("<?xml") && !["<svg", "<html", "<!doctype"].iter().any(|page| text.contains(page))
}

/// Whether it is a photo as telephones take it. The brand stands behind the length and type of the first box (ISO 23008-12).
fn is_heic(head: &[u8]) -> bool {
    let brand = head.get(4..12).and_then(|it| it.strip_prefix(b"ftyp"));
    brand.is_some_and(|brand| [&b"heic"[..], b"heix", b"mif1"].contains(&brand))
}

fn find_ending(name: &str) -> Option<&'static Ending> {
    let (_, last) = name.rsplit_once('.')?;
    ENDINGS.iter().find(|ending| last.eq_ignore_ascii_case(ending.name))
}

/// 422 at `name` if its ending promises other contents than these.
pub fn check_name(name: &str, kind: Option<UploadKind>) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    if let Some(ending) = find_ending(name)
        && Some(ending.kind) != kind
    {
        let params = Params::from([("ending", ending.name.into())]);
        errors.push_with("name", MessageCode::FileTypeDiffers, params);
    }
    errors.into_result()
}

/// The type as which a file is sent: that of its name, if the contents are what the name promises.
pub fn find_content_type(name: &str, kind: Option<UploadKind>) -> &'static str {
    let known = find_ending(name).filter(|ending| Some(ending.kind) == kind);
    known.map_or(UNKNOWN, |ending| ending.content_type)
}

/// Whether a browser may show a file of this type instead of saving it.
pub fn is_viewable(content_type: &str) -> bool {
    is_pdf(content_type) || content_type.starts_with("image/")
}

pub fn is_pdf(content_type: &str) -> bool {
    content_type == "application/pdf"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_bytes_say_what_a_file_is() {
        for (head, kind) in [
            (&b"%PDF-1.7"[..], Some(UploadKind::Pdf)),
            (b"\xff\xd8\xff\xe0abc", Some(UploadKind::Jpeg)),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Some(UploadKind::Webp)),
            (b"RIFF\x10\0\0\0WAVEfmt ", None),
            (b"PK\x03\x04rest", Some(UploadKind::Zip)),
            (b"<svg xmlns=", None),
            (b"", None),
        ] {
            assert_eq!(detect_kind(head), kind, "{head:?}");
        }
    }

    #[test]
    fn only_documents_pictures_archives_and_texts_are_taken() {
        for head in [
            &b"%PDF-1.7"[..],
            b"PK\x03\x04\x14\0",
            b"name;price\r\nS\xe3o Paulo;10\r\n",
            b"\xef\xbb\xbfname\tprice",
            b"\xff\xfen\0a\0",
            b"<?xml version=\"1.0\" encoding=\"UTF-8\"?><nfeProc versao=\"4.00\">",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1",
        ] {
            assert!(check_taken(head).is_ok(), "{head:?}");
        }
        for head in [
            &b"MZ\x90\0\x03\0\0\0"[..],
            b"\x7fELF\x02\x01\x01\0",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\">",
            b"\xef\xbb\xbf \n<!doctype html>",
            b"\xff\xfe<\0s\0v\0g\0",
            b"<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\">",
            b"\0\0\0\x18ftypisom\0\0\0\0",
        ] {
            assert!(check_taken(head).unwrap_err().has(MessageCode::FileTypeRefused), "{head:?}");
        }
    }

    #[test]
    fn a_name_that_promises_other_contents_is_refused() {
        let is_good = |name, kind| check_name(name, kind).is_ok();
        assert!(is_good("prices.PDF", Some(UploadKind::Pdf)));
        assert!(is_good("prices.xlsx", Some(UploadKind::Zip)));
        assert!(!is_good("prices.pdf", Some(UploadKind::Zip)));
        assert!(!is_good("picture.png", None));
        assert!(is_good("prices.csv", None));
        assert!(is_good("no ending", Some(UploadKind::Pdf)));
    }

    #[test]
    fn only_known_contents_under_their_own_name_are_shown() {
        let is_shown = |name, kind| is_viewable(find_content_type(name, kind));
        assert!(is_shown("a.pdf", Some(UploadKind::Pdf)));
        assert!(is_shown("a.jpeg", Some(UploadKind::Jpeg)));
        for (name, kind) in [
            ("a.html", None),
            ("a.svg", None),
            ("a.html", Some(UploadKind::Pdf)),
            ("a.docx", Some(UploadKind::Zip)),
            ("a.pdf", None),
        ] {
            assert!(!is_shown(name, kind), "{name}");
        }
        assert_eq!(find_content_type("a.svg", None), UNKNOWN);
    }

    #[test]
    fn each_ending_has_a_published_type() {
        for ending in ENDINGS {
            assert!(UploadTypes::include(ending.content_type), "{}", ending.name);
        }
        assert!(UploadTypes::include(UNKNOWN));
    }

    #[test]
    fn only_pictures_are_sent_as_pictures() {
        for ending in ENDINGS {
            let is_picture = matches!(
                ending.kind,
                UploadKind::Jpeg | UploadKind::Png | UploadKind::Gif | UploadKind::Webp
            );
            assert_eq!(ending.content_type.starts_with("image/"), is_picture, "{}", ending.name);
        }
    }
}
