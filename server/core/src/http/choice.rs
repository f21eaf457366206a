//! A list as choices: with `type=select`, the address of a list answers what its `/select` answers.

use poem::Request;
use poem::http::{Method, Uri};

/// Gives a request for choices the address that has them.
pub fn apply(request: &mut Request) -> poem::Result<()> {
    let query = request.uri().query().unwrap_or_default();
    if request.method() != Method::GET || !query.split('&').any(|pair| pair == "type=select") {
        return Ok(());
    }
    let rest: Vec<&str> = query.split('&').filter(|pair| *pair != "type=select").collect();
    let path = request.uri().path().trim_end_matches('/');
    let path = if path.ends_with("/select") { path.to_owned() } else { format!("{path}/select") };
    let uri = format!("{path}?{}", rest.join("&"));
    *request.uri_mut() = uri.parse::<Uri>().map_err(poem::error::BadRequest)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(uri: &str) -> String {
        let mut request = Request::builder().uri_str(uri).finish();
        apply(&mut request).unwrap();
        request.uri().to_string()
    }

    #[test]
    fn a_list_of_choices_has_the_address_of_its_choices() {
        assert_eq!(address("/clients?type=select&search=ana"), "/clients/select?search=ana");
        assert_eq!(address("/clients/?search=ana&type=select"), "/clients/select?search=ana");
        assert_eq!(address("/clients?search=type"), "/clients?search=type");
    }
}
