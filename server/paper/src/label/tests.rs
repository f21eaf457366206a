use std::path::Path;
use std::process::Command;

use super::*;
use crate::fonts::{Fonts, Weight};
use crate::{style, text};
use rust_decimal::Decimal;
use trade::units::{SizeUnit, WeightUnit};

const MARK: &[u8] = br##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
    <path fill="#0b7a5c" d="M24 4a20 20 0 1 0 0 40 20 20 0 0 0 0-40"/>
    <path fill="none" stroke="#fff" stroke-width="3" d="M9 28c4-4 7-4 10 0s6 4 10 0 7-4 10 0"/></svg>"##;

pub(crate) fn label() -> Label {
    Label {
        language: Language::PtBr,
        habits: Habits {
            weight_unit: WeightUnit::Kilograms,
            size_unit: SizeUnit::Centimetres,
            month_first: false,
        },
        carrier: "Atlântico Cargas".to_owned(),
        mark: Some(Arc::new(Mark::from_svg(MARK).unwrap())),
        service: "Expresso Aéreo".to_owned(),
        date: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
        bar_code: "LX821947508BR".to_owned(),
        bar_code_shown: "LX 821 947 508 BR".to_owned(),
        tracking_url: "https://atlantico.example/tracking?code=LX821947508BR".to_owned(),
        reference: Some("PO-2026-00417".to_owned()),
        sender: Party {
            name: "深圳市贸易有限公司 Shenzhen Trading Co.".to_owned(),
            street: vec!["Nanshan District, Keyuan Road 123".to_owned()],
            city: "Shenzhen".to_owned(),
            state: "GD".to_owned(),
            postcode: "518057".to_owned(),
            country: "China".to_owned(),
            country_code: "CN".to_owned(),
            phone: Some("+86 755 1234 5678".to_owned()),
            ..Party::default()
        },
        receiver: Party {
            name: "João da Silva Gonçalves".to_owned(),
            also: vec!["a/c Maria Conceição".to_owned()],
            street: vec!["Rua São Bento, 99, apto. 1204".to_owned(), "Centro".to_owned()],
            city: "São Paulo".to_owned(),
            state: "SP".to_owned(),
            postcode: "01011-100".to_owned(),
            country: "Brasil".to_owned(),
            country_english: "Brazil".to_owned(),
            country_code: "BR".to_owned(),
            phone: Some("+55 11 98765-4321".to_owned()),
            email: None,
            document: Some("CPF 529.982.247-25".to_owned()),
        },
        airport: Some("GRU".to_owned()),
        parcel: Parcel { number: 1, of: 3, weight_g: Some(1_250), size_mm: Some([300.0, 200.0, 155.0]) },
        contents: "Fones de ouvido sem fio, 2 un.; cabo USB".to_owned(),
        incoterm: Some("DAP".to_owned()),
        declared_value: Some(Money { amount: Decimal::new(12_990, 2), currency: "USD".to_owned() }),
        non_delivery: NonDelivery::Return,
        is_reprint: false,
    }
}

/// All texts in Chinese, with addresses of two hundred characters.
fn long_chinese() -> Label {
    let street = "广东省深圳市南山区科技园科苑路十五号科兴科学园二期Ｂ栋三单元，"
        .repeat(7)
        .chars()
        .take(200)
        .collect();
    let party = Party {
        name: "深圳市前海跨境电子商务供应链管理服务有限公司".to_owned(),
        street: vec![street],
        city: "深圳市".to_owned(),
        state: "广东省".to_owned(),
        postcode: "518057".to_owned(),
        country: "中华人民共和国".to_owned(),
        country_code: "CN".to_owned(),
        phone: Some("+86 755 1234 5678".to_owned()),
        ..Party::default()
    };
    Label {
        language: Language::ZhCn,
        mark: None,
        carrier: "Pacific Freight Consolidators International".to_owned(),
        service: "经济小包".to_owned(),
        sender: party.clone(),
        receiver: party,
        contents: "蓝牙耳机、数据线、手机壳、充电器及其他日用消费电子产品配件（不含电池）".to_owned(),
        declared_value: Some(Money { amount: Decimal::new(123_456_789, 2), currency: "CNY".to_owned() }),
        parcel: Parcel {
            number: 112,
            of: 120,
            weight_g: Some(29_999),
            size_mm: Some([1_200.0, 1_000.0, 995.0]),
        },
        ..label()
    }
}

