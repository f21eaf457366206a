//! The parts of a raw e-mail. The parser of headers takes any text with a boundary in it for a boundary, an outer boundary for
//! text of an inner part, and skips lines that are no header; here a boundary is a whole line, an outer one ends the parts
//! inside it, and such a line is text.

use mail_parser::{Message, MessageParser, MimeHeaders};

use super::charset;

/// Parts inside parts. Deeper ones are text.
const DEEPEST: usize = 20;
/// Parts of one e-mail. A multipart that goes beyond is text.
const MOST_PARTS: usize = 500;
/// Lines of one header.
const MOST_LINES: usize = 2_000;
/// Bytes of one line; the rest stays in the raw e-mail.
const MAX_LINE: usize = 16 * 1024;
const MAX_HEADER: usize = 256 * 1024;
/// Lines in a header that are none. Below them is text.
const MOST_STRAYS: usize = 100;

/// A part with its header as UTF-8, and its body as it was sent.
pub struct Part<'a> {
    header: Vec<u8>,
    pub body: &'a [u8],
    pub children: Vec<Part<'a>>,
    /// Text above the first part.
    pub preamble: &'a [u8],
    /// Text behind the last part, which some lists add.
    pub epilogue: &'a [u8],
    /// Lines in the header that are no header.
    pub strays: Vec<&'a [u8]>,
}

impl<'a> Part<'a> {
    /// The whole e-mail. None without a header.
    pub fn of_mail(raw: &'a [u8]) -> Option<Self> {
        let mut left = MOST_PARTS;
        let part = Self::with_children(Head::of_mail(raw), 0, &mut left);
        part.head().is_some_and(|head| !head.headers().is_empty()).then_some(part)
    }

    fn with_children(head: Head<'a>, depth: usize, left: &mut usize) -> Self {
        let Head { lines, strays, body, .. } = head;
        let header = charset::header_to_utf8(&lines.concat());
        let mut part = Self { header, body, children: Vec::new(), preamble: &[], epilogue: &[], strays };
        let Some(boundary) = part.boundary().filter(|_| depth < DEEPEST) else { return part };
        let Some(found) = SplitBody::of(body, boundary.as_bytes()).filter(|it| it.parts.len() <= *left)
        else {
            return part;
        };
        *left -= found.parts.len();
        let inner = |raw| Self::with_children(Head::of_part(raw), depth + 1, left);
        part.children = found.parts.into_iter().map(inner).collect();
        (part.preamble, part.epilogue) = (found.preamble, found.epilogue);
        part
    }

    /// Its header, parsed. None when it has none.
    pub fn head(&self) -> Option<Message<'_>> {
        MessageParser::default().parse_headers(&self.header)
    }

    fn boundary(&self) -> Option<String> {
        let head = self.head()?;
        let kind = head.content_type().filter(|kind| kind.ctype().eq_ignore_ascii_case("multipart"))?;
        Some(kind.attribute("boundary")?.trim_end().to_owned()).filter(|boundary| !boundary.is_empty())
    }

    /// The part and those inside it.
    pub fn walk<'b>(&'b self, visit: &mut dyn FnMut(&'b Self)) {
        visit(self);
        for child in &self.children {
            child.walk(visit);
        }
    }
}

/// The lines of a header, and what is below it.
struct Head<'a> {
    lines: Vec<&'a [u8]>,
    strays: Vec<&'a [u8]>,
    body: &'a [u8],
    /// Bytes of the lines.
    size: usize,
}

impl<'a> Head<'a> {
    /// A header ends at the first empty line. Below a line that is no header, only the names of e-mails are headers: the text
    /// may have begun.
    fn of_mail(raw: &'a [u8]) -> Self {
        let mut head = Self { lines: Vec::new(), strays: Vec::new(), body: &[], size: 0 };
        let (mut at, mut is_last_header) = (0, false);
        for line in raw.split_inclusive(|byte| *byte == b'\n') {
            if head.strays.len() == MOST_STRAYS {
                break;
            }
            at += line.len();
            let text = line.trim_ascii_end();
            if text.is_empty() {
                if head.lines.is_empty() && head.strays.is_empty() {
                    continue;
                }
                break;
            }
            let goes_on = line.starts_with(b" ") || line.starts_with(b"\t");
            let is_header = match goes_on {
                true => is_last_header,
                false => name_of(text).is_some_and(|name| head.takes(name)),
            };
            if is_header && !head.is_full() {
                head.push(line);
            } else if !is_envelope(text) {
                head.strays.push(text);
            }
            is_last_header = is_header;
        }
        head.body = &raw[at..];
        head
    }

    fn is_full(&self) -> bool {
        self.lines.len() >= MOST_LINES || self.size >= MAX_HEADER
    }

