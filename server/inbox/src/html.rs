//! The text of an HTML e-mail. Tags are read one by one and never nested, so that the cost grows with the length alone.

use std::cell::{Cell, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, CharacterTokens, EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult,
    Tokenizer, TokenizerOpts,
};

/// Bytes of one HTML part that are read; the rest stays in the raw e-mail.
const MOST_HTML: usize = 2 * 1024 * 1024;
/// Quotations inside quotations that are told apart.
const DEEPEST_QUOTE: usize = 5;

/// Bytes that are read at a time.
const PIECE: usize = 1024;
/// The tokenizer compares each attribute of a tag with all before it. So many comparisons take about a second; a picture inside
/// the HTML, whose letters look like attributes, counts for less.
const MOST_COMPARED: usize = 700_000_000;

/// Lines of text: quotations with ">", links with their addresses, and no sign that the e-mail does not have.
pub fn to_text(html: &str) -> String {
    let mut rest = &html[..html.floor_char_boundary(MOST_HTML)];
    let input = BufferQueue::default();
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let mut cost = Cost::default();
    while !rest.is_empty() && cost.compared < MOST_COMPARED {
        let (piece, later) = rest.split_at(rest.floor_char_boundary(PIECE));
        input.push_back(StrTendril::from_slice(piece));
        // Scripts do not run, so that all is read at once.
        let _ = tokenizer.feed(&input);
        cost.add(piece, tokenizer.sink.has_token.take());
        rest = later;
    }
    tokenizer.end();
    let mut text = tokenizer.sink.text.into_inner();
    text.close_link();
    text.out
}

/// What the tags that were read have cost at most.
#[derive(Default)]
struct Cost {
    /// Attributes that an unfinished tag can have.
    open: usize,
    compared: usize,
}

impl Cost {
    /// A piece without a token goes on with the tag before it.
    fn add(&mut self, piece: &str, has_token: bool) {
        let is_separator = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'"' | b'\'');
        let here = piece.bytes().filter(|byte| is_separator(byte)).count();
        self.open = if has_token { here } else { self.open + here };
        self.compared += self.open * here;
    }
}