fn long_portuguese() -> Label {
    let street: String = "Avenida Engenheiro Luís Carlos Berrini, Condomínio Edifício São João Evangelista, "
        .repeat(3)
        .chars()
        .take(200)
        .collect();
    let mut label = label();
    label.carrier = "Companhia Sul-Americana de Transportes Internacionais".to_owned();
    label.service = "Expresso Internacional com Seguro".to_owned();
    label.receiver.name =
        "Associação Beneficente dos Funcionários da Construção Civil de Minas Gerais".to_owned();
    label.receiver.street = vec![street.clone()];
    label.receiver.city = "Vila Bela da Santíssima Trindade".to_owned();
    label.receiver.country = "República Democrática de São Tomé e Príncipe".to_owned();
    label.receiver.state = "Príncipe".to_owned();
    label.sender.street = vec![street];
    label.contents = "Peças de reposição para máquinas agrícolas: rolamentos, correias, filtros de óleo, \
        juntas de vedação e parafusos sortidos em aço inoxidável"
        .to_owned();
    label.reference = Some("PEDIDO-INTERNACIONAL-2026-0000417-REMESSA-03".to_owned());
    label
}

/// The minimum data of a draft.
fn bare() -> Label {
    Label {
        language: Language::En,
        sender: Party::default(),
        receiver: Party { name: "Ann Lee".to_owned(), ..Party::default() },
        reference: None,
        airport: None,
        incoterm: None,
        declared_value: None,
        contents: String::new(),
        parcel: Parcel { number: 1, of: 1, weight_g: None, size_mm: None },
        ..label()
    }
}

