//! Words that mail programs write, in the languages of the product and of its neighbours' customers.

use std::sync::LazyLock;

use regex::Regex;

pub fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the patterns are tested")
}

/// A line of punctuation; "ᐧ" alone is the mark of a mail tracker.
pub static RULE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[-_=*#~+—–―─]{2,}$|^—$|^ᐧ$"));

/// Marks that mail programs put above an earlier e-mail.
pub static MARKER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\W* (?:
            -{6,}\s*original\s*-{6,} | [-_=]{2,}\s* (?:original\ (?:message|e?-?mail)|forwarded\ message|repl(?:y|ied)\ message|forwarded\ by\ .*
                |mensagem\ (?:original|encaminhada)|mensaje\ (?:original|reenviado)
                |原始邮件|原始(?:信息|消息|訊息)|(?:回复的)?原邮件|转发邮件|转发的邮件|原始郵件|轉寄郵件|元のメッセージ|원본\ 메시지
                |message\ (?:d['’]origine|original|initial|transféré)|courriel\ original
                |messaggio\ (?:originale|inoltrato)
                |ursprüngliche\ (?:nachricht|e-?mail|mail)|weitergeleitete\ nachricht|original-?nachricht|originalmeldung
                |oorspronkelijk\ bericht|doorgestuurd\ bericht|origineel\ bericht
                |(?:ursprungligt|originalt?)\ meddelande|originalmeddelande|vidarebefordrat\ (?:meddelande|brev)
                |oprindelig\ (?:meddelelse|besked|mail)|videresendt\ (?:meddelelse|besked|melding)
                |(?:opprinnelig|original)\ (?:melding|e-?post)
                |oryginalna\ wiadomość|wiadomość\ oryginalna|treść\ oryginalnej\ wiadomości
                |(?:przekazana|przesłana)\ wiadomość|wiadomość\ przekazana
                |alkuperäinen\ viesti|původní\ zpráva|eredeti\ üzenet
                |исходное\ сообщение|пересылаемое\ сообщение) \s*[-_=]{2,}
            | (?:begin\ forwarded\ message|início\ da\ mensagem\ (?:encaminhada|reenviada)
                |inicio\ del\ mensaje\ reenviado|以下是转发的邮件|début\ du\ message\ (?:réexpédié|transféré)
                |anfang\ der\ weitergeleiteten\ (?:nachricht|e-?mail)|inizio\ messaggio\ inoltrato
                |begin\ doorgestuurd\ bericht|vidarebefordrat\ brev|start\ på\ videresendt\ besked
                |videresendt\ melding|początek\ przekazanej\ wiadomości)\s*[:：]
        ) \W*$",
    )
});

/// The same words without signs around them, which phones put above a header. Alone they are a sentence.
pub static BARE_MARKER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\s*(?:original\ message|mensagem\ original|mensaje\ original|原始邮件|message\ d['’]origine
            |ursprüngliche\ nachricht)\s*$",
    )
});

/// The word for "wrote" of an introduction.
pub static WROTE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi) (?:^|[\s>)）】,]) (?:wrote|writes|escreveu|escribió|escribio|a\ écrit|écrivait|schrieb|schreibt|schreef|geschreven
            |ha\ scritto|scrisse|scrive|napisał(?:\(a\)|a)?|pisze|написала?|пишет|пише|написа|skrev|skriver
            |kirjoitti|napsal(?:\(a\)|a)?|írta|yazdı|έγραψε|menulis|a\ scris|đã\ viết|je\ napisao|написао)
            (?:[\s,]|[:：]|$)
          | (?:写道|寫道|が書きました|のメール|님이\ 작성)",
    )
});

/// "Quoting Ana", the opening of some mail programs.
pub static QUOTING: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^(?:quoting|zitat von|citando|citation de|citat|citeren)\s.*:$"));

/// How the line of an introduction begins: "On", "Em", or with a date.
pub static OPENING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^\s*\W* (?:(?:on|at|em|no\ dia|el|le|am|il\ giorno|il|op|den|på|dnia|w\ dniu|w\ dn\.|à|a|kl|на)\s.*
            | 在\s* | 于 | \d{1,4}(?:[-/.年]|\ )\s*\w+ | \p{L}{2,12}[.,]*\s.*\d)",
    )
});

/// The words "On", "Em" and so on, or a number.
pub static EXPLICIT_OPENING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)^\s*\W*(?:(?:on|at|em|no dia|el|le|am|il giorno|il|op|den|på|dnia|w dniu|à|kl)\s|在|\d)")
});

