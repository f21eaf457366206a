//! The built web: assets from memory, and `index.html` with a new nonce for every answer. A page whose first view the
//! server draws itself gets a [`PageFrame`], and starts the same app later.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use poem::http::{Method, StatusCode, header};
use poem::{Request, Response, handler};
use sha2::{Digest, Sha256};

use super::cacheable::has_content;
use super::messages::Language;
use super::page_files::PageFiles;
use crate::state::AppState;

/// Files whose name contains a content hash can be cached forever.
const HASHED: &str = "/assets/";
/// Scripts of workers: the build names them so (`web/vite.config.ts`).
const WORKERS: &str = "/assets/worker-";
/// The service worker of the driver's phone. Its name does not change, so browsers find the next one.
const FIELD_WORKER: &str = "/field-worker.js";
/// The policy of a worker is that of its own script. It may only call this host.
const POLICY_OF_WORKER: &str = "default-src 'none'; connect-src 'self'";
/// The typeface of the app, for Latin letters.
const FONT: &str = "/assets/geist-latin-wght-normal-";
const MIN_COMPRESSED: usize = 512;
/// Vite's own notes of a build.
const MANIFEST: &str = ".vite/manifest.json";
/// The language that the app was last used in; the app keeps it under the same name.
pub const LANGUAGE_COOKIE: &str = "remessa-language";
/// The title of the page before the app gives it one.
const TITLE: &str = "<title>Remessa</title>";
/// The place of the app in its page.
const EMPTY_ROOT: &str = "<div id=\"root\"></div>";
/// The head of the app's page on a server that shows the e-mails of the demo.
const DEMO_EMAILS: &str = "<head><meta name=\"demo-emails\" content=\"/demo/emails\">";

struct Asset {
    content_type: &'static str,
    etag: String,
    plain: Bytes,
    gzip: Option<Bytes>,
}

/// Every file of `web/dist`, read once at start.
#[derive(Clone, Default)]
pub struct WebAssets {
    files: Arc<HashMap<String, Asset>>,
    index: Arc<str>,
    page_files: Arc<PageFiles>,
}

impl WebAssets {
    /// Without the folder, the server has no web; tests run this way.
    pub fn load(dir: &Path) -> anyhow::Result<Self> {
        let mut files = HashMap::new();
        if dir.is_dir() {
            read_folder(dir, dir, &mut files)?;
        }
        let index = files
            .remove("/index.html")
            .map(|asset: Asset| String::from_utf8_lossy(&asset.plain).into_owned())
            .unwrap_or_default();
        let manifest = std::fs::read_to_string(dir.join(MANIFEST)).unwrap_or_else(|_| "{}".to_owned());
        let page_files = PageFiles::read_manifest(&manifest)?;
        Ok(Self { files: Arc::new(files), index: index.into(), page_files: Arc::new(page_files) })
    }

    /// Tells the app where the e-mails of the demo are; its page of sign-in links to them.
    #[must_use]
    pub fn with_demo_emails(mut self) -> Self {
        self.index = self.index.replacen("<head>", DEMO_EMAILS, 1).into();
        self
    }

    /// The page that starts the app.
    pub fn page(&self, status: StatusCode) -> Response {
        self.build_page(status, "", None)
    }

    /// The same for one address, with the files that it needs, and a first view that stands until the app is there.
    pub fn page_of(&self, request: &Request, view: Option<&FirstView>) -> Response {
        let kept = request.cookie().get(LANGUAGE_COOKIE);
        let language = kept.and_then(|cookie| Language::nearest(cookie.value_str()));
        let links = self.page_files.links(request.original_uri().path(), language);
        self.build_page(StatusCode::OK, &links, view)
    }

    fn build_page(&self, status: StatusCode, links: &str, view: Option<&FirstView>) -> Response {
        let nonce = generate_nonce();
        let html = self.index.replacen("</head>", &format!("{links}</head>"), 1);
        let html = html.replace("<script", &format!("<script nonce=\"{nonce}\"")).replace(
            "<link rel=\"modulepreload\"",
            &format!("<link nonce=\"{nonce}\" rel=\"modulepreload\""),
        );
        // After the nonces: nothing in the view gets one.
        let html = match view {
            Some(FirstView { title, body }) => html
                .replacen(TITLE, &format!("<title>{title}</title>"), 1)
                .replacen(EMPTY_ROOT, &format!("<div id=\"root\">{body}</div>"), 1),
            None => html,
        };
        let status = if self.index.is_empty() { StatusCode::NOT_FOUND } else { status };
        send_page(status, &nonce, html)
    }

