//! Letters of e-mails: by their charset, also under the names that are in no standard, else detected.

use std::sync::LazyLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, WINDOWS_1252};
use mail_parser::decoders::charsets::map::charset_decoder;
use regex::bytes::Regex;

/// Bytes that a detection looks at.
const HEAD: usize = 64 * 1024;

/// `<meta charset="gbk">`, `<meta http-equiv="Content-Type" content="text/html; charset=gbk">`.
static META: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?i)<meta\s[^>]*charset\s*=\s*["']?\s*([a-z0-9_:.-]+)"#).expect("the expression is tested")
});

/// `=?charset?B?` of an encoded word.
static WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"=\?([A-Za-z0-9_.:+-]+)(\*[A-Za-z-]+)?\?([BbQq])\?").expect("the expression is tested")
});

/// The text of a body.
pub fn decode(bytes: &[u8], label: Option<&str>, is_html: bool) -> String {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding.decode(bytes).0.into_owned();
    }
    let label = label.map(str::trim).filter(|label| !is_unknown(label));
    let meta = || {
        let found = META.captures(&bytes[..bytes.len().min(HEAD)]).filter(|_| is_html)?;
        find_encoding(std::str::from_utf8(&found[1]).ok()?)
    };
    if let Some(encoding) = label.and_then(find_encoding) {
        // Programs write the charset of their country over UTF-8; letters of one byte make no such text by chance.
        let encoding = if encoding == WINDOWS_1252 && is_utf8(bytes) { UTF_8 } else { encoding };
        return encoding.decode_without_bom_handling(bytes).0.into_owned();
    }
    if let Some(decoder) = label.and_then(|label| charset_decoder(label.as_bytes())) {
        return decoder(bytes);
    }
    let encoding = if is_utf8(bytes) { UTF_8 } else { meta().unwrap_or_else(|| detect(bytes)) };
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// Names that say nothing: plain ASCII is often written over something else.
fn is_unknown(label: &str) -> bool {
    let label = label.to_ascii_lowercase();
    [
        "us-ascii",
        "ascii",
        "ansi_x3.4-1968",
        "unknown-8bit",
        "x-unknown",
        "unknown",
        "default",
        "default_charset",
    ]
    .contains(&label.as_str())
}

/// The encoding with this name, or with the name that some programs write for it.
fn find_encoding(label: &str) -> Option<&'static Encoding> {
    let label = label.trim_matches(['"', '\'', ' ', ';']).to_ascii_lowercase();
    let label = label.split("//").next().unwrap_or_default();
    let standard = match label {
        "cp936" | "ms936" | "windows-936" | "gb18030-2000" | "euc-cn" | "gbk2312" => "gbk",
        "cp950" | "ms950" => "big5",
        "cp932" | "windows-932" | "sjis" | "shift-jis-2004" => "shift_jis",
        "cp949" | "ms949" | "uhc" => "euc-kr",
        "iso-2022-jp-1" | "iso-2022-jp-2" | "iso-2022-jp-ms" | "cp50220" | "cp50221" => "iso-2022-jp",
        "latin-1" | "iso8859_1" | "8859_1" | "iso-8859-1-windows-3.1-latin-1" => "iso-8859-1",
        "utf-8-sig" | "utf_8" | "unicode-1-1-utf8" | "utf8mb4" | "cp65001" => "utf-8",
        other => other,
    };
    Encoding::for_label(standard.as_bytes()).filter(|encoding| *encoding != REPLACEMENT)
}

/// UTF-8 has no escape sequences; those of ISO-2022-JP are ASCII.
fn is_utf8(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok() && !has_japanese_escape(bytes)
}

fn has_japanese_escape(bytes: &[u8]) -> bool {
    bytes.windows(3).any(|bytes| matches!(bytes, b"\x1b$B" | b"\x1b$@" | b"\x1b(J" | b"\x1b(I"))
}

