//! Second addresses of operations: the back-office has the calls of the customer side for tickets beside its own.

use poem::Request;
use poem::http::{Method, Uri};

/// The address of tickets in the back-office.
const OFFICE: &str = "/backoffice/support-tickets";
/// Where tickets are read and where they are written.
const READ: &str = "/support_tickets";
const WRITTEN: &str = "/support-tickets";

/// Gives a request at a second address the first one.
pub async fn resolve(mut request: Request) -> poem::Result<Request> {
    let path = first_address(request.method(), request.uri().path());
    if let Some(path) = path {
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        *request.uri_mut() = format!("{path}{query}").parse::<Uri>().map_err(poem::error::BadRequest)?;
    }
    Ok(request)
}

fn first_address(method: &Method, path: &str) -> Option<String> {
    let rest = path.strip_prefix(OFFICE)?.trim_end_matches('/');
    if !rest.is_empty() && !rest.starts_with('/') {
        return None;
    }
    let parts: Vec<&str> = rest.split('/').skip(1).collect();
    let is_id = |part: &str| part.parse::<uuid::Uuid>().is_ok();
    match (method, parts.as_slice()) {
        (&Method::GET, [] | ["create"]) => Some(format!("{READ}{rest}")),
        (&Method::GET, [id] | [id, "edit"]) if is_id(id) => Some(format!("{READ}{rest}")),
        (&Method::POST, []) => Some(WRITTEN.to_owned()),
        (&Method::PATCH, [id]) if is_id(id) => Some(format!("{WRITTEN}{rest}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0199d3c2-7c1a-7000-8000-000000000001";

    fn led(method: &Method, rest: &str) -> Option<String> {
        first_address(method, &format!("{OFFICE}{rest}"))
    }

    #[test]
    fn calls_of_tickets_have_a_second_address_and_the_others_stay() {
        assert_eq!(led(&Method::GET, "").unwrap(), READ);
        assert_eq!(led(&Method::GET, "/create").unwrap(), format!("{READ}/create"));
        assert_eq!(led(&Method::GET, &format!("/{ID}/edit")).unwrap(), format!("{READ}/{ID}/edit"));
        assert_eq!(led(&Method::POST, "").unwrap(), WRITTEN);
        assert_eq!(led(&Method::PATCH, &format!("/{ID}")).unwrap(), format!("{WRITTEN}/{ID}"));
        for (method, rest) in [
            (Method::DELETE, format!("/{ID}")),
            (Method::POST, format!("/{ID}/close")),
            (Method::GET, "/staff".to_owned()),
        ] {
            assert_eq!(led(&method, &rest), None, "{method} {rest}");
        }
        assert_eq!(first_address(&Method::GET, "/backoffice/support-tickets-more"), None);
    }
}
