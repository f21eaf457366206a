use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    Decoder, DecoderResult, Encoding, ISO_8859_2, ISO_8859_4, ISO_8859_13, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1250, WINDOWS_1252, WINDOWS_1254, WINDOWS_1257, WINDOWS_1258,
};

use super::{SheetError, text};

const HEAD_BYTES: usize = 256 * 1024;
const DELIMITERS: [u8; 4] = *b",;\t|";
/// Fewer letters with accents than these do not tell the Latin alphabets apart.
const FEW_ACCENTS: usize = 40;

/// The format of a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    pub encoding: &'static Encoding,
    pub delimiter: u8,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    Text(Dialect),
    /// `sheet` is the name of the chosen sheet; the first visible one if none is chosen.
    Xlsx {
        sheet: Option<String>,
    },
}

/// Detects the format of a file while its bytes are read. The file name is ignored: many `.xls` files are
/// CSV.
pub struct Sniffer {
    head: Vec<u8>,
    bytes: u64,
    /// Set while all bytes are valid UTF-8, which is much faster to check than other encodings.
    utf8: Option<Decoder>,
    detector: EncodingDetector,
}

impl Default for Sniffer {
    fn default() -> Self {
        let detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        let utf8 = Some(UTF_8.new_decoder_without_bom_handling());
        Self { head: Vec::new(), bytes: 0, utf8, detector }
    }
}

impl Sniffer {
    pub fn feed(&mut self, chunk: &[u8]) {
        if let Some(utf8) = &mut self.utf8
            && !is_utf8(utf8, chunk, false)
        {
            self.give_up_utf8();
        }
        if self.utf8.is_none() {
            self.detector.feed(chunk, false);
        }
        let room = HEAD_BYTES - self.head.len();
        self.head.extend_from_slice(&chunk[..chunk.len().min(room)]);
        self.bytes += chunk.len() as u64;
    }

    fn give_up_utf8(&mut self) {
        self.utf8 = None;
        self.detector.feed(&self.head, false);
    }

    pub fn finish(mut self) -> Result<Kind, SheetError> {
        let whole = self.bytes == self.head.len() as u64;
        if self.head.starts_with(b"PK\x03\x04") {
            return if self.bytes > super::MAX_WORKBOOK_BYTES {
                Err(SheetError::TooLarge)
            } else {
                Ok(Kind::Xlsx { sheet: None })
            };
        }
        if self.head.starts_with(b"\xD0\xCF\x11\xE0") {
            return Err(SheetError::OldWorkbook);
        }
        let encoding = self.encoding();
        let (head, _, _) = encoding.decode(&self.head);
        if self.head.iter().all(u8::is_ascii_whitespace) {
            return Err(SheetError::Empty);
        }
        if head.trim_start().starts_with(['<', '{']) || head.starts_with("%PDF") || is_binary(&head) {
            return Err(SheetError::UnknownFormat);
        }
        Ok(Kind::Text(Dialect { encoding, delimiter: delimiter(&head, whole) }))
    }

    fn encoding(&mut self) -> &'static Encoding {
        if let Some((encoding, _)) = Encoding::for_bom(&self.head) {
            return encoding;
        }
        // UTF-16 text without a byte order mark has its zero bytes on one side.
        let zeros = |odd| self.head.iter().skip(odd).step_by(2).filter(|b| **b == 0).count() * 3;
        let half = self.head.len() / 2;
        match (zeros(0) > half, zeros(1) > half) {
            (true, false) => UTF_16BE,
            (false, true) => UTF_16LE,
            _ => self.encoding_by_content(),
        }
    }

    fn encoding_by_content(&mut self) -> &'static Encoding {
        if let Some(utf8) = &mut self.utf8 {
            if is_utf8(utf8, b"", true) {
                return UTF_8;
            }
            self.give_up_utf8();
        }
        self.detector.feed(b"", true);
        let guess = self.detector.guess(None, Utf8Detection::Allow);
        let accents = self.head.iter().filter(|byte| !byte.is_ascii()).count();
        if accents < FEW_ACCENTS && is_rarer_latin(guess) { WINDOWS_1252 } else { guess }
    }
}

/// Alphabets of central and eastern Europe, Turkey and Vietnam. A header with a single accent looks like one of them: the `ó`
/// of `código` is also the `ķ` of ISO 8859-4.
fn is_rarer_latin(encoding: &'static Encoding) -> bool {
    let rarer = [WINDOWS_1250, WINDOWS_1254, WINDOWS_1257, WINDOWS_1258, ISO_8859_2, ISO_8859_4, ISO_8859_13];
    rarer.contains(&encoding)
}

/// Whether the text is still valid UTF-8. A character can span two chunks.
fn is_utf8(decoder: &mut Decoder, mut chunk: &[u8], last: bool) -> bool {
    let mut text = [0; 4096];
    loop {
        let (result, read, _) = decoder.decode_to_utf8_without_replacement(chunk, &mut text, last);
        chunk = &chunk[read..];
        match result {
            DecoderResult::InputEmpty => return true,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => return false,
        }
    }
}

