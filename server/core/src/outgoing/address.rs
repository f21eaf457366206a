//! Which IP addresses are public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Networks that are not: private, local, shared, reserved, for documents, for groups.
const INNER: [([u8; 4], u32); 15] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];

/// An IPv4 address in the form of IPv6 counts as what it is. Other forms that carry one are not public.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => address.to_ipv4_mapped().map_or_else(|| is_public_v6(address), is_public_v4),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_in = |(network, bits): &([u8; 4], u32)| {
        let mask = u32::MAX << (32 - bits);
        u32::from(address) & mask == u32::from_be_bytes(*network)
    };
    !INNER.iter().any(is_in)
}

/// Public ones begin with three certain bits. Among these are Teredo and its neighbours, 6to4, and those for documents.
const fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    match first {
        0x2001 => second >= 0x200 && second != 0xdb8,
        0x2002 => false,
        0x3fff => second >= 0x1000,
        _ => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = include_str!("../../../tests/data/outgoing/addresses.csv");

    #[test]
    fn addresses_are_public_as_in_the_case_file() {
        let mut count = 0;
        for line in CASES.lines().skip(1) {
            let mut cells = line.split(',');
            let (address, verdict) = (cells.next().unwrap(), cells.next().unwrap());
            assert_eq!(is_public(address.parse().unwrap()), verdict == "allow", "{line}");
            count += 1;
        }
        assert!(count > 40);
    }
}
