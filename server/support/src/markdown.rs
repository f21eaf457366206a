//! Messages as HTML, rendered once for every reader.

use std::collections::HashSet;
use std::sync::LazyLock;

use ammonia::Builder;
use pulldown_cmark::{Event, Options, Parser, TagEnd, html};

/// No pictures: a remote one would tell its owner who reads the message.
static CLEANER: LazyLock<Builder> = LazyLock::new(|| {
    let tags = [
        "a",
        "b",
        "blockquote",
        "br",
        "code",
        "del",
        "em",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "li",
        "ol",
        "p",
        "pre",
        "s",
        "strong",
        "table",
        "tbody",
        "td",
        "th",
        "thead",
        "tr",
        "ul",
    ];
    let mut cleaner = Builder::default();
    cleaner
        .tags(HashSet::from(tags))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .link_rel(Some("noopener noreferrer nofollow"))
        .set_tag_attribute_value("a", "target", "_blank");
    cleaner
});

/// Markdown as clean HTML. A line break stays a line break.
pub fn html(text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(text, options).map(|event| match event {
        Event::SoftBreak => Event::HardBreak,
        // HTML stays text.
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    });
    let mut rendered = String::with_capacity(text.len() * 2);
    html::push_html(&mut rendered, events);
    CLEANER.clean(&rendered).to_string()
}

/// The words of a Markdown text, without its signs.
pub fn text(text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut words = String::with_capacity(text.len());
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Text(part) | Event::Code(part) | Event::Html(part) | Event::InlineHtml(part) => {
                words.push_str(&part);
            }
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::TableCell) => words.push(' '),
            Event::End(end) if !is_inside_line(end) => words.push('\n'),
            _ => {}
        }
    }
    words
}

/// Signs around words of a line: no space stands for them.
const fn is_inside_line(end: TagEnd) -> bool {
    matches!(end, TagEnd::Strong | TagEnd::Emphasis | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

/// A message as clean HTML: Markdown, or the plain text of an e-mail.
pub fn render(text: &str, is_plain: bool) -> String {
    if is_plain { plain(text) } else { html(text) }
}

/// Plain text as HTML: paragraphs and lines, nothing else.
fn plain(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty());
    let lines = |paragraph: &str| {
        paragraph.trim_matches('\n').lines().map(ammonia::clean_text).collect::<Vec<_>>().join("<br>\n")
    };
    let rendered: String = paragraphs.map(|paragraph| format!("<p>{}</p>\n", lines(paragraph))).collect();
    CLEANER.clean(&rendered).to_string()
}

#[cfg(test)]
mod tests {
    use super::{html, render, text};

    #[test]
    fn plain_text_of_an_email_stays_as_it_is() {
        let text = "[a]: <b>\n# 1 *x*\n\n\nEnd";
        assert_eq!(render(text, true), "<p>[a]: &lt;b&gt;<br>\n# 1 *x*</p>\n<p>End</p>\n");
    }

    #[test]
    fn markdown_becomes_html() {
        assert_eq!(html("**Hold**\nat customs"), "<p><strong>Hold</strong><br>\nat customs</p>\n");
        assert_eq!(html("- one\n- two"), "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n");
    }

    #[test]
    fn a_preview_has_the_words_without_the_signs() {
        let words = |markdown| text(markdown).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words("# Hold\n\nWhere is **it**?\n- [here](https://x.test)"), "Hold Where is it? here");
        assert_eq!(words("2 * 3 and a_b_c, 1 < 2"), "2 * 3 and a_b_c, 1 < 2");
    }

    #[test]
    fn html_of_a_writer_is_text() {
        assert_eq!(html("<script>alert(1)</script>"), "&lt;script&gt;alert(1)&lt;/script&gt;");
        assert!(!html("<img src=x onerror=alert(1)>").contains("<img"));
    }

    #[test]
    fn links_open_apart_and_run_no_script() {
        let link = html("[site](https://example.com)");
        assert!(link.contains("rel=\"noopener noreferrer nofollow\"") && link.contains("target=\"_blank\""));
        assert!(!html("[x](javascript:alert(1))").contains("javascript"));
        assert!(!html("![x](https://example.com/pixel.png)").contains("<img"));
    }
}