    fn push(&mut self, line: &'a [u8]) {
        self.size += line.len().min(MAX_LINE);
        match line.get(..MAX_LINE) {
            Some(begin) => self.lines.extend([begin, b"\r\n"]),
            None => self.lines.push(line),
        }
    }

    fn takes(&self, name: &[u8]) -> bool {
        let is_new =
            || !self.lines.iter().any(|line| name_of(line).is_some_and(|it| it.eq_ignore_ascii_case(name)));
        self.strays.is_empty() || is_of_mail(name) && (is_new() || !is_once(name))
    }

    /// The header of a part may be missing: then all is text.
    fn of_part(raw: &'a [u8]) -> Self {
        let mut head = Self { lines: Vec::new(), strays: Vec::new(), body: raw, size: 0 };
        let mut at = 0;
        for line in raw.split_inclusive(|byte| *byte == b'\n') {
            let text = line.trim_ascii_end();
            if text.is_empty() {
                at += line.len();
                break;
            }
            let goes_on = !head.lines.is_empty() && (line.starts_with(b" ") || line.starts_with(b"\t"));
            if !goes_on && name_of(text).is_none() || head.is_full() {
                break;
            }
            at += line.len();
            head.push(line);
        }
        let is_of_part =
            |line: &&[u8]| line.get(..8).is_some_and(|name| name.eq_ignore_ascii_case(b"content-"));
        if head.lines.is_empty() || head.lines.iter().any(is_of_part) {
            head.body = &raw[at..];
        } else {
            head.lines.clear();
        }
        head
    }
}

/// The name of `Name: value`.
fn name_of(line: &[u8]) -> Option<&[u8]> {
    let name = line[..line.iter().position(|byte| *byte == b':')?].trim_ascii_end();
    (!name.is_empty() && name.iter().all(u8::is_ascii_graphic)).then_some(name)
}

/// Headers that an e-mail has once.
const ONCE: [&str; 14] = [
    "from",
    "sender",
    "to",
    "cc",
    "subject",
    "date",
    "message-id",
    "in-reply-to",
    "references",
    "reply-to",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "content-disposition",
];
const SEVERAL: [&str; 12] = [
    "received",
    "return-path",
    "delivered-to",
    "envelope-to",
    "authentication-results",
    "dkim-signature",
    "received-spf",
    "precedence",
    "auto-submitted",
    "user-agent",
    "importance",
    "mailing-list",
];

fn is_once(name: &[u8]) -> bool {
    ONCE.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

fn is_of_mail(name: &[u8]) -> bool {
    let begins = |begin: &[u8]| name.get(..begin.len()).is_some_and(|it| it.eq_ignore_ascii_case(begin));
    is_once(name)
        || SEVERAL.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
        || [&b"x-"[..], b"list-", b"arc-", b"thread-", b"content-", b"resent-"].into_iter().any(begins)
}

/// The first line of an e-mail of a mailbox file.
fn is_envelope(line: &[u8]) -> bool {
    line.starts_with(b"From ") || line.starts_with(b">From ")
}

/// A body between the lines of its boundary.
struct SplitBody<'a> {
    preamble: &'a [u8],
    parts: Vec<&'a [u8]>,
    epilogue: &'a [u8],
}

impl<'a> SplitBody<'a> {
    /// None when no line is this boundary.
    fn of(body: &'a [u8], boundary: &[u8]) -> Option<Self> {
        let mut found = Self { preamble: &[], parts: Vec::new(), epilogue: &[] };
        let (mut begun, mut at) = (None, 0);
        for line in body.split_inclusive(|byte| *byte == b'\n') {
            let begin = at;
            at += line.len();
            let Some(is_end) = find_delimiter(line, boundary) else { continue };
            match begun {
                Some(begun) => found.parts.push(without_line_end(&body[begun..begin])),
                None if found.parts.is_empty() => found.preamble = &body[..begin],
                None => {}
            }
            // A part inside may have the same boundary: a part can come after the end.
            begun = (!is_end).then_some(at);
            found.epilogue = &body[at..];
        }
        if let Some(begun) = begun {
            found.parts.push(&body[begun..]);
            found.epilogue = &[];
        }
        (!found.parts.is_empty()).then_some(found)
    }
}

/// Whether a line is this boundary, and the last one.
fn find_delimiter(line: &[u8], boundary: &[u8]) -> Option<bool> {
    match line.strip_prefix(b"--")?.strip_prefix(boundary)?.trim_ascii() {
        b"" => Some(false),
        b"--" => Some(true),
        _ => None,
    }
}

/// The last line end belongs to the boundary below it.
fn without_line_end(part: &[u8]) -> &[u8] {
    let part = part.strip_suffix(b"\n").unwrap_or(part);
    part.strip_suffix(b"\r").unwrap_or(part)
}
