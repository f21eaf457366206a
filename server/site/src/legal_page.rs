//! The public pages of terms and privacy notice, `/legal/terms` and `/legal/privacy`: plain pages without scripts, which
//! can be printed and kept.

use minijinja::{Environment, context};
use poem::http::header;
use poem::web::{Path, Query};
use poem::{Request, Response, handler};
use serde::Deserialize;

use access::legal::{self, LegalVersion};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use server_core::http::visit::Visit;
use trade::legal::LegalKind;

const PAGE: &str = "<!doctype html>
<html lang=\"{{ language }}\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<meta name=\"color-scheme\" content=\"light dark\">
<title>{{ title }} · {{ company }}</title>
<style>
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 1.5rem; }
article { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<p>{{ company }}</p>
<h1>{{ title }}</h1>
<p>{{ version_label }} {{ version }} · {{ day }}</p>
<article lang=\"{{ language }}\">{{ text }}</article>
</main>
{% if others %}
<nav aria-label=\"{{ others_label }}\">
<h2>{{ others_label }}</h2>
<ul>{% for other in others %}<li><a href=\"?version={{ other.version }}\">{{ version_label }} {{ other.version }} · {{ other.day }}</a></li>{% endfor %}</ul>
</nav>
{% endif %}
</body>
</html>
";

#[derive(Deserialize)]
pub struct LegalPageQuery {
    version: Option<i32>,
}

/// A version of a text in the visitor's language, or else in the company's; the one in force without a number.
#[handler]
pub async fn legal_page(
    request: &Request,
    Path(kind): Path<String>,
    Query(query): Query<LegalPageQuery>,
) -> poem::Result<Response> {
    let kind = LegalKind::from_name(&kind).ok_or_else(ApiError::not_found)?;
    let page = render(&Visit::of(request), kind, query.version).await?;
    Ok(Response::builder()
        .header(header::CONTENT_TYPE, "text/html; charset=utf-8")
        .header(header::CACHE_CONTROL, "private, max-age=60")
        .header(header::VARY, "host, accept-language")
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
        .body(page))
}

async fn render(visit: &Visit, kind: LegalKind, version: Option<i32>) -> ApiResult<String> {
    let settings = visit.settings().await?;
    let mut tx = visit.begin().await?;
    let mut versions = legal::list_of_kind(&mut tx, kind).await?;
    tx.commit().await?;
    let newest = versions.first().map(|one| one.version);
    let at = versions.iter().position(|one| Some(one.version) == version.or(newest));
    let shown = versions.remove(at.ok_or_else(ApiError::not_found)?);
    let tags = [visit.language.as_str(), settings.default_language.as_str()];
    let tag = tags.into_iter().find(|tag| shown.texts.contains_key(*tag)).ok_or_else(ApiError::not_found)?;
    let language = Language::nearest(tag).unwrap_or_default();
    let labels = labels(language);
    let day = |one: &LegalVersion| one.created_at.format("%Y-%m-%d").to_string();
    let others: Vec<_> = versions
        .iter()
        .filter(|one| !one.texts.is_empty())
        .map(|one| context! { version => one.version, day => day(one) })
        .collect();
    let values = context! {
        language => tag,
        company => settings.name.as_str(),
        title => if kind == LegalKind::Terms { labels.terms } else { labels.privacy },
        version_label => labels.version,
        version => shown.version,
        day => day(&shown),
        text => shown.texts.get(tag),
        others_label => labels.others,
        others => others,
    };
    // A name that ends with `.html` escapes all values.
    Environment::new().render_named_str("legal.html", PAGE, values).map_err(ApiError::internal)
}

/// The words around the text.
struct Labels {
    terms: &'static str,
    privacy: &'static str,
    version: &'static str,
    others: &'static str,
}

const fn labels(language: Language) -> Labels {
    match language {
        Language::En => Labels {
            terms: "Terms of use",
            privacy: "Privacy notice",
            version: "Version",
            others: "Other versions",
        },
        Language::PtBr => Labels {
            terms: "Termos de uso",
            privacy: "Aviso de privacidade",
            version: "Versão",
            others: "Outras versões",
        },
        Language::Es => Labels {
            terms: "Términos de uso",
            privacy: "Aviso de privacidad",
            version: "Versión",
            others: "Otras versiones",
        },
        Language::ZhCn => {
            Labels {
                terms: "使用条款", privacy: "隐私声明", version: "版本", others: "其他版本"
            }
        }
    }
}
