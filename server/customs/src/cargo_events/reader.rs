//! Reads a file that somebody says is a message of an airline. Whatever it is, the answer says it; nothing is lost.

use chrono::{DateTime, Utc};

use super::ffm_text::{is_manifest_start, read_flight_manifest};
use super::fsu_text::{is_status_start, read_status_text};
use super::plain_text::read_plain_text;
use super::report::{CargoMessageKind, ReadMessage, ReadProblem};
use super::status_xml::read_status_xml;

/// Bytes of a file.
pub const MAX_BYTES: usize = 256 * 1024;
const MAX_LINES: usize = 5_000;
/// Lines of an envelope before a message.
const MAX_ENVELOPE: usize = 20;

/// Reads a file. `received_at` decides about the year of days without one.
pub fn read_message(bytes: &[u8], received_at: DateTime<Utc>) -> ReadMessage {
    let failed = |problem| ReadMessage::fail(CargoMessageKind::Unknown, problem);
    if bytes.len() > MAX_BYTES {
        return failed(ReadProblem::TooManyLines);
    }
    let Some(text) = to_text(bytes) else { return failed(ReadProblem::NotText) };
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return failed(ReadProblem::Empty);
    }
    if trimmed.starts_with('<') {
        return read_status_xml(trimmed, received_at);
    }
    let lines: Vec<(usize, &str)> = text.lines().enumerate().map(|(index, line)| (index + 1, line)).collect();
    if lines.len() > MAX_LINES {
        return failed(ReadProblem::TooManyLines);
    }
    // A subject can name another kind than the message has: its first line says what it is.
    let is_first = |line: &str| names_message(line) || is_status_start(line);
    match lines.iter().take(MAX_ENVELOPE).position(|(_, line)| is_first(line.trim())) {
        Some(start) if is_status_start(lines[start].1.trim()) => {
            read_status_text(&lines[start..], received_at)
        }
        Some(start) if is_manifest_start(lines[start].1.trim()) => {
            read_flight_manifest(&lines[start..], received_at)
        }
        Some(_) => ReadMessage::fail(CargoMessageKind::Other, ReadProblem::OtherMessage),
        None => read_plain_text(&lines, received_at),
    }
}

/// Whether a line is the first one of a message: `FSU/14`, `FWB/17`, `FMA`.
fn names_message(line: &str) -> bool {
    let (name, version) = line.split_once('/').unwrap_or((line, ""));
    let is_name = name.len() == 3 && name.starts_with('F') && name.bytes().all(|it| it.is_ascii_uppercase());
    let is_version =
        !version.is_empty() && version.len() <= 2 && version.bytes().all(|it| it.is_ascii_digit());
    is_name && (is_version || matches!(line, "FMA" | "FNA"))
}