    /// The parts of a page that the server draws itself.
    pub fn frame(&self) -> PageFrame<'_> {
        let font = self.files.keys().find(|path| path.starts_with(FONT));
        PageFrame {
            nonce: generate_nonce(),
            script: addresses_in(&self.index, "<script type=\"module\"", "src=\"").next(),
            styles: addresses_in(&self.index, "<link rel=\"stylesheet\" crossorigin", "href=\"").collect(),
            font: font.map(String::as_str),
        }
    }
}

/// What a page of the app shows until the app is there. Both are HTML: what people typed is escaped.
pub struct FirstView {
    pub title: String,
    /// No script in it runs.
    pub body: String,
}

/// The head of a page that the server draws itself, and what its script fetches when somebody needs the app.
pub struct PageFrame<'a> {
    /// Allows the scripts and styles of this answer alone.
    pub nonce: String,
    /// The script of the app; none without a built web.
    pub script: Option<&'a str>,
    /// The style sheets of the app.
    pub styles: Vec<&'a str>,
    /// The typeface of the app.
    pub font: Option<&'a str>,
}

impl PageFrame<'_> {
    pub fn send(&self, status: StatusCode, html: String) -> Response {
        send_page(status, &self.nonce, html)
    }
}

/// The addresses in the tags that begin so, of files with a hash in their name.
fn addresses_in<'a>(html: &'a str, tag: &'a str, attribute: &'a str) -> impl Iterator<Item = &'a str> {
    html.split(tag)
        .skip(1)
        .filter_map(move |rest| {
            let (tag, _) = rest.split_once('>')?;
            let (_, value) = tag.split_once(attribute)?;
            value.split('"').next()
        })
        .filter(|address| address.starts_with(HASHED))
}

fn generate_nonce() -> String {
    STANDARD.encode(rand::random::<[u8; 16]>())
}

fn send_page(status: StatusCode, nonce: &str, html: String) -> Response {
    Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, "text/html; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        .header("content-security-policy", policy_of(nonce))
        .body(html)
}

fn policy_of(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'nonce-{nonce}' 'strict-dynamic'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-src 'self' blob:; frame-ancestors 'none'"
    )
}

fn read_folder(root: &Path, dir: &Path, files: &mut HashMap<String, Asset>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            read_folder(root, &path, files)?;
            continue;
        }
        let name = format!("/{}", path.strip_prefix(root)?.to_string_lossy());
        // Hidden files, e.g. Vite's manifest, are not served.
        if !name.starts_with("/.") {
            files.insert(name, asset(&path)?);
        }
    }
    Ok(())
}

fn asset(path: &Path) -> anyhow::Result<Asset> {
    let plain = Bytes::from(std::fs::read(path)?);
    let etag = format!("\"{:x}\"", HexPrefix(&Sha256::digest(&plain)));
    let content_type = content_type(path);
    let compressible = !content_type.starts_with("image/png") && !content_type.starts_with("font/");
    let gzip = (compressible && plain.len() >= MIN_COMPRESSED).then(|| gzip(&plain)).transpose()?;
    Ok(Asset { content_type, etag, plain, gzip })
}

struct HexPrefix<'a>(&'a [u8]);

impl std::fmt::LowerHex for HexPrefix<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().take(12).try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn gzip(plain: &[u8]) -> anyhow::Result<Bytes> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(plain)?;
    Ok(encoder.finish()?.into())
}

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// An asset, or `index.html` for all other paths.
#[handler]
pub fn web(request: &Request) -> Response {
    serve(request)
}

/// An asset, or `index.html` for all other paths.
pub fn serve(request: &Request) -> Response {
    let state = request.data::<AppState>().expect("http::app adds the state");
    let assets = state.slot::<WebAssets>();
    let path = request.original_uri().path();
    match assets.files.get(path) {
        Some(asset) => asset.answer(request),
        None if path.starts_with(HASHED) => StatusCode::NOT_FOUND.into(),
        None => assets.page_of(request, None),
    }
}