#[derive(Default)]
struct Sink {
    text: RefCell<Text>,
    /// Since the last piece.
    has_token: Cell<bool>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut text = self.text.borrow_mut();
        self.has_token.set(true);
        match token {
            CharacterTokens(words) => text.write(&words),
            TagToken(tag) if tag.kind == StartTag => {
                text.start(&tag);
                return after_start(&tag);
            }
            TagToken(tag) if tag.kind == EndTag => text.end(&tag.name),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// The text of these elements is no HTML.
fn after_start(tag: &Tag) -> TokenSinkResult<()> {
    match &*tag.name {
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" => TokenSinkResult::RawData(RawKind::Rawtext),
        "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
        _ => TokenSinkResult::Continue,
    }
}

#[derive(Default)]
struct Text {
    out: String,
    /// Line ends before the next word: 2 for an empty line.
    breaks: usize,
    has_space: bool,
    /// The element whose text is not shown.
    skipped: Option<String>,
    preformatted: usize,
    /// For each open `blockquote`, whether it is a quotation.
    quotes: Vec<bool>,
    depth: usize,
    /// Depth of the line before.
    last_depth: usize,
    /// For each open list, the number of the next item; 0 without numbers.
    lists: Vec<usize>,
    /// The address of the open link, and where its words begin.
    link: Option<(String, usize)>,
}

/// Open elements that are counted.
const MOST_OPEN: usize = 100;

impl Text {
    fn write(&mut self, words: &str) {
        if self.skipped.is_some() {
            return;
        }
        for c in words.chars() {
            match c {
                '\n' if self.preformatted > 0 => self.breaks = (self.breaks + 1).min(2),
                '\r' if self.preformatted > 0 => {}
                ' ' if self.preformatted > 0 => self.push(' '),
                _ if c.is_whitespace() => self.has_space = true,
                _ => self.push(c),
            }
        }
    }

    /// One character, after the line ends and the blank before it.
    fn push(&mut self, c: char) {
        if self.breaks > 0 || self.out.is_empty() {
            self.begin_line();
        } else if self.has_space && !self.out.ends_with([' ', '\n']) {
            self.out.push(' ');
        }
        self.has_space = false;
        self.out.push(c);
    }

    fn begin_line(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
            if self.breaks > 1 {
                self.out.push_str(&">".repeat(self.depth.min(self.last_depth)));
                self.out.push('\n');
            }
        }
        self.out.push_str(&">".repeat(self.depth));
        if self.depth > 0 {
            self.out.push(' ');
        }
        (self.breaks, self.last_depth) = (0, self.depth);
    }

    fn break_line(&mut self, lines: usize) {
        self.breaks = self.breaks.max(lines);
    }

    fn start(&mut self, tag: &Tag) {
        if self.skipped.is_some() {
            return;
        }
        let name = &*tag.name;
        self.break_line(breaks_of(name));
        match name {
            "script" | "style" | "title" | "textarea" | "template" | "iframe" | "noembed" | "noframes"
            | "select" => {
                self.skipped = Some(name.to_owned());
            }
            "br" => self.breaks = (self.breaks + 1).min(2),
            "hr" => {
                "----------".chars().for_each(|c| self.push(c));
                self.break_line(1);
            }
            "pre" | "xmp" => self.preformatted += 1,
            "ul" | "ol" if self.lists.len() < MOST_OPEN => self.lists.push(usize::from(name == "ol")),
            "li" => self.begin_item(),
            "td" | "th" if self.breaks == 0 && !self.out.is_empty() => {
                self.out.push_str("  ");
                self.has_space = false;
            }
            "blockquote" => self.begin_quote(is_quotation(tag)),
            "img" => self.describe_picture(tag),
            "a" => {
                self.close_link();
                self.link = attribute(tag, "href").map(|href| (href.trim().to_owned(), self.out.len()));
            }
            _ => {}
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(skipped) = &self.skipped {
            if skipped == name {
                self.skipped = None;
            }
            return;
        }
        match name {
            "a" => self.close_link(),
            "pre" | "xmp" => self.preformatted = self.preformatted.saturating_sub(1),
            "ul" | "ol" => drop(self.lists.pop()),
            "blockquote" => {
                self.quotes.pop();
                self.count_quotes();
            }
            _ => {}
        }
        // Cells of a row stand side by side.
        if !matches!(name, "td" | "th" | "br" | "hr") {
            self.break_line(breaks_of(name));
        }
    }

    fn begin_quote(&mut self, is_quotation: bool) {
        if self.quotes.len() < MOST_OPEN {
            self.quotes.push(is_quotation);
        }
        self.count_quotes();
    }

    fn count_quotes(&mut self) {
        self.depth = self.quotes.iter().filter(|quote| **quote).count().min(DEEPEST_QUOTE);
    }

    fn begin_item(&mut self) {
        let sign = match self.lists.last_mut() {
            Some(number) if *number > 0 => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "* ".to_owned(),
        };
        sign.chars().for_each(|c| self.push(c));
    }

    /// A picture that the e-mail does not carry is told by its words.
    fn describe_picture(&mut self, tag: &Tag) {
        let is_attached = attribute(tag, "src").is_some_and(|source| source.trim().starts_with("cid:"));
        if let Some(words) = attribute(tag, "alt").filter(|_| !is_attached) {
            self.write(&words);
        }
    }

    /// The words of a link, and its address when the words do not say it.
    fn close_link(&mut self) {
        let Some((href, begin)) = self.link.take() else { return };
        let words = self.out.get(begin..).unwrap_or_default().trim().trim_start_matches(['>', ' ', '\n']);
        let scheme = href.split(':').next().unwrap_or_default().to_ascii_lowercase();
        let has_address = matches!(scheme.as_str(), "http" | "https" | "mailto" | "tel" | "ftp");
        if words.is_empty() || !has_address || is_same(words, &href) {
            return;
        }
        self.out.push_str(" <");
        self.out.extend(href.chars().filter(|c| !c.is_control() && !c.is_whitespace()));
        self.out.push('>');
    }
}

/// Whether the words of a link are its address.
fn is_same(words: &str, href: &str) -> bool {
    let plain = |text: &str| {
        let text = text.trim().to_lowercase();
        let text = ["https://", "http://", "mailto:", "tel:"]
            .iter()
            .find_map(|it| text.strip_prefix(it))
            .unwrap_or(&text);
        text.trim_end_matches('/').to_owned()
    };
    let href = plain(href);
    plain(words) == href || words.contains('@') && plain(words) == href.split('?').next().unwrap_or_default()
}

/// An indented text is a `blockquote` without a border.
fn is_quotation(tag: &Tag) -> bool {
    let style = attribute(tag, "style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
    // Outlook writes no border, and then the bar on the left of a quotation.
    let mut bars = style.split(';').filter_map(|rule| rule.trim().strip_prefix("border-left:"));
    let has_bar = bars.next_back().is_some_and(|bar| !bar.starts_with(['0', 'n']));
    has_bar || !style.contains("border:none") && !style.contains("border:0")
}

fn attribute(tag: &Tag, name: &str) -> Option<String> {
    let found = tag.attrs.iter().find(|attribute| &*attribute.name.local == name)?;
    Some(found.value.to_string())
}

/// Line ends before and after an element.
fn breaks_of(name: &str) -> usize {
    match name {
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "blockquote" | "pre" | "xmp" => 2,
        "div" | "table" | "tr" | "li" | "ul" | "ol" | "dl" | "dt" | "dd" | "hr" | "address" | "section"
        | "article" | "header" | "footer" | "main" | "center" | "form" | "fieldset" | "body" | "caption" => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_no_sign_that_the_email_does_not_have() {
        let html = "<html><head><title>No</title><style>p {}</style></head><body><h1>Claim</h1>\
            <table border=1><tr><td>Weight</td><td>12 kg</td></tr><tr><td>Boxes</td><td>3</td></tr></table>\
            <p>One<br>two &amp; three</p><img alt=\"Stamp\" src=\"https://x.test/a.png\"><img src=\"cid:1\" alt=\"Photo\">\
            <ol><li>First</li><li>Second</li></ol></body></html>";
        let text = "Claim\n\nWeight  12 kg\nBoxes  3\n\nOne\ntwo & three\n\nStamp\n1. First\n2. Second";
        assert_eq!(to_text(html), text);
    }

    #[test]
    fn links_are_whole_and_have_their_address() {
        let long = format!("https://x.test/{}", "a".repeat(300));
        assert_eq!(
            to_text(&format!("<p>See <a href=\"{long}\">the invoice</a>.</p>")),
            format!("See the invoice <{long}>.")
        );
        assert_eq!(to_text("<a href='https://x.test/'>https://x.test</a>"), "https://x.test");
        assert_eq!(to_text("Ana &lt;<a href='mailto:a@b.c'>a@b.c</a>&gt; wrote:"), "Ana <a@b.c> wrote:");
        assert_eq!(
            to_text("<a href='javascript:x()'>Click</a> <a href='https://x.test'><img src='x'></a>"),
            "Click"
        );
    }

    #[test]
    fn quotations_have_their_sign_and_indented_text_has_none() {
        let html = "<div>Yes</div><div>On Monday, A wrote:</div><blockquote><div>Q</div><blockquote>R</blockquote></blockquote>No";
        assert_eq!(to_text(html), "Yes\nOn Monday, A wrote:\n\n> Q\n>\n>> R\n\nNo");
        assert_eq!(to_text("<blockquote style='margin:0 0 0 40px;border:none'>Mine</blockquote>"), "Mine");
        let outlook = "<blockquote style='border:none;border-left:solid #CCCCCC 1.0pt'>Theirs</blockquote>";
        assert_eq!(to_text(outlook), "> Theirs");
    }

    /// Work that grows with the square of them would outlast the time that the runner gives a test.
    #[test]
    fn nested_tags_cost_no_more_than_others() {
        for tag in ["div", "blockquote", "b", "table><tr><td", "a href=x", "ul><li"] {
            let html = format!("<{tag}>").repeat(200_000 / tag.len()) + "Deep";
            assert!(to_text(&html).ends_with("Deep"), "{tag}");
        }
        let attributes: String = (0..150_000).map(|number| format!(" a{number}")).collect();
        assert_eq!(to_text(&format!("Before<p{attributes}>After")), "Before");
        let picture = format!(
            "<img src=\"data:image/png;base64,{}\">Below",
            format!("/{}", "a".repeat(63)).repeat(30_000)
        );
        assert_eq!(to_text(&picture), "Below");
    }
}
