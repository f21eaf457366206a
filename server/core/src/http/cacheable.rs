//! Cacheable answers with a strong ETag, and 304 for a client that has the same content.

use std::marker::PhantomData;
use std::sync::Arc;

use bytes::Bytes;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Request, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaHeader, MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{ToJSON, Type};
use sha2::{Digest, Sha256};

/// How long and by whom an answer may be cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheTime {
    /// Public and the same for every visitor: cached for one hour, also by shared caches.
    Everybody,
    /// Depends on the session or settings: cached, but revalidated every time.
    Session,
}

impl CacheTime {
    const fn cache_control(self) -> &'static str {
        match self {
            Self::Everybody => "public, max-age=3600",
            Self::Session => "private, no-cache",
        }
    }
}

/// A serialised answer with its ETag.
#[derive(Clone)]
pub struct Snapshot(Arc<(Bytes, HeaderValue)>);

impl Snapshot {
    pub fn of(value: &impl ToJSON) -> Self {
        let body = Bytes::from(value.to_json_string());
        let hash = Sha256::digest(&body);
        let name: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        let etag =
            HeaderValue::try_from(format!("\"{name}\"")).expect("hexadecimal digits are a header value");
        Self(Arc::new((body, etag)))
    }

    pub fn len(&self) -> usize {
        self.0.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A cacheable answer of type `T`.
pub struct CacheableResponse<T> {
    snapshot: Snapshot,
    time: CacheTime,
    is_known: bool,
    content: PhantomData<fn() -> T>,
}

impl<T: ToJSON> CacheableResponse<T> {
    pub fn of(request: &Request, time: CacheTime, value: &T) -> Self {
        Self::snapshot(request, time, Snapshot::of(value))
    }

    /// Same as `of`, for an answer that is already serialised.
    pub fn snapshot(request: &Request, time: CacheTime, snapshot: Snapshot) -> Self {
        let is_known = has_content(request, snapshot.0.1.as_bytes());
        Self { snapshot, time, is_known, content: PhantomData }
    }
}

/// Whether `If-None-Match` names the content with this ETag. A compressing proxy may have marked it weak.
pub fn has_content(request: &Request, etag: &[u8]) -> bool {
    let lists = request.headers().get_all(header::IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    let mut tags = lists.flat_map(|list| list.split(',')).map(str::trim);
    tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == etag)
}

impl<T: Send> IntoResponse for CacheableResponse<T> {
    fn into_response(self) -> Response {
        let (body, etag) = (self.snapshot.0.0.clone(), self.snapshot.0.1.clone());
        let response = Response::builder()
            .header(header::ETAG, etag)
            .header(header::CACHE_CONTROL, self.time.cache_control())
            .header(header::VARY, "Host, Accept-Encoding");
        if self.is_known {
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
        response.content_type("application/json").body(body)
    }
}

impl<T: Type + ToJSON> ApiResponse for CacheableResponse<T> {
    fn meta() -> MetaResponses {
        let etag = || MetaHeader {
            name: "ETag".into(),
            description: Some(
                "Identifies this version of the content; send it back as `If-None-Match`.".into(),
            ),
            required: true,
            deprecated: false,
            schema: String::schema_ref(),
        };
        let content = vec![MetaMediaType { content_type: "application/json", schema: T::schema_ref() }];
        let response = |status, description, content| MetaResponse {
            description,
            status: Some(status),
            status_range: None,
            content,
            headers: vec![etag()],
        };
        MetaResponses {
            responses: vec![
                response(200, "", content),
                response(304, "The content has not changed since the version in `If-None-Match`.", vec![]),
            ],
        }
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(if_none_match: &str) -> StatusCode {
        let value = "a list".to_owned();
        let request = Request::builder().header(header::IF_NONE_MATCH, if_none_match).finish();
        CacheableResponse::of(&request, CacheTime::Session, &value).into_response().status()
    }

    #[test]
    fn matching_etag_returns_304() {
        let fresh = CacheableResponse::of(&Request::default(), CacheTime::Everybody, &"a list".to_owned())
            .into_response();
        let etag = fresh.header(header::ETAG).unwrap().to_owned();
        assert!(etag.starts_with('"'), "{etag} is not strong");
        assert_eq!(status(&etag), StatusCode::NOT_MODIFIED);
        assert_eq!(status(&format!("\"other\", W/{etag}")), StatusCode::NOT_MODIFIED);
        assert_eq!(status("\"other\""), StatusCode::OK);
    }
}