/// `index.html` on a host without a tenant: the page learns this from its first call and shows it in the visitor's
/// language. None for programs, which get the error itself.
pub fn on_unknown_host(request: &Request, assets: &WebAssets) -> Option<Response> {
    let path = request.original_uri().path();
    if request.method() != Method::GET || path.starts_with("/api/") {
        return None;
    }
    if let Some(asset) = assets.files.get(path) {
        return Some(asset.answer(request));
    }
    // The page without a company's colours: an answer of another type would be an error of the page.
    if request.header(header::ACCEPT).is_some_and(|accepted| accepted.starts_with("text/css")) {
        return Some(Response::builder().header(header::CONTENT_TYPE, "text/css; charset=utf-8").body(""));
    }
    let is_for_a_person =
        request.header(header::ACCEPT).is_some_and(|accepted| accepted.contains("text/html"));
    (is_for_a_person && !assets.index.is_empty()).then(|| assets.page(StatusCode::NOT_FOUND))
}

impl Asset {
    fn answer(&self, request: &Request) -> Response {
        let path = request.original_uri().path();
        let is_hashed = path.starts_with(HASHED);
        let cache = if is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
        let is_worker = path.starts_with(WORKERS) || path == FIELD_WORKER;
        let mut response = Response::builder()
            .header(header::CONTENT_TYPE, self.content_type)
            .header(header::CACHE_CONTROL, cache)
            .header(header::ETAG, &self.etag)
            .header(header::VARY, "accept-encoding");
        if is_worker {
            response = response.header(header::CONTENT_SECURITY_POLICY, POLICY_OF_WORKER);
        }
        if has_content(request, self.etag.as_bytes()) {
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
        let takes_gzip =
            request.header(header::ACCEPT_ENCODING).is_some_and(|accepted| accepted.contains("gzip"));
        match &self.gzip {
            Some(gzip) if takes_gzip => response.header(header::CONTENT_ENCODING, "gzip").body(gzip.clone()),
            _ => response.body(self.plain.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = r#"
        <script src="/boot.js"></script>
        <link rel="stylesheet" href="/theme.css" />
        <script type="module" crossorigin src="/assets/index-1.js"></script>
        <link rel="stylesheet" crossorigin href="/assets/index-2.css">
        <link rel="stylesheet" crossorigin href="/assets/other-3.css">"#;

    #[test]
    fn a_file_that_the_browser_has_is_not_sent_again() {
        let etag = "\"1a2b\"".to_owned();
        let file =
            Asset { content_type: "image/svg+xml", etag, plain: Bytes::from_static(b"<svg/>"), gzip: None };
        let answer = |known: &str| {
            let request = Request::builder().header(header::IF_NONE_MATCH, known).finish();
            let answer = file.answer(&request);
            assert_eq!(answer.header(header::ETAG), Some("\"1a2b\""), "{known}");
            answer.status()
        };
        assert_eq!(answer("\"other\", W/\"1a2b\""), StatusCode::NOT_MODIFIED);
        assert_eq!(answer("\"other\""), StatusCode::OK);
    }

    #[tokio::test]
    async fn a_first_view_stands_in_the_place_of_the_app_and_gets_no_nonce() {
        let index = format!("{TITLE}<script type=\"module\"></script>{EMPTY_ROOT}");
        let assets = WebAssets { index: index.into(), ..WebAssets::default() };
        let body = "<h1>Sign in</h1><script>1</script>".to_owned();
        let view = FirstView { title: "Sign in".to_owned(), body };
        let page = assets.build_page(StatusCode::OK, "", Some(&view));
        let html = page.into_body().into_string().await.unwrap();
        for part in ["<title>Sign in</title>", "<div id=\"root\"><h1>Sign in</h1><script>1</script></div>"] {
            assert!(html.contains(part), "{html}");
        }
        assert_eq!(html.matches("nonce=").count(), 1, "{html}");
    }

    #[test]
    fn a_frame_knows_the_files_that_start_the_app() {
        let assets = WebAssets { index: INDEX.into(), ..WebAssets::default() };
        let frame = assets.frame();
        assert_eq!(frame.script, Some("/assets/index-1.js"));
        assert_eq!(frame.styles, ["/assets/index-2.css", "/assets/other-3.css"]);
        assert_eq!(WebAssets::default().frame().script, None);
    }
}