/// A year, a day with a month, or a time.
pub static TIME: LazyLock<Regex> = LazyLock::new(|| pattern(r"\d{4}|\d[/.]\d|\d[:.h]\d\d"));

/// A date as programs write it, with its year.
pub static DATE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:^|\D)(?:19|20)\d\d(?:\D|$)|(?:^|\D)\d{1,2}([./-])\d{1,2}[./-]\d{2}(?:\D|$)")
});

pub static ADDRESS: LazyLock<Regex> = LazyLock::new(|| pattern(r"[^\s<>()\[\]:,;]+@[^\s<>()\[\]:,;]+\.\w"));

/// `2016-10-24 15:36 GMT+02:00 Ana <ana@example.com>:`, without a word for "wrote".
pub static DATE_AND_ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:^|\D)(?:19|20)\d\d\D.*\d[:.]\d\d.*[<(\[]\s*(?:mailto:)?\S+@\S+[>)\]][\s'’]*[:：]$")
});

/// `2013/7/20 sam <info@example.com>` at the head of a quotation, also without a time.
pub static DAY_AND_ADDRESS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b.*<\s*\S+@\S+>\s*[:：]?$"));

/// `Re: Delivery`, `AW: Zustellung`: the subject of a reply or of a forwarded e-mail.
pub static OF_REPLY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^[*_\s]*(?:re|res|r|aw|sv|vs|odp|antw|rv|rép|fw|fwd|enc|wg|tr|vb|pd|回复|答复|转发)\s*[:：]",
    )
});

/// The second line of a broken date: its year, or its time.
pub static REST_OF_DATE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*(?:(?:d[ei]\s+)?(?:19|20)\d\d(?:[\s,年г]|$)|\d{1,2}[:.h]\d\d)"));

/// A field of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Sender,
    /// The date by a word that only mail programs use there.
    Sent,
    Date,
    To,
    Subject,
    Other,
}

static FIELDS: LazyLock<[(Field, Regex); 6]> = LazyLock::new(|| {
    let field = |names: &str| pattern(&format!(r"(?xi)^\s*[*_]*(?:{names})\s*[*_]*\s*[:：]"));
    [
        (
            Field::Sender,
            field(
                r"from|de|von|da|van|från|fra|od|od\ kogo|lähettäjä|от|від|发件人|發件人|寄件者|寄件人|差出人|보낸\ 사람
                |feladó|de\ la|kimden|από",
            ),
        ),
        (
            Field::Sent,
            field(
                r"sent(?:\ on)?|date\ sent|enviad[ao]s?(?:\ em|\ el)?|gesendet(?:\ am)?|envoyé(?:\ le)?|inviato(?:\ il)?
                |verzonden(?:\ op)?|skickat|sendt|wysłano|odesláno|надіслано|відправлено|küldve|trimis|gönderildi|发送日期
                |wysłane|data\ wysłania|lähetetty|отправлено|发送时间|發送時間|发件时间|已发送|已傳送|傳送時間|寄件時間|寄件日期|送信日時|보낸\ 날짜
                |στάλθηκε",
            ),
        ),
        (Field::Date, field(r"date|data|fecha|datum|dato|päiväys|дата|日期|时间|日時|날짜")),
        (
            Field::To,
            field(
                r"to|para|an|à|a|aan|till|til|do|komu|vastaanottaja|кому|címzett|către|kime|收件人|收件者|宛先
                |받는\ 사람|προς",
            ),
        ),
        (
            Field::Subject,
            field(
                r"subject|assunto|asunto|betreff|betr\.?|objet|sujet|oggetto|onderwerp|ämne|emne|temat|aihe|тема
                |předmět|tárgy|subiect|konu|主题|主旨|件名|제목|θέμα",
            ),
        ),
        (
            Field::Other,
            field(
                r"cc|bcc|cco|cci|kopie|kopia|kopi|dw|副本|抄送|copie(?:\ à)?|reply(?:-|\ )to|responder\ a|antwort\ an|répondre\ à
                |importance|importância|importancia|priority|prioridade|attachments?|anexos?|anlagen?",
            ),
        ),
    ]
});

/// The field that a line begins with, and its value.
pub fn field(line: &str) -> Option<(Field, &str)> {
    FIELDS
        .iter()
        .find_map(|(field, label)| label.find(line).map(|found| (*field, line[found.end()..].trim())))
}

/// "Weight: 12 kg": any label with a value.
pub static LABEL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*[*_]*\p{L}[\p{L} .'’/()-]{0,30}[:：]\s*\S"));
