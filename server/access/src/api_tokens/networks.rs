//! The networks that the calls of a token must come from.

use std::net::IpAddr;

use ipnet::{IpNet, Ipv4Net};

use server_core::http::error::FieldErrors;
use server_core::http::messages::MessageCode;

/// The networks as they are kept, each once: an address is the network of itself. Errors are reported at each entry.
pub fn check(typed: &[String], errors: &mut FieldErrors) -> Vec<String> {
    let mut networks = Vec::new();
    for (at, text) in typed.iter().enumerate() {
        match parse(text.trim()) {
            Some(network) if !networks.contains(&network) => networks.push(network),
            Some(_) => {}
            None => errors.push(format!("networks.{at}"), MessageCode::InvalidNetwork),
        }
    }
    networks.iter().map(IpNet::to_string).collect()
}

/// None for a text that is no network, and for the network of all addresses, which limits nothing.
fn parse(text: &str) -> Option<IpNet> {
    let network: IpNet = match text.parse::<IpAddr>() {
        Ok(address) => address.to_canonical().into(),
        Err(_) => text.parse().ok()?,
    };
    let network = to_canonical(network);
    (network.prefix_len() > 0).then(|| network.trunc())
}

/// IPv4 addresses in the form of IPv6 are what they are: calls from them are compared as such.
fn to_canonical(network: IpNet) -> IpNet {
    let IpNet::V6(wide) = network else { return network };
    let narrow = wide.addr().to_ipv4_mapped().zip(wide.prefix_len().checked_sub(96));
    narrow.and_then(|(address, bits)| Ipv4Net::new(address, bits).ok()).map_or(network, IpNet::V4)
}

/// Whether a call from this address may use a token of these networks; from anywhere without any.
pub fn admit(networks: &[String], address: &str) -> bool {
    let Ok(address) = address.parse::<IpAddr>() else { return networks.is_empty() };
    let address = address.to_canonical();
    networks.is_empty() || networks.iter().filter_map(|it| parse(it)).any(|it| it.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_all(typed: &[&str]) -> (Vec<String>, usize) {
        let typed: Vec<String> = typed.iter().map(|&it| it.to_owned()).collect();
        let mut errors = FieldErrors::default();
        (check(&typed, &mut errors), errors.len())
    }

    #[test]
    fn networks_are_kept_in_one_form_and_once() {
        let (kept, errors) =
            check_all(&["203.0.113.7", " 198.51.100.77/24 ", "198.51.100.0/24", "2001:DB8::1/32"]);
        assert_eq!(
            (kept, errors),
            (["203.0.113.7/32", "198.51.100.0/24", "2001:db8::/32"].map(str::to_owned).to_vec(), 0)
        );
        assert_eq!(check_all(&["::ffff:203.0.113.7"]).0, ["203.0.113.7/32"]);
        assert_eq!(check_all(&["::ffff:203.0.113.7/120", "203.0.113.0/24"]).0, ["203.0.113.0/24"]);
    }

    #[test]
    fn what_is_no_network_or_the_whole_internet_is_refused() {
        let odd =
            ["", "office", "203.0.113.7/33", "203.0.113", "0.0.0.0/0", "::/0", "::ffff:0:0/96", "a.example"];
        assert_eq!(check_all(&odd), (vec![], odd.len()));
    }

    #[test]
    fn only_addresses_of_the_networks_are_admitted() {
        let networks = check_all(&["198.51.100.0/24", "2001:db8::/32"]).0;
        for inside in ["198.51.100.3", "::ffff:198.51.100.3", "2001:db8:1::9"] {
            assert!(admit(&networks, inside), "{inside}");
        }
        for outside in ["198.51.101.3", "2001:db9::1", "", "unknown"] {
            assert!(!admit(&networks, outside), "{outside}");
        }
        assert!(admit(&[], "192.0.2.1") && admit(&[], ""));
    }
}