fn detect(bytes: &[u8]) -> &'static Encoding {
    if has_japanese_escape(bytes) {
        return ISO_2022_JP;
    }
    // Single bytes that are no letters in a text of UTF-8 stay marks.
    let head = &bytes[..bytes.len().min(HEAD)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(head, true);
    let found = detector.guess(None, Utf8Detection::Deny);
    if found == WINDOWS_1252 && is_mostly_utf8(head) { UTF_8 } else { found }
}

fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > bad * 4
}

/// A header as UTF-8: bytes of another charset are decoded, and encoded words get a name that the parser knows.
pub fn header_to_utf8(header: &[u8]) -> Vec<u8> {
    let text = if is_utf8(header) {
        header.to_vec()
    } else {
        let lines = header.split_inclusive(|byte| *byte == b'\n');
        let decoded = lines.map(|line| {
            let encoding = if is_utf8(line) { UTF_8 } else { detect_line(line, header) };
            encoding.decode_without_bom_handling(line).0.into_owned().into_bytes()
        });
        decoded.flatten().collect()
    };
    let rename = |found: &regex::bytes::Captures| {
        let label = std::str::from_utf8(&found[1]).ok().and_then(find_encoding).map(Encoding::name);
        let label = label.map_or_else(|| found[1].to_vec(), |name| name.to_ascii_lowercase().into_bytes());
        [b"=?", label.as_slice(), b"?", &found[3], b"?"].concat()
    };
    WORD.replace_all(&text, rename).into_owned()
}

/// One line is little to detect from: the header as a whole says more.
fn detect_line(line: &[u8], header: &[u8]) -> &'static Encoding {
    if has_japanese_escape(line) { ISO_2022_JP } else { detect(header) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charset_is_known_by_every_name_that_programs_write() {
        for label in ["GBK", "gb2312", "cp936", "x-gbk", "GB18030", "\"gbk\""] {
            assert_eq!(decode(b"\xb5\xd8\xd6\xb7", Some(label), false), "地址", "{label}");
        }
        assert_eq!(decode(b"\x1b$BF|K\\8l\x1b(B", Some("iso-2022-jp"), false), "日本語");
        assert_eq!(decode(b"Endere\xe7o", Some("latin-1"), false), "Endereço");
        assert_eq!(decode(b"+AOk-", Some("utf-7"), false), "é");
        assert_eq!(
            decode("Endereço é".as_bytes(), Some("iso-8859-1"), false),
            "Endereço é",
            "written over UTF-8"
        );
    }

    #[test]
    fn a_text_without_a_charset_is_detected() {
        let chinese = "地址是蓝街十二号，请先打电话。包裹已经送到仓库。";
        let (gbk, _, _) = encoding_rs::GBK.encode(chinese);
        for label in [None, Some("us-ascii"), Some("x-unknown"), Some("no-such-charset")] {
            assert_eq!(decode(&gbk, label, false), chinese, "{label:?}");
            assert_eq!(decode(chinese.as_bytes(), label, false), chinese, "{label:?}");
        }
        assert_eq!(decode(b"\x1b$BF|K\\8l\x1b(B", None, false), "日本語");
        assert_eq!(
            decode(b"O endere\xe7o \xe9 na avenida S\xe3o Jo\xe3o", None, false),
            "O endereço é na avenida São João"
        );
    }

    #[test]
    fn html_says_its_charset_itself_when_its_part_does_not() {
        let html =
            b"<meta http-equiv='Content-Type' content='text/html; charset=gbk'><p>\xb5\xd8\xd6\xb7</p>";
        assert!(decode(html, None, true).contains("地址"));
        assert!(decode(html, Some("gbk"), true).contains("地址"));
    }

    #[test]
    fn raw_letters_of_a_header_are_read() {
        let (gbk, _, _) = encoding_rs::GBK.encode("Subject: 关于包裹的地址变更通知\r\n");
        assert_eq!(header_to_utf8(&gbk), "Subject: 关于包裹的地址变更通知\r\n".as_bytes());
        assert_eq!(header_to_utf8(b"Subject: =?cp936?B?tdjWtw==?=\r\n"), b"Subject: =?gbk?B?tdjWtw==?=\r\n");
    }
}
