//! Content-Transfer-Encoding, read as far as it goes: what is behind the end of base64 is kept, since lists add lines there.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// A decoded body, and the lines behind it that are not encoded.
pub struct DecodedBody {
    pub bytes: Vec<u8>,
    pub rest: Vec<u8>,
}

pub fn decode(body: &[u8], encoding: Option<&str>) -> DecodedBody {
    let plain = |bytes| DecodedBody { bytes, rest: Vec::new() };
    match name_of(encoding).as_deref() {
        Some("base64") => decode_base64(body),
        Some("quoted-printable") => plain(decode_quoted_printable(body)),
        _ => plain(body.to_vec()),
    }
}

/// Some programs write a sign or a comment behind the name.
fn name_of(encoding: Option<&str>) -> Option<String> {
    let name = encoding?.trim().split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next()?;
    Some(name.to_ascii_lowercase())
}

/// The same for a file, which has no lines of text.
pub fn decode_file(body: &[u8], encoding: Option<&str>) -> Vec<u8> {
    if name_of(encoding).as_deref() != Some("base64") {
        return decode(body, encoding).bytes;
    }
    let letters = body.iter().copied().filter(|byte| is_letter(*byte)).collect();
    decode_letters(letters).unwrap_or_else(|| body.to_vec())
}

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=')
}

/// Up to the first sign of the end.
fn decode_letters(mut letters: Vec<u8>) -> Option<Vec<u8>> {
    letters.truncate(letters.iter().position(|byte| *byte == b'=').unwrap_or(letters.len()));
    // One letter alone has no whole byte.
    if letters.len() % 4 == 1 {
        letters.pop();
    }
    LENIENT.decode(letters).ok()
}

/// Lines of base64 up to the first line that is none.
fn decode_base64(body: &[u8]) -> DecodedBody {
    let (mut letters, mut end, mut is_padded) = (Vec::new(), 0, false);
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let text = line.trim_ascii();
        if !text.iter().all(|byte| is_letter(*byte)) || is_padded && !text.is_empty() {
            break;
        }
        is_padded |= text.ends_with(b"=");
        letters.extend_from_slice(text);
        end += line.len();
    }
    match decode_letters(letters) {
        Some(bytes) => DecodedBody { bytes, rest: body[end..].to_vec() },
        None => DecodedBody { bytes: body.to_vec(), rest: Vec::new() },
    }
}

fn decode_quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let text = line.trim_ascii_end();
        let end = &line[line.trim_ascii_end().len()..];
        let (text, goes_on) = text.strip_suffix(b"=").map_or((text, false), |text| (text, true));
        let mut at = 0;
        while at < text.len() {
            let byte = (text[at] == b'=').then(|| text.get(at + 1..at + 3).and_then(hex)).flatten();
            decoded.push(byte.unwrap_or(text[at]));
            at += if byte.is_some() { 3 } else { 1 };
        }
        if !goes_on {
            decoded.extend(end.iter().filter(|byte| matches!(byte, b'\r' | b'\n')));
        }
    }
    decoded
}

fn hex(digits: &[u8]) -> Option<u8> {
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_behind_the_end_of_base64_are_kept() {
        let read = decode(b"SGVs\r\nbG8=\r\n____\r\nSent by the list\r\n", Some("BASE64"));
        assert_eq!(
            (read.bytes.as_slice(), read.rest.as_slice()),
            (&b"Hello"[..], &b"____\r\nSent by the list\r\n"[..])
        );
        assert_eq!(decode(b"SGVsbG8", Some(" base64; x")).bytes, b"Hello", "without padding");
        assert_eq!(decode(b"SGVsbG8x=\n", Some("base64")).bytes, b"Hello1", "with too much");
    }

    #[test]
    fn quoted_printable_keeps_what_is_not_encoded() {
        let read =
            |text: &str| String::from_utf8(decode(text.as_bytes(), Some("quoted-printable")).bytes).unwrap();
        assert_eq!(read("a=\r\nb =C3=A9 50 = 50 =zz\r\n"), "ab é 50 = 50 =zz\r\n");
        assert_eq!(read("=c3=a9  \r\nx"), "é\r\nx", "blanks at the end of a line are none");
    }
}