/// The text of a file; none for what is no text. Old mailboxes frame messages with control characters.
pub fn to_text(bytes: &[u8]) -> Option<String> {
    let is_text =
        |byte: u8| matches!(byte, 1..=4 | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a | 0x20..=0x7e | 0x80..);
    if !bytes.iter().all(|byte| is_text(*byte)) {
        return None;
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Some(text.replace(|letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t'), ""))
}

#[cfg(test)]
mod tests {
    use super::super::report::CargoReport;
    use super::*;
    use proptest::prelude::*;

    macro_rules! sample {
        ($name:literal) => {
            include_bytes!(concat!("../../../tests/data/customs/status-messages/", $name))
        };
    }

    fn read(bytes: &[u8]) -> ReadMessage {
        read_message(bytes, "2026-11-13T12:00:00Z".parse().unwrap())
    }

    /// A report in short: code, flight, day and time, places, pieces of total.
    fn write(report: &CargoReport) -> String {
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".into());
        let number = |value: Option<i32>| value.map_or_else(|| "all".into(), |number| number.to_string());
        let time = report.moment.time.map_or_else(|| "-".into(), |time| time.format("%H:%M").to_string());
        let code =
            report.discrepancy.as_ref().map_or(report.code.clone(), |it| format!("{} {it}", report.code));
        format!(
            "{code} {} {} {time} {} {} {}/{}",
            text(&report.flight),
            report.moment.day,
            text(&report.station),
            text(&report.to_station),
            number(report.pieces.pieces),
            number(report.pieces.total),
        )
    }

    fn reports(bytes: &[u8]) -> Vec<String> {
        let message = read(bytes);
        assert_eq!((message.problem, message.unread.len()), (None, 0));
        assert!(message.reports.iter().all(|report| report.awb.to_formatted() == "957-12345686"));
        message.reports.iter().map(write).collect()
    }

    #[test]
    fn status_texts_are_read() {
        let cases: [(&[u8], &[&str]); 11] = [
            (sample!("fsu-bkd.txt"), &["BKD LA8191 2026-11-12 - MIA GRU 3/3"]),
            (sample!("fsu-rcs.txt"), &["RCS - 2026-11-11 18:10 MIA - 3/3"]),
            (sample!("fsu-dep-part1.txt"), &["DEP LA8191 2026-11-12 09:22 MIA GRU 1/3"]),
            (sample!("fsu-dep-part2.txt"), &["DEP LA8193 2026-11-13 09:30 MIA GRU 2/3"]),
            (sample!("fsu-rcf-part1.txt"), &["RCF LA8191 2026-11-12 21:05 GRU - 1/3"]),
            (sample!("fsu-typeb-envelope.txt"), &["RCF LA8191 2026-11-12 21:05 GRU - 1/3"]),
            (sample!("fsu-dis-msca.txt"), &["DIS MSCA LA8193 2026-11-13 21:30 GRU - 1/3"]),
            (sample!("fsu-dis-fdca.txt"), &["DIS FDCA LA8193 2026-11-14 07:15 GRU - 1/3"]),
            (sample!("fsu-dlv-no-od.txt"), &["DLV - 2026-11-15 10:00 GRU - 3/3"]),
            (
                sample!("fsu-two-events.txt"),
                &["ARR LA8191 2026-11-12 19:31 GRU - 3/3", "RCF LA8191 2026-11-12 21:05 GRU - 3/3"],
            ),
            (sample!("fsu-year-end.txt"), &["DEP LA8191 2026-12-31 23:50 MIA GRU 3/3"]),
        ];
        for (bytes, expected) in cases {
            assert_eq!(reports(bytes), expected);
        }
    }

    #[test]
    fn small_letters_and_a_number_without_its_hyphen_mean_the_same() {
        let expected = read(sample!("fsu-two-events.txt"));
        let small = read(
            b"fsu/14\r\n95712345686miagru/t3k42.0\r\narr/la8191/12nov1931/gru/t3k42.0\r\n\
              rcf/la8191/12nov2105/gru/t3k42.0\r\nosi/Box is wet\r\n",
        );
        assert_eq!((small.kind, small.problem, small.unread.len()), (expected.kind, None, 0));
        let prints = |message: &ReadMessage| -> Vec<_> {
            message.reports.iter().map(CargoReport::fingerprint).collect()
        };
        assert_eq!(prints(&small), prints(&expected));
        assert_eq!(small.reports[1].remark.as_deref(), Some("Box is wet"), "words stay as they are");
        let flight = read(b"FFM/8\n1/LA8191/12NOV0915/MIA\nGRU\n95712345686MIAGRU/T3\nLAST\n");
        assert_eq!(manifest(&flight), ["957-12345686 MAN LA8191 2026-11-12 09:15 MIA GRU 3/3 #1"]);
    }

    #[test]
    fn what_could_be_a_word_or_another_number_is_shown() {
        use ReadProblem::{Code, WaybillNumber};
        let message = read(
            b"fsu/14\n957-12345686/T3\nxyz/12nov2105/gru/t3\nman is coming\n957123456860/T3\n95712345687MIAGRU/T3\n\
              rcs/11nov1810/mia/t3\n",
        );
        let problems: Vec<_> = message.unread.iter().map(|line| (line.line, line.problem)).collect();
        let expected = [(3, Code), (4, Code), (5, Code), (6, WaybillNumber), (7, WaybillNumber)];
        assert_eq!((problems.as_slice(), message.reports.len()), (&expected[..], 0));
        let mail = read(b"957-12345686\nthe man left 12nov mia-gru with la8191");
        assert_eq!(mail.problem, Some(ReadProblem::NotAMessage));
    }

    #[test]
    fn the_same_event_in_text_and_xml_is_one() {
        let text = read(sample!("fsu-rcf-part1.txt"));
        let xml = read(sample!("xfsu-rcf-part.xml"));
        assert_eq!((xml.kind, xml.problem, xml.unread.len()), (CargoMessageKind::StatusXml, None, 0));
        assert_eq!(xml.reports[0].fingerprint(), text.reports[0].fingerprint());
        assert_eq!(write(&xml.reports[1]), "DIS MSCA - 2026-11-12 21:40 GRU - 2/3");
    }

    #[test]
    fn mails_of_airlines_are_read_as_far_as_they_are_clear() {
        let message = read(sample!("airline-mail.txt"));
        let expected = [
            "RCS - 2026-11-11 18:10 MIA - 3/3",
            "MAN LA8191 2026-11-12 - MIA GRU 1/3",
            "DEP LA8191 2026-11-12 09:22 MIA GRU 1/3",
            "NFD - 2026-11-12 - GRU - 1/3",
        ];
        let found: Vec<String> = message.reports.iter().map(write).collect();
        let without_total = |text: &String| text.replace("3/all", "3/3").replace("1/all", "1/3");
        assert_eq!(found.iter().map(without_total).collect::<Vec<_>>(), expected);
        // A day whose order nobody knows is not guessed.
        let unread: Vec<_> = message.unread.iter().map(|line| (line.line, line.problem)).collect();
        assert_eq!(unread, [(8, ReadProblem::Day)]);
    }

    #[test]
    fn a_file_that_reports_nothing_says_why() {
        use CargoMessageKind::{Other, StatusText, Unknown};
        let cases: [(&[u8], CargoMessageKind, ReadProblem); 14] = [
            (b"", Unknown, ReadProblem::Empty),
            (b" \r\n", Unknown, ReadProblem::Empty),
            (b"%PDF-1.7\x00\xff", Unknown, ReadProblem::NotText),
            (b"Holiday photos", Unknown, ReadProblem::NotAMessage),
            (b"<html></html>", Unknown, ReadProblem::NotAMessage),
            (b"<StatusMessage/>", Unknown, ReadProblem::NotAMessage),
            (b"<a>", Unknown, ReadProblem::BadXml),
            (b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", Unknown, ReadProblem::BadXml),
            (b"<Waybill/>", Other, ReadProblem::OtherMessage),
            (b"FWB/17\r\n957-12345686MIAGRU/T3K42.0\r\n", Other, ReadProblem::OtherMessage),
            (sample!("fma.txt"), Other, ReadProblem::OtherMessage),
            (sample!("fna.txt"), Other, ReadProblem::OtherMessage),
            (b"FSU/14\r\n", StatusText, ReadProblem::NoEvents),
            (sample!("fsu-bad-check-digit.txt"), StatusText, ReadProblem::WaybillNumber),
        ];
        for (bytes, kind, problem) in cases {
            let message = read(bytes);
            let found = (message.kind, message.problem, message.reports.len());
            assert_eq!(found, (kind, Some(problem), 0), "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn waybills_and_house_lists_report_nothing() {
        macro_rules! paper {
            ($name:literal) => {
                include_bytes!(concat!("../../../tests/data/customs/manifests/", $name))
            };
        }
        let papers: [&[u8]; 7] = [
            paper!("FWB-16.txt"),
            paper!("FWB-17.txt"),
            paper!("FHL-4.txt"),
            paper!("FHL-5.txt"),
            paper!("iata-FWB-Example1.txt"),
            paper!("riege-888-11111111_XFWB_ACAS_US.xml"),
            paper!("riege-888-11111111_XFWB_pieceQuantityItemCountMismatch.xml"),
        ];
        for bytes in papers {
            let message = read(bytes);
            assert_eq!(
                (message.kind, message.problem, message.reports.len(), message.unread.len()),
                (CargoMessageKind::Other, Some(ReadProblem::OtherMessage), 0, 0)
            );
        }
        assert!(!papers[3].ends_with(b"\n"), "the last line has no end, as in many mailboxes");
    }

    /// The reports of a flight in short, with the numbers of their waybills and messages.
    fn manifest(message: &ReadMessage) -> Vec<String> {
        let sheet = |report: &CargoReport| report.sheet.map_or_else(|| "-".into(), |sheet| sheet.to_string());
        let write_all = |report: &CargoReport| {
            format!("{} {} #{}", report.awb.to_formatted(), write(report), sheet(report))
        };
        message.reports.iter().map(write_all).collect()
    }

    #[test]
    fn the_manifest_of_a_flight_reports_the_pieces_of_each_waybill() {
        let first = read(sample!("ffm-8-part1.txt"));
        assert_eq!((first.kind, first.problem, first.unread.len()), (CargoMessageKind::FlightText, None, 0));
        // Pieces in a unit and in no unit are one sum.
        let expected = [
            "957-12345712 MAN LA8191 2026-11-12 09:15 MIA GRU 1/1 #1",
            "957-12345686 MAN LA8191 2026-11-12 09:15 MIA GRU 3/3 #1",
            "957-12345690 MAN LA8191 2026-11-12 09:15 MIA GRU 2/5 #1",
        ];
        assert_eq!(manifest(&first), expected);
        assert_eq!(first.reports[1].pieces.weight_g, Some(42_000));
        let second = read(sample!("ffm-8-part2.txt"));
        assert_eq!(manifest(&second), ["957-12345701 MAN LA8191 2026-11-12 09:15 MIA GRU 4/4 #2"]);
    }

    #[test]
    fn the_same_pieces_in_two_messages_of_a_flight_are_two_reports() {
        let message = |sheet: u8| {
            format!("FFM/8\n{sheet}/LA8191/12NOV0915/MIA\nGRU\n957-12345686MIAGRU/P1K12.0T3\nCONT\n")
        };
        let [first, second, again] = [1, 2, 1].map(|sheet| read(message(sheet).as_bytes()).reports.remove(0));
        assert_ne!(first.fingerprint(), second.fingerprint());
        assert_eq!(first.fingerprint(), again.fingerprint());
    }

    #[test]
    fn a_message_of_a_flight_that_comes_twice_in_one_file_does_not_double_its_pieces() {
        let message = |lines: &str| format!("FFM/8\n1/LA8191/12NOV0915/MIA\nGRU\n{lines}\nLAST\n");
        let units = message("957-12345686MIAGRU/P1K12.0T3\n957-12345686MIAGRU/P2K30.0T3");
        let twice = read(format!("{units}{units}").as_bytes());
        assert_eq!(manifest(&twice), ["957-12345686 MAN LA8191 2026-11-12 09:15 MIA GRU 3/3 #1"]);
        assert_eq!(twice.reports[0].pieces.weight_g, Some(42_000));
        let corrected = read(format!("{units}{}", message("957-12345686MIAGRU/P2K30.0T3")).as_bytes());
        let expected = ["957-12345686 MAN LA8191 2026-11-12 09:15 MIA GRU 2/3 #1"];
        assert_eq!(manifest(&corrected), expected, "the last one counts");
    }

    #[test]
    fn places_without_goods_and_older_versions_of_a_manifest_are_read() {
        let message = read(
            b"FFM/4\n1/LA0191/12NOV/MIA\nANC/NIL/13NOV0200\nGRU\n957-12345686MIAGRU/T3\n/BAGS\nSCI/T1\nVCP/NIL\nLAST",
        );
        assert_eq!(manifest(&message), ["957-12345686 MAN LA191 2026-11-12 - MIA GRU 3/3 #1"]);
        assert_eq!(message.unread, []);
        let empty = read(b"FFM/8\n1/LA8191/12NOV/MIA\nGRU/NIL\nLAST");
        assert_eq!(empty.problem, Some(ReadProblem::NoEvents));
    }

    #[test]
    fn a_manifest_that_is_out_of_form_says_where() {
        use ReadProblem::{Code, Day, Flight, Pieces, Place, WaybillNumber};
        let cases: [(&str, &[(usize, ReadProblem)]); 7] = [
            ("X/LA8191/12NOV/MIA", &[(2, Code), (4, Code)]),
            ("0/LA8191/12NOV/MIA", &[(2, Code), (4, Code)]),
            ("1/LATAM/12NOV/MIA", &[(2, Flight), (4, Flight)]),
            ("1/LA8191/40NOV/MIA", &[(2, Day), (4, Day)]),
            ("1/LA8191/12NOV", &[(2, Place), (4, Place)]),
            ("1/LA8191/12NOV/MIA\n957-12345686MIAGRU/T3", &[(3, Place)]),
            (
                "1/LA8191/12NOV/MIA\nGRU\n957-12345687MIAGRU/T3\n957-12345690MIAGRU\n957-12345690MIAGRU/P4T3\nHELLO",
                &[(4, WaybillNumber), (5, Pieces), (6, Pieces), (7, Code)],
            ),
        ];
        for (head, expected) in cases {
            let message = read(format!("FFM/8\n{head}\nGRU\n957-12345686MIAGRU/T3\nLAST").as_bytes());
            let problems: Vec<_> = message.unread.iter().map(|line| (line.line, line.problem)).collect();
            assert_eq!(problems, expected, "{head}");
        }
    }

    #[test]
    fn an_unknown_status_is_kept_and_a_known_one_out_of_form_is_shown() {
        let message = read(
            b"FSU/14\n957-12345686MIAGRU/T3K42.0\nXYZ/LA8191/12NOV2105/GRU/T3K42.0\nRCS/11NOV1810/MIAMI/T3\n\
              RCF/8191/12NOV2105/GRU/T3\nDEP/LA8191/40NOV/MIAGRU/T3\nDEP/LA8191/12NOV/MIAGRU/P4T3\nHELLO\n",
        );
        assert_eq!(
            message.reports.iter().map(write).collect::<Vec<_>>(),
            ["XYZ LA8191 2026-11-12 21:05 GRU - 3/3"]
        );
        let problems: Vec<_> = message.unread.iter().map(|line| (line.line, line.problem)).collect();
        let expected = [
            (4, ReadProblem::Place),
            (5, ReadProblem::Flight),
            (6, ReadProblem::Day),
            (7, ReadProblem::Pieces),
            (8, ReadProblem::Code),
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn several_messages_in_one_file_keep_to_their_waybills() {
        let message = read(
            b"FSU/14\n957-12345686MIAGRU/T3\nRCS/11NOV1810/MIA/T3\nRCS/11NOV1810/MIA/T3\nFSU/14\n957-12345687/T1\n\
              RCS/11NOV1810/MIA/T1\nFSU/14\nRCS/11NOV1810/MIA/T1\nFSU/14\n957-12345690/T1\nRCS/11NOV1810/MIA/T1\n",
        );
        let numbers: Vec<_> = message.reports.iter().map(|report| report.awb.to_formatted()).collect();
        assert_eq!(numbers, ["957-12345686", "957-12345690"]);
        let problems: Vec<_> = message.unread.iter().map(|line| line.problem).collect();
        let expected = [ReadProblem::WaybillNumber, ReadProblem::WaybillNumber, ReadProblem::NoWaybill];
        assert_eq!(problems, expected);
    }

    #[test]
    fn very_long_files_are_bounded() {
        let endless = "RCS/11NOV1810/MIA/T3\n".repeat(MAX_LINES + 1);
        assert_eq!(read(endless.as_bytes()).problem, Some(ReadProblem::TooManyLines));
        assert_eq!(read(&vec![b'A'; MAX_BYTES + 1]).problem, Some(ReadProblem::TooManyLines));
        let wrong = format!("FSU/14\n957-12345686/T3\n{}", "HELLO\n".repeat(1000));
        assert_eq!(read(wrong.as_bytes()).unread.len(), super::super::report::MAX_UNREAD);
    }

    proptest! {
        #[test]
        fn no_file_makes_the_readers_panic(
            text in "(FSU/14\n957-12345686MIAGRU/T3\n|FFM/8\n1/LA8191/12NOV/MIA\nGRU\n|FFM/8\n|957-12345686\n|<StatusMessage>)?([A-Z]{3}[ /])?[A-Z0-9/.: -]{0,40}"
        ) {
            let _ = read(text.as_bytes());
        }

        #[test]
        fn no_bytes_make_the_readers_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let _ = read(&bytes);
        }
    }
}
