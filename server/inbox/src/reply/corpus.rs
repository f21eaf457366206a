//! E-mails as mail programs of twelve languages write them. In the files, "=" begins a text of the ticket, "#" a new e-mail, "+"
//! a line that is shown and "-" one that is folded.

use std::path::Path;

use super::{KnownThread, split};

const FILES: [(&str, &str); 12] = [
    ("da", include_str!("corpus/da.txt")),
    ("de", include_str!("corpus/de.txt")),
    ("en", include_str!("corpus/en.txt")),
    ("es", include_str!("corpus/es.txt")),
    ("fr", include_str!("corpus/fr.txt")),
    ("it", include_str!("corpus/it.txt")),
    ("nb", include_str!("corpus/nb.txt")),
    ("nl", include_str!("corpus/nl.txt")),
    ("pl", include_str!("corpus/pl.txt")),
    ("pt", include_str!("corpus/pt.txt")),
    ("sv", include_str!("corpus/sv.txt")),
    ("zh", include_str!("corpus/zh.txt")),
];

/// The lines of an e-mail that begin with one of these signs, without the sign.
fn lines<'a>(mail: &'a str, signs: &'a [char]) -> impl Iterator<Item = &'a str> {
    mail.lines().filter_map(move |line| line.strip_prefix(signs))
}

fn words<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    lines.flat_map(str::split_whitespace).collect()
}

#[test]
fn every_email_of_twelve_languages_is_separated_as_its_file_says() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (language, file) in FILES {
        let texts: Vec<&str> = lines(file, &['=']).map(str::trim).collect();
        let known = KnownThread::new(["help@pacific.test"], ["Delivery"], texts);
        for mail in file.split("\n# ").skip(1) {
            let (title, mail) = mail.split_once('\n').unwrap();
            let text: Vec<&str> = lines(mail, &['+', '-']).collect();
            let reply = split(&text.join("\n"), &known);
            count += 1;
            let is_right = words(reply.shown.lines()) == words(lines(mail, &['+']))
                && words(reply.folded.lines()) == words(lines(mail, &['-']));
            if !is_right {
                wrong.push(format!("{language}, {title}:\n{}\n", reply.shown));
            }
        }
    }
    assert!(count >= 60, "{count}");
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
}

/// In percent of the e-mails.
const LEAST_RIGHT: usize = 95;

#[test]
fn published_replies_are_trimmed_as_their_writers_meant_and_no_word_is_lost() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/mail/reply-trimming");
    let (mut right, mut wrong) = (0, Vec::new());
    for entry in folder.join("emails").read_dir().unwrap() {
        let name = entry.unwrap().file_name();
        let read = |part: &str| std::fs::read_to_string(folder.join(part).join(&name)).unwrap();
        let (mail, own) = (read("emails"), read("trimmed"));
        let reply = split(&mail, &KnownThread::default());
        let mut sent = words(mail.lines());
        let mut kept = words(reply.shown.lines().chain(reply.folded.lines()));
        sent.sort_unstable();
        kept.sort_unstable();
        assert_eq!(sent, kept, "{}", name.display());
        if words(reply.shown.lines()) == words(own.lines()) {
            right += 1;
        } else {
            wrong.push(format!("{}:\n{}\n", name.display(), reply.shown));
        }
    }
    let count = right + wrong.len();
    assert!(count >= 30, "{count}");
    assert!(right * 100 >= count * LEAST_RIGHT, "{right} of {count}\n{}", wrong.join("\n"));
}
