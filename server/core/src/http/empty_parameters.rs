//! A form that is sent by GET names all its fields: one that is empty asks for nothing, as in a form that is posted.

use poem::Request;
use poem::http::{Method, Uri};

/// Texts that must be sent, and those that mean something when they are empty: the first folder.
pub const KEPT: [&str; 6] = ["at_time", "codes", "folder", "list", "search", "time_zone"];

/// Takes the empty parameters away from a request that reads.
pub fn drop_from(request: &mut Request) -> poem::Result<()> {
    let query = request.uri().query().unwrap_or_default();
    if request.method() != Method::GET || query.split('&').all(asks) {
        return Ok(());
    }
    let rest: Vec<&str> = query.split('&').filter(|pair| asks(pair)).collect();
    let uri = format!("{}?{}", request.uri().path(), rest.join("&"));
    *request.uri_mut() = uri.parse::<Uri>().map_err(poem::error::BadRequest)?;
    Ok(())
}

/// Whether a parameter, with its name, asks for something.
fn asks(pair: &str) -> bool {
    pair.split_once('=').is_none_or(|(name, value)| !value.is_empty() || KEPT.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(method: Method, uri: &str) -> String {
        let mut request = Request::builder().method(method).uri_str(uri).finish();
        drop_from(&mut request).unwrap();
        request.uri().to_string()
    }

    #[test]
    fn an_empty_parameter_asks_for_nothing() {
        assert_eq!(address(Method::GET, "/clients?active=&search=&page=2"), "/clients?search=&page=2");
        assert_eq!(address(Method::GET, "/clients?active="), "/clients?");
        assert_eq!(address(Method::GET, "/clients?active=0&a"), "/clients?active=0&a");
        assert_eq!(address(Method::GET, "/clients"), "/clients");
        assert_eq!(address(Method::POST, "/clients?active="), "/clients?active=");
    }
}
