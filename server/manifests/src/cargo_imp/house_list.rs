//! FHL/4: the houses of a waybill.

use super::message::{Message, amount, field, kilograms};
use crate::snapshot::{ManifestHead, ManifestLine, ManifestSnapshot, Master};

/// Most characters of the number of a house, of its description, and of the longer text.
pub const HOUSE: usize = 12;
pub const DESCRIPTION: usize = 15;
const LONG_TEXT: usize = 65;
/// Most tariff codes of a house.
const MAX_HS_CODES: usize = 9;
const MAX_HS_DIGITS: usize = 18;
const NOTE: usize = 35;

/// Whether a manifest has this message: it needs a waybill, and has room for short numbers only.
pub fn has_house_list(head: &ManifestHead, lines: &[ManifestLine]) -> bool {
    head.master.is_some() && lines.iter().all(|line| line.house.len() <= HOUSE)
}

/// The message; none for a manifest without a waybill.
pub fn write_house_list(snapshot: &ManifestSnapshot) -> Option<String> {
    let master = snapshot.head.master.as_ref()?;
    let mut message = Message::default();
    message.line("FHL/4");
    message.line(&format!(
        "MBI/{}{}{}/T{}K{}",
        master.number,
        master.origin,
        master.destination,
        master.pieces,
        kilograms(master.weight_g)
    ));
    for line in &snapshot.lines {
        write_house(&mut message, master, line);
    }
    Some(message.finish())
}

fn write_house(message: &mut Message, master: &Master, line: &ManifestLine) {
    let items = if line.items > 0 { line.items.to_string() } else { String::new() };
    message.line(&format!(
        "HBS/{}/{}{}/{}/K{}/{items}/{}",
        line.house,
        master.origin,
        master.destination,
        line.pieces,
        kilograms(line.weight_g),
        field(&line.description, DESCRIPTION)
    ));
    message.line(&format!("TXT/{}", field(&line.description, LONG_TEXT)));
    for (index, code) in line.hs_codes.iter().take(MAX_HS_CODES).enumerate() {
        let head = if index == 0 { "HTS" } else { "" };
        message.line(&format!("{head}/{}", &code[..code.len().min(MAX_HS_DIGITS)]));
    }
    if let Some(document) = &line.consignee.document {
        message.line(&format!("OCI/{}/CNE/T/{}", line.consignee.country, field(&document.to_note(), NOTE)));
    }
    message.party("SHP", &line.shipper);
    message.party("CNE", &line.consignee);
    let insurance = line.insurance.filter(|sum| !sum.is_zero());
    let insurance = insurance.map_or_else(|| "XXX".into(), |sum| amount(sum, &line.currency));
    message.line(&format!("CVD/{}/PP/NVD/{}/{insurance}", line.currency, amount(line.value, &line.currency)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_snapshot::{FHL, snapshot};

    #[test]
    fn the_first_house_is_written_as_in_the_example() {
        let written = write_house_list(&snapshot()).unwrap();
        let until_second = |text: &str| {
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let end = lines.iter().position(|line| line.starts_with("HBS/RMS000002")).unwrap();
            lines[..end].to_vec()
        };
        let mut expected = until_second(FHL);
        // The example is of another waybill, and its short description is another one than the long text.
        for line in &mut expected {
            *line = line.replace("/1/BOOKS", "/1/PRINTED BOOKS").replace("12345686", "12345675");
        }
        assert_eq!(until_second(&written), expected);
    }

    #[test]
    fn lines_are_short_and_houses_add_up_to_the_master() {
        let written = write_house_list(&snapshot()).unwrap();
        assert!(written.ends_with("\r\n") && written.lines().all(|line| line.len() <= 69));
        let tenths: u32 = written
            .lines()
            .filter(|line| line.starts_with("HBS/"))
            .map(|line| line.split('/').nth(4).unwrap()[1..].replace('.', "").parse::<u32>().unwrap())
            .sum();
        assert!(written.contains("/T3K42.0\r\n"));
        assert_eq!(tenths, 420);
    }

    #[test]
    fn without_a_waybill_there_is_no_message() {
        let mut snapshot = snapshot();
        snapshot.head.master = None;
        assert!(write_house_list(&snapshot).is_none());
    }
}