pub(crate) fn all() -> [Label; 4] {
    [label(), long_chinese(), long_portuguese(), bare()]
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.expect("the tests of labels need poppler-utils and zbar-tools");
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn render(labels: &[Label], fonts: &Fonts) -> Result<Vec<u8>, PaperError> {
    let mut sheets = Sheets::new(fonts);
    labels.iter().try_for_each(|label| add(&mut sheets, label))?;
    sheets.finish()
}

fn write_pdf(labels: &[Label]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let pdf = render(labels, &Fonts::load_shipped().unwrap()).unwrap();
    std::fs::write(folder.path().join("labels.pdf"), pdf).unwrap();
    folder
}

/// Rendered like a thermal printer: 203 dpi, black and white.
#[test]
fn a_scanner_reads_both_codes_of_every_label() {
    let codes = ["LX821947508BR", "EE821947508US", "RA473124829GB", "LX000000005BR"];
    let mut labels = all();
    for (label, code) in labels.iter_mut().zip(codes) {
        label.bar_code = code.to_owned();
        label.tracking_url =
            format!("https://tracking.{}.example/tracking?code={code}", "long-name".repeat(3));
    }
    let folder = write_pdf(&labels);
    run("pdftoppm", &["-r", "203", "-mono", "labels.pdf", "label"], folder.path());
    for (page, label) in labels.iter().enumerate() {
        let read = run("zbarimg", &["-q", &format!("label-{}.pbm", page + 1)], folder.path());
        let mut read: Vec<&str> = read.lines().collect();
        read.sort_unstable();
        assert_eq!(read, [format!("CODE-128:{}", label.bar_code), format!("QR-Code:{}", label.tracking_url)]);
    }
}

#[test]
fn the_page_is_four_by_six_inches_with_all_text_inside() {
    let folder = write_pdf(&all());
    let words = run("pdftotext", &["-bbox", "labels.pdf", "-"], folder.path());
    let number = |line: &str, name: &str| -> f32 {
        let value = line.split_once(&format!("{name}=\"")).unwrap().1;
        value.split_once('"').unwrap().0.parse().unwrap()
    };
    let pages: Vec<&str> = words.lines().filter(|line| line.contains("<page ")).collect();
    assert_eq!(pages.len(), 4);
    for page in pages {
        assert!(
            (number(page, "width") - 288.0).abs() < 0.01 && (number(page, "height") - 432.0).abs() < 0.01
        );
    }
    let edge = 3.0 * style::MM - 0.1;
    for word in words.lines().filter(|line| line.contains("<word ")) {
        assert!(number(word, "xMin") >= edge && number(word, "xMax") <= 288.0 - edge, "{word}");
        assert!(number(word, "yMin") >= 0.0 && number(word, "yMax") <= 432.0, "{word}");
    }
}

#[test]
fn long_texts_are_printed_completely() {
    let labels = all();
    let folder = write_pdf(&labels);
    let squeezed = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let text = run("pdftotext", &["-raw", "labels.pdf", "-"], folder.path());
    assert!(!text.contains('…'));
    for (page, label) in text.split('\u{c}').map(squeezed).zip(&labels) {
        let texts = [&label.carrier, &label.contents, &label.receiver.city, &label.bar_code_shown];
        let parties = [&label.sender, &label.receiver].into_iter();
        let addresses = parties.flat_map(|party| party.street.iter().chain(&party.also).chain([&party.name]));
        for expected in texts.into_iter().chain(addresses).chain(&label.reference) {
            assert!(page.contains(&squeezed(expected)), "{expected} is not in {page}");
        }
    }
}

/// Name, city and street in every script that we print.
const SCRIPTS: [[&str; 3]; 18] = [
    ["محمد بن عبد الله العتيبي", "الرياض", "شارع الملك فهد، مبنى ١٢"],
    ["דוד לוי", "תל אביב", "רחוב הרצל 14, דירה 3"],
    ["สมชาย ใจดี", "กรุงเทพมหานคร", "ถนนสุขุมวิท 99/1 แขวงคลองเตย"],
    ["राम कुमार श्रीवास्तव", "नई दिल्ली", "कनॉट प्लेस, ब्लॉक क"],
    ["გიორგი ბერიძე", "თბილისი", "რუსთაველის გამზირი 12"],
    ["Արմեն Պետրոսյան", "Երևան", "Մաշտոցի պողոտա 5"],
    ["አበበ ቢቂላ", "አዲስ አበባ", "ቦሌ መንገድ ፲፪"],
    ["សុខ វិចិត្រ", "ភ្នំពេញ", "មហាវិថីព្រះនរោត្តម"],
    ["রহিম উদ্দিন", "ঢাকা", "ধানমন্ডি ২৭"],
    ["રમેશ પટેલ", "અમદાવાદ", "આશ્રમ રોડ"],
    ["ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "ਅੰਮ੍ਰਿਤਸਰ", "ਮਾਲ ਰੋਡ"],
    ["ರಾಜೇಶ್ ಗೌಡ", "ಬೆಂಗಳೂರು", "ಎಂ ಜಿ ರಸ್ತೆ"],
    ["ສົມສັກ ວົງ", "ວຽງຈັນ", "ຖະໜົນລ້ານຊ້າງ"],
    ["രാജേഷ് നായർ", "കൊച്ചി", "മറൈൻ ഡ്രൈവ്"],
    ["အောင်ကျော်", "ရန်ကုန်", "ပြည်လမ်း"],
    ["නිමල් පෙරේරා", "කොළඹ", "ගාලු පාර"],
    ["முருகன்", "சென்னை", "அண்ணா சாலை"],
    ["రాజు రెడ్డి", "హైదరాబాద్", "ట్యాంక్ బండ్"],
];

fn in_script([name, city, street]: [&str; 3]) -> Label {
    let mut label = label();
    label.receiver.name = name.to_owned();
    label.receiver.city = city.to_owned();
    label.receiver.street = vec![street.to_owned()];
    label
}

#[test]
fn every_script_is_printed_shaped_and_both_codes_are_read() {
    let fonts = Fonts::load_shipped().unwrap();
    let labels = SCRIPTS.map(in_script);
    for label in &labels {
        assert_eq!(label.missing_letters(&fonts), None, "{}", label.receiver.name);
        for text in [&label.receiver.name, &label.receiver.city, &label.receiver.street[0]] {
            let shaped = fonts.shape(text, Weight::Bold);
            let boxes = shaped.glyphs.iter().filter(|glyph| glyph.glyph_id.to_u32() == 0).count();
            assert_eq!(boxes, 0, "{text}");
        }
    }
    let folder = write_pdf(&labels);
    run("pdftoppm", &["-r", "203", "-mono", "labels.pdf", "label"], folder.path());
    for (page, label) in labels.iter().enumerate() {
        let read = run("zbarimg", &["-q", &format!("label-{:02}.pbm", page + 1)], folder.path());
        assert!(read.contains(&format!("CODE-128:{}", label.bar_code)), "{}", label.receiver.name);
        assert!(read.contains(&format!("QR-Code:{}", label.tracking_url)), "{}", label.receiver.name);
    }
}

/// Letters of Arabic join, and the first one of a word is at its right end.
#[test]
fn arabic_is_joined_and_written_from_right_to_left() {
    let fonts = Fonts::load_shipped().unwrap();
    let shaped = fonts.shape("بب 12", Weight::Medium);
    let order = text::Line::whole(&shaped, 10.0).visual();
    let read: Vec<&str> =
        order.iter().map(|at| &shaped.text[shaped.glyphs[*at].text_range.clone()]).collect();
    assert_eq!(read, ["1", "2", " ", "ب", "ب"]);
    assert!(order[4] < order[3], "the first letter is not at the right end");
    let alone = fonts.shape("ب", Weight::Medium).glyphs[0].glyph_id.to_u32();
    assert!(
        shaped.glyphs[..2].iter().all(|glyph| glyph.glyph_id.to_u32() != alone),
        "the letters are not joined"
    );
}

#[test]
fn letters_without_a_font_are_named_with_the_latin_form() {
    let fonts = Fonts::load_shipped().unwrap();
    let mut label = in_script(["བཀྲ་ཤིས Tashi", "Lhasa", "Barkhor 1"]);
    let missing = label.missing_letters(&fonts).unwrap();
    assert!(missing.letters.contains('བ') && !missing.letters.contains('T'), "{missing:?}");
    assert_eq!(missing.latin.len(), 1);
    assert!(missing.latin[0].is_ascii() && missing.latin[0].ends_with("Tashi"), "{missing:?}");
    label = label.in_latin(&fonts);
    assert_eq!(
        (label.missing_letters(&fonts), label.receiver.name.as_str()),
        (None, missing.latin[0].as_str())
    );
    assert_eq!(label.receiver.city, "Lhasa");
}

#[test]
fn emoji_are_dropped() {
    let fonts = Fonts::load_shipped().unwrap();
    let label = in_script(["Ana 👩🏽‍🚀 Silva ❤️🇧🇷", "São Paulo 🎁", "Rua 1️⃣"]);
    assert_eq!(label.missing_letters(&fonts), None);
    let folder = write_pdf(&[label]);
    let text = run("pdftotext", &["-raw", "labels.pdf", "-"], folder.path());
    assert!(text.contains("Ana") && text.contains("Silva") && text.contains("Rua 1"), "{text}");
    assert!(!text.contains('👩') && !text.contains('🎁'), "{text}");
}

#[test]
fn an_unprintable_code_is_an_error() {
    let fonts = Fonts::load_shipped().unwrap();
    for wrong in ["", "LX82194750８BR"] {
        let label = Label { bar_code: wrong.to_owned(), ..label() };
        assert!(matches!(render(&[label], &fonts), Err(PaperError::Code(_))));
    }
}
