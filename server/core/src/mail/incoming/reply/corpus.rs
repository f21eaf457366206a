//! E-mails as mail programs of twelve languages write them. In the files, "=" begins a text of the ticket, "#" a new e-mail, "+"
//! a line that is shown and "-" one that is folded.

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
