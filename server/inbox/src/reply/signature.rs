//! Lines that phones and mail programs add below a text.

use std::sync::LazyLock;

use regex::Regex;

use super::words::pattern;

/// How such a line begins. What follows must name a device or a program: "Sent via DHL" is a sentence.
static OPENING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^(?:
            sent\ (?:from|via|with|by|using|on)\ | (?:from|someone\ from)\ (?:my\ )?
            |enviad[ao]\ (?:do|da|de|desde|pelo|pela|por|via|vía|a\ partir\ d[eo]|con|com)\ 
            |envoyé\ à\ partir\ d['’] | envoyé\ (?:depuis|de|à\ partir\ de|avec|par)\ 
            |gesendet\ (?:von|mit|über)\ | von\ (?:meinem|unterwegs)\ 
            |(?:verzonden|verstuurd)\ (?:met|vanaf|vanuit|via)\ | inviato\ (?:da|dal|con|tramite)\ ?
            |skickat\ (?:från|med|via)\ | sendt\ (?:fra|med|via)\ | wysłan[eoy]\ (?:z|za\ pomocą|przez)\ 
            |lähetetty\ | odesláno\ z\ | отправлено\ (?:с|из)\ | надіслано\ (?:з|із)\ 
            |diese\ nachricht\ wurde\ von\ meinem\ 
        )",
    )
});

/// The other word order: 发自我的 iPhone, 從我的 iPhone 傳送, Von meinem iPhone gesendet.
static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)^(?:
            从.{1,20}(?:邮件|邮箱|手机|客户端)发送 | 发自.{0,20}(?:手机|邮箱|邮件|客户端|iphone|ipad|android|outlook|foxmail).{0,20}
            |.{1,40}から送信 | 获取(?:适用于.{1,40})?\ ?outlook.* | 发送自.{1,30}(?:邮件|邮箱|outlook|手机) | 나의\ .{1,30}에서\ 보냄
            |von\ meinem\ .{1,40}\ gesendet
            |(?:get|download)\ \[?outlook\ for\ .* | (?:obter|baixe)\ o\ outlook\ para\ .*
            |(?:obtenga|obtener|descargar?)\ outlook\ para\ .* | obtenez\ outlook\ pour\ .*
            |outlook\ für\ \w+\ (?:beziehen|herunterladen|holen).* | scarica\ outlook\ per\ .*
            |outlook\ voor\ \w+\ (?:downloaden|ophalen).* | (?:hämta|skaffa)\ outlook\ för\ .*
            |(?:get|obter|obtenha|obtener|descargar)\ [\w\ ]{2,20}\ (?:for|para)\ (?:android|ios|iphone)
            |(?:hent|få)\ outlook\ (?:til|for)\ .* | pobierz\ (?:\w+\ )?outlook\ (?:dla|na)\ .*
        )$",
    )
});

/// 发自我的 iPhone, 從我的 iPhone 傳送: of a device, and not of a warehouse.
static CHINESE: LazyLock<Regex> = LazyLock::new(|| {
    let device = "iphone|ipad|mac|android|安卓|手机|手機|邮箱|郵箱|客户端|平板|电脑|電腦|outlook|小米|红米|华为|荣耀|三星|魅族|一加|oppo|vivo\
                  |realme|huawei|xiaomi|redmi|samsung|galaxy|honor|windows|surface";
    pattern(&format!(
        r"(?xi)^(?:
            (?:发自|傳自|寄自)我的.{{0,20}}(?:{device}).{{0,12}}
            |(?:从|從|由|自)我的.{{0,20}}(?:{device}).{{0,8}}(?:发送|發送|传送|傳送|寄出|发出|發出)
        )$"
    ))
});

/// Devices, mail programs and services whose names stand in such lines.
static DEVICE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xi)\b(?:
            iphone|ipad|ipod|imac|mac(?:book)?|ios|android(?:e|-\w+)?|galaxy|samsung|huawei|xiaomi|redmi|motorola|moto|nokia|htc
            |alcatel|blackberry|oneplus|pixel|sony|xperia|lg|windows|phone|smartphone|mobile|cell(?:phone)?|tablet
            |device|handy|mobilgerät|mobiltelefon|mobil(?:en)?|móvil|movil|celular|telemóvel|teléfono|telefone|téléphone
            |portable|cellulare|telefono|telefoon|mobiel|mobilen|telefonu?
            |work|outlook|yahoo|gmail|hotmail|mail(?:box)?|e-?mail|correo|posta|poczty|airmail|spark|sparrow|thunderbird
            |verizon|t-mobile|vodafone|gmx|web\.de|protonmail|proton|zoho|aol|libero|orange|k-9|wp|onet|qq邮箱|foxmail
            |superhuman|shortwave|bluemail|mailspring|mymail|fairemail
        )\w*\b",
    )
});

/// A model such as "TI-85" or "S5".
static MODEL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)\b(?:my|mi|meu|mon|meinem)\ [a-z]{1,4}-?\d{1,3}$"));

/// "Please excuse typos."
static EXCUSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:please )?(?:excuse|pardon|forgive|sorry|desculp|disculp|perdon|excusez|entschuld|typos?)",
    )
});

static LINK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\]?[<(]?https?:\S+"));

/// The longest such line, in words.
const MOST_WORDS: usize = 10;

/// Whether a program has written the line.
pub fn is_of_program(line: &str) -> bool {
    let plain = LINK.replace_all(line, "");
    let plain = plain.trim().trim_matches(['<', '>', '(', ')', '[', '*', '_', '.', ' ']);
    if WHOLE.is_match(plain) || CHINESE.is_match(plain) {
        return true;
    }
    let Some(found) = OPENING.find(plain) else { return false };
    let (named, more) = split_sentence(&plain[found.end()..]);
    let names_device = DEVICE.is_match(named) || MODEL.is_match(&plain[..found.end() + named.len()]);
    names_device
        && named.split_whitespace().count() <= MOST_WORDS
        && (more.is_empty() || EXCUSE.is_match(more) || DEVICE.is_match(more) && ends_with_device(more))
        && (is_owned(plain) || ends_with_device(named))
}

/// Whether a line has a link alone: that of the program in the line above.
pub fn is_link(line: &str) -> bool {
    let plain = LINK.replace_all(line, "");
    plain.len() < line.len() && plain.trim_matches(['<', '>', '(', ')', '[', ' ']).is_empty()
}

/// The first sentence and the next.
fn split_sentence(text: &str) -> (&str, &str) {
    let end = [". ", ", ", "; ", " - "].into_iter().filter_map(|end| text.find(end)).min();
    end.map_or((text, ""), |end| (&text[..end], text[end..].trim_start_matches(['.', ',', ';', '-', ' '])))
}

/// "my phone": nobody else's.
fn is_owned(line: &str) -> bool {
    static OWN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)\b(?:my|mi|meu|minha|mon|ma|mein\w*|mijn|mio|mia|min|mitt?|mojego|mojej|моего)\b")
    });
    OWN.is_match(line)
}

/// "via mobile" and "from Windows Mail", but not "by phone yesterday".
fn ends_with_device(named: &str) -> bool {
    let last = DEVICE.find_iter(named).last().map_or(0, |found| found.end());
    let rest = named[last..].trim_matches(|c: char| !c.is_alphanumeric());
    let is_model = rest.chars().count() <= 6 && rest.contains(|c: char| c.is_ascii_digit());
    let is_ending = is_model || rest.chars().count() <= 2 || !rest.contains(char::is_alphabetic);
    rest.split_whitespace().count() <= 1 && is_ending || rest.eq_ignore_ascii_case("app")
}
