//! Renders an e-mail to subject, plain text and HTML.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use minijinja::{Environment, Error, State, UndefinedBehavior, Value, context};

use super::{Brand, Email, Recipient, TenantLink, reply_mark};

static TEMPLATES: Dir = include_dir!("$CARGO_MANIFEST_DIR/src/mail/templates");

static ENVIRONMENT: LazyLock<Environment> =
    LazyLock::new(|| environment().expect("templates are tested to parse"));

pub(super) struct Page {
    pub subject: String,
    pub text: String,
    pub html: String,
}

fn environment() -> Result<Environment<'static>, Error> {
    let mut environment = Environment::new();
    // A missing value is an error, not an empty text.
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.add_filter("count", count);
    let folders = TEMPLATES.dirs().flat_map(Dir::files);
    for file in TEMPLATES.files().chain(folders) {
        if let (Some(name), Some(source)) = (file.path().to_str(), file.contents_utf8()) {
            environment.add_template(name, source)?;
        }
    }
    Ok(environment)
}

/// A number with the thousands separator of the language.
fn count(state: &State, number: u64) -> String {
    let language = state.lookup("language").map(|it| it.to_string()).unwrap_or_default();
    let separator = match language.as_str() {
        "pt-BR" | "es" => '.',
        _ => ',',
    };
    let digits = number.to_string();
    let mut spaced = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            spaced.push(separator);
        }
        spaced.push(digit);
    }
    spaced
}

/// The texts of an e-mail, before its layout.
#[derive(Debug)]
pub struct Content {
    pub subject: String,
    /// Paragraphs of lines.
    pub paragraphs: Vec<Vec<String>>,
    /// The label of the button.
    pub action: String,
    /// Advice for a reader whose button does not work.
    pub unclickable: String,
    pub footer: String,
    /// The label of the link that ends the e-mails.
    pub stop: String,
}

impl Content {
    pub fn of<L: Email>(brand: &Brand, to: &Recipient, email: &L) -> Result<Self, Error> {
        let language = to.language.as_str();
        let values = context! {
            language, tenant => brand.name.as_str(), name => to.name.as_str(),
            reply_to => brand.reply_to.as_ref().map(ToString::to_string), ..email.values()
        };
        let [subject, text, action] =
            blocks(&format!("{language}/{}.txt", L::NAME), &values, ["subject", "text", "action"])?;
        let [unclickable, footer, stop] =
            blocks(&format!("{language}/layout.txt"), &values, ["unclickable", "footer", "stop"])?;
        let own = email.own_text();
        let subject = own.subject.filter(|it| !it.trim().is_empty()).unwrap_or(subject);
        let paragraphs = own.paragraphs.filter(|it| !it.is_empty()).unwrap_or_else(|| paragraphs_of(&text));
        Ok(Self { subject: one_line(&subject), paragraphs, action, unclickable, footer, stop })
    }
}

