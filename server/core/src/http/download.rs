//! The header with the file name of a download.

use std::fmt::Write;

/// `attachment` with the name in two forms: ASCII for old clients, RFC 8187 for others.
pub fn content_disposition(name: &str) -> String {
    disposition("attachment", name)
}

/// The same for a file that the browser shows.
pub fn inline_disposition(name: &str) -> String {
    disposition("inline", name)
}

fn disposition(kind: &str, name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || " ._-()".contains(c) { c } else { '_' })
        .collect();
    let mut encoded = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"._-".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_download_name_cannot_break_out_of_its_header() {
        let header = content_disposition("etiquetas \"ção\"\r\nX: y/..\\标签.pdf");
        assert!(header.is_ascii());
        assert!(!header.contains(['\r', '\n', '\\', '/']));
        assert_eq!(header.matches('"').count(), 2);
        assert!(header.ends_with("%E6%A0%87%E7%AD%BE.pdf"));
    }
}