fn is_binary(head: &str) -> bool {
    let strange = |c: &char| c.is_control() && !matches!(c, '\r' | '\n' | '\t' | '\0');
    head.chars().filter(strange).count() * 20 > head.chars().count()
}

/// The delimiter that splits the first rows into many columns of an equal number.
fn delimiter(head: &str, whole: bool) -> u8 {
    if let Some(named) = head.strip_prefix("sep=").and_then(|rest| rest.bytes().next()) {
        return named;
    }
    let end = if whole { head.len() } else { head.rfind(['\n', '\r']).unwrap_or(head.len()) };
    let mut best = (0.0, b',');
    for delimiter in DELIMITERS {
        let score = evenness(&text::widths(&head[..end], delimiter));
        if score > best.0 {
            best = (score, delimiter);
        }
    }
    best.1
}

/// The share of rows with the most common width, squared to punish uneven splits, times that width.
fn evenness(widths: &[usize]) -> f64 {
    let common = |w: &&usize| widths.iter().filter(|other| other == w).count();
    let Some(width) = widths.iter().filter(|w| **w > 1).max_by_key(common) else { return 0.0 };
    let share = common(&width) as f64 / widths.len() as f64;
    share * share * *width as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sniff(bytes: &[u8]) -> Result<Kind, SheetError> {
        let mut sniffer = Sniffer::default();
        bytes.chunks(7).for_each(|chunk| sniffer.feed(chunk));
        sniffer.finish()
    }

    fn dialect(bytes: &[u8]) -> Dialect {
        match sniff(bytes).unwrap() {
            Kind::Text(dialect) => dialect,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn decimal_commas_do_not_hide_the_semicolon() {
        let found = dialect(b"ref;peso;valor\n1;1,5;10,00\n2;2,5;20,00\n3;10;7\n");
        assert_eq!(found.delimiter, b';');
    }

    #[test]
    fn workbook_of_the_old_format_is_refused_with_advice() {
        let error = sniff(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1").unwrap_err();
        assert_eq!(error.message(), server_core::http::messages::MessageCode::ImportOldWorkbook);
    }

    #[test]
    fn delimiters_are_detected_or_declared() {
        assert_eq!(dialect(b"a\tb\n1\t2,2\n").delimiter, b'\t');
        assert_eq!(dialect(b"a|b|c\r1|2|3\r").delimiter, b'|');
        assert_eq!(dialect(b"sep=;\na,b;c,d\n").delimiter, b';');
        assert_eq!(dialect(b"only one column\nx\n").delimiter, b',');
    }

    #[test]
    fn encodings_are_detected_by_mark_or_content() {
        assert_eq!(dialect(b"\xEF\xBB\xBFa,b\n1,2\n").encoding, UTF_8);
        assert_eq!(dialect("país,peso\nMéxico,1\n".as_bytes()).encoding, UTF_8);
        assert_eq!(dialect(b"pa\xEDs,descri\xE7\xE3o\nM\xE9xico,a\xE7\xFAcar\n").encoding, WINDOWS_1252);
        let few_accents = b"c\xF3digo;lote;validade;quantidade;local\nSKU-1;\xC71;31/12/2027;2;A-01-1\n";
        assert_eq!(dialect(few_accents).encoding, WINDOWS_1252);
        let utf16: Vec<u8> = "a,b\n1,2\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(dialect(&utf16).encoding, UTF_16LE);
    }

    #[test]
    fn late_characters_outside_ascii_set_the_encoding() {
        let mut bytes = b"name,country\n".to_vec();
        bytes.extend(b"x,BR\n".repeat(HEAD_BYTES / 4));
        let in_utf8 = [bytes.as_slice(), "São Paulo,BR\n".as_bytes()].concat();
        assert_eq!(dialect(&in_utf8).encoding, UTF_8);
        bytes.extend(b"S\xE3o Paulo,BR\nBras\xEDlia,BR\nGoi\xE2nia,BR\n");
        assert_eq!(dialect(&bytes).encoding, WINDOWS_1252);
    }

    #[test]
    fn a_file_that_is_not_a_sheet_is_detected() {
        assert!(matches!(sniff(b"%PDF-1.4 ..."), Err(SheetError::UnknownFormat)));
        assert!(matches!(sniff(b"<html><table>"), Err(SheetError::UnknownFormat)));
        assert!(matches!(sniff(b"\x89PNG\x01\x02\x03\x04\x05\x06\x07"), Err(SheetError::UnknownFormat)));
        assert!(matches!(sniff(b" \r\n"), Err(SheetError::Empty)));
        assert!(matches!(sniff(b"PK\x03\x04rest"), Ok(Kind::Xlsx { .. })));
    }
}