pub(super) fn render<L: Email>(
    brand: &Brand,
    to: &Recipient,
    link: &TenantLink,
    email: &L,
) -> Result<Page, Error> {
    let Content { subject, paragraphs, action, unclickable, footer, stop } = Content::of(brand, to, email)?;
    let message = email.message();
    // Replies to other e-mails are not read.
    let mark =
        email.thread().filter(|thread| thread.reply_to.is_some()).map(|_| reply_mark::line(to.language));
    let page = context! {
        language => to.language.as_str(), paragraphs, action, unclickable, footer, stop,
        unsubscribe => email.unsubscribe(),
        mark,
        message => message.as_ref().map(|it| it.text.as_str()),
        message_html => message.as_ref().map(|it| Value::from_safe_string(it.html.clone())),
        subject => subject.as_str(),
        tenant => brand.name.as_str(),
        is_mark => brand.is_mark,
        legal => &brand.legal,
        link => link.to_string(),
        logo => brand.logo.as_ref().map(ToString::to_string),
        colour => brand.colour.to_string(),
        ink => brand.colour.ink().to_string(),
    };
    let html = ENVIRONMENT.get_template("layout.html")?.render(&page)?;
    let text = ENVIRONMENT.get_template("layout.txt")?.render(&page)?;
    Ok(Page { subject, text, html })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Templates break lines for their readers: a paragraph of a template is one line.
fn paragraphs_of(text: &str) -> Vec<Vec<String>> {
    text.split("\n\n").map(one_line).filter(|it| !it.is_empty()).map(|line| vec![line]).collect()
}

fn blocks<const N: usize>(template: &str, values: &Value, names: [&str; N]) -> Result<[String; N], Error> {
    let template = ENVIRONMENT.get_template(template)?;
    let mut captured = template.render_captured(values)?;
    let mut texts = [const { String::new() }; N];
    captured.with_state_mut(|state| {
        for (text, name) in texts.iter_mut().zip(names) {
            *text = state.render_block(name)?.trim().to_owned();
        }
        Ok::<_, Error>(())
    })?;
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::messages::Language;
    use crate::mail::{ImportFinished, PublicOrigin};

    fn link(path: &str) -> TenantLink {
        let origin: PublicOrigin = "http://*:8080".parse().unwrap();
        TenantLink::on(&origin, "atlantico.localhost", path).unwrap()
    }

    fn page_of(language: Language, brand: &Brand, email: &impl Email) -> Page {
        let to = Recipient { name: "Íris".into(), email: "iris@atlantico.test".into(), language };
        render(brand, &to, &link("/imports/1?a=1&b=2"), email).unwrap()
    }

    fn page(language: Language, brand: &str, email: &impl Email) -> Page {
        let colour = "#facc15".parse().unwrap();
        let logo = Some(link("/logo.png"));
        let brand = Brand { name: brand.into(), colour, logo, sender: brand.into(), ..Brand::default() };
        page_of(language, &brand, email)
    }

    fn import(file: &str, created: u64, known: u64, refused: u64) -> ImportFinished {
        ImportFinished { file: file.into(), created, known, refused }
    }

    #[test]
    fn every_email_reads_in_every_language() {
        for language in Language::ALL {
            let emails = [(0, 0, 1), (1, 1, 0), (3465, 2, 1_000_000)].map(|(created, known, refused)| {
                let page = page(language, "Atlântico", &import("a.csv", created, known, refused));
                format!("{}\n\n{}", page.subject, page.text)
            });
            insta::assert_snapshot!(format!("import_finished-{}", language.as_str()), emails.join("\n\n\n"));
        }
    }

    #[test]
    fn html_shows_the_brand_and_escapes_what_people_typed() {
        let page = page(Language::En, "A & <b>", &import("<script>\".csv", 2, 0, 0));
        insta::assert_snapshot!(page.html);
        assert!(!page.html.contains("<script>"));
    }

    #[test]
    fn the_foot_of_both_parts_names_the_company_by_law() {
        let legal = vec!["A & B Ltda. · 11.222.333/0001-81".to_owned(), "Rua A, 1".to_owned()];
        let page = page_of(Language::Es, &Brand { legal, ..Brand::default() }, &import("a.csv", 1, 0, 0));
        assert!(page.text.ends_with("\nA & B Ltda. · 11.222.333/0001-81\nRua A, 1"), "{}", page.text);
        assert!(
            page.html.contains("<br>A &amp; B Ltda. · 11.222.333&#x2f;0001-81<br>Rua A, 1"),
            "{}",
            page.html
        );
    }

    #[test]
    fn a_mark_stands_beside_the_name() {
        let brand = Brand {
            name: "Atlântico".into(),
            logo: Some(link("/mark.png")),
            is_mark: true,
            ..Brand::default()
        };
        let html = page_of(Language::PtBr, &brand, &import("a.csv", 1, 0, 0)).html;
        assert!(html.contains("vertical-align:middle\"> Atlântico</td>"), "{html}");
    }

    #[test]
    fn a_line_break_in_a_value_starts_no_header() {
        let page = page(Language::PtBr, "Atlântico", &import("a\r\nBcc: x@evil.test.csv", 2, 0, 0));
        assert_eq!(page.subject, "Importação concluída: a Bcc: x@evil.test.csv");
    }

    #[test]
    fn languages_have_the_same_emails() {
        let emails = |folder: &Dir| -> BTreeSet<_> {
            folder.files().filter_map(|it| it.path().file_name().map(ToOwned::to_owned)).collect()
        };
        let wanted = emails(TEMPLATES.get_dir("en").unwrap());
        for language in Language::ALL {
            assert_eq!(emails(TEMPLATES.get_dir(language.as_str()).unwrap()), wanted, "{language:?}");
        }
    }
}
