use super::*;
use server_core::http::messages::Language;

fn assert_split(text: &str, shown: &str, folded: &str) {
    let reply = split(text, &KnownThread::default());
    assert_eq!((reply.shown.as_str(), reply.folded.as_str()), (shown, folded), "{text}");
}

#[test]
fn what_an_introduction_begins_is_folded_in_every_language() {
    for introduction in [
        "On Mon, 23 Nov 2026 at 10:12, Atlântico Express <help@atlantico.test> wrote:",
        "On Mon, 23 Nov 2026 at 10:12, Atlântico Express with a long name <\nhelp@atlantico.test> wrote:",
        "Em seg., 23 de nov. de 2026 às 10:12, Atlântico Express <\nhelp@atlantico.test> escreveu:",
        "El lun, 23 nov 2026 a las 10:12, Atlántico (<help@atlantico.test>) escribió:",
        "Atlântico Express <help@atlantico.test> 于2026年11月23日周一 10:12写道：",
        "在 2026年11月23日，10:12，Atlântico Express <help@atlantico.test> 写道：",
        "Le lun. 23 nov. 2026 à 10:12, Atlântico <help@atlantico.test> a écrit :",
        "Am Mo., 23. Nov. 2026 um 10:12 Uhr schrieb Atlântico <help@atlantico.test>:",
        "2026-11-23 10:12 GMT-03:00 Atlântico Express <help@atlantico.test>:",
    ] {
        let rest = format!("{introduction}\n\n> Which address?\n> Ana");
        assert_split(&format!("Rua Azul, 12\n\n{rest}"), "Rua Azul, 12", &rest);
    }
}

#[test]
fn an_introduction_may_be_broken_inside_its_date_or_stand_between_dashes() {
    for introduction in [
        "On Monday, November 23,\n2026, Ana Lima <ana@a.test> wrote:",
        "El lunes, 23 de noviembre\nde 2026, Ana Lima <ana@a.test> escribió:",
        "På mandag 23. november 2026\nkl. 10:12:33, skrev Ana Lima <ana@a.test>:",
        "---- On Mon, 23 Nov 2026 10:12:36 +0530 Ana Lima\n<ana@a.test> wrote ----",
        "----Ana Lima wrote----",
        "From: Ana Lima <ana@a.test>",
        "On 23 November 2026 at 10:12\u{202f}AM, Ana Lima wrote:\u{200b}",
        "Le 23/11/2026 à 10:12, Ana Lima a écrit\u{a0}:",
    ] {
        let quoted = format!("{introduction}\n\n> Which address?\n> Ana");
        assert_split(&format!("Rua Azul, 12\nObrigado\n\n{quoted}"), "Rua Azul, 12\nObrigado", &quoted);
        assert_split(&format!("{quoted}\n\nRua Azul, 12"), "Rua Azul, 12", &quoted);
    }
}

#[test]
fn a_header_with_the_subject_of_a_reply_is_folded_without_an_address() {
    let rest = "发件人：Ana Lima\n日期：2026年11月23日 10:12\n收件人：Bob\n主题：Re: Box\n\n哪个地址？";
    assert_split(&format!("地址是蓝街12号\n\n{rest}"), "地址是蓝街12号", rest);
    let form = "De: Campinas\nPara: Miami\nAssunto: cotação 8 kg\nData: 03/12\n\nPodem coletar?";
    assert_split(form, form, "");
}

#[test]
fn an_earlier_email_below_its_header_is_folded() {
    for rest in [
        "-----Original Message-----\nFrom: Ana\nTo: Bob\n\nWhich address?",
        "-------- Mensagem original --------\nDe: Ana\n\nQual endereço?",
        "________________________________\nDe: Ana <ana@a.test>\nEnviado: segunda-feira\nPara: Bob\nAssunto: RE\n\nQual?",
        "De: Ana\nEnviado el: lunes\nPara: Bob\nAsunto: RE\n\n¿Qué dirección?",
        "发件人: Ana\n发送时间: 2026年11月23日\n收件人: Bob\n主题: 回复\n\n哪个地址？",
        "*From:* Ana\n*Sent:* Monday\n*To:* Bob\n\nWhich?",
        "Od: Ana <ana@a.test>\nOdesláno: pondělí\nKomu: Bob\nPředmět: RE\n\nNa jakou adresu?",
        "Від: Ana <ana@a.test>\nНадіслано: понеділок\nКому: Bob\nТема: RE\n\nЯка адреса?",
        "寄件者: Ana <ana@a.test>\n寄件日期: 2026年11月23日\n收件者: Bob\n主旨: 回覆\n\n哪個地址？",
    ] {
        assert_split(&format!("Rua Azul, 12\n\n{rest}"), "Rua Azul, 12", rest);
    }
}

#[test]
fn signatures_are_folded() {
    for signature in [
        "--\nAna Lima\nAtlântico",
        "Sent from my iPhone",
        "Enviado do meu iPhone",
        "Enviado desde mi Samsung",
        "发自我的 iPhone",
        "Get Outlook for iOS",
        "Sent from my Verizon, Samsung Galaxy smartphone",
        "Sent via the Samsung Galaxy S20, an AT&T 5G smartphone",
        "Pobierz aplikację Outlook dla systemu iOS",
        "发送自 Windows 版邮件",
        "发自 Outlook for iOS",
        "自我的 iPhone 傳送",
        "Gesendet mit der GMX Mail App",
    ] {
        assert_split(&format!("Obrigada!\n\n{signature}"), "Obrigada!", signature);
    }
}

#[test]
fn answers_between_quoted_lines_keep_the_questions() {
    let answers = "> Which address?\nRua Azul, 12\n> Which phone?\n+55 11 98765-4321";
    let introduction = "On Mon, 23 Nov 2026 at 10:12, Ana <ana@a.test> wrote:";
    assert_split(&format!("{introduction}\n{answers}"), answers, introduction);
}

#[test]
fn sentences_stay() {
    for text in [
        "From my side all is well: yes.\nTo: be decided",
        "On 3 days I wrote to you:\nno answer",
        "Sent from my office is not true.",
        "The tax -- 60 % -- is high",
        "Prices:\n1. 20 USD\n2. 30 USD",
        "请注意：\n从我的仓库取件，谢谢",
        "请注意：\n由我的同事取件",
        "Prices:\n--\n20 USD\n--\n30 USD\n--\n40 USD\n\nWhich one?",
    ] {
        assert_split(text, text, "");
    }
}

#[test]
fn a_reply_of_quoted_lines_alone_is_shown() {
    assert_split("> Which address?\n> Ana", "> Which address?\n> Ana", "");
    assert_split("", "", "");
    let forwarded = "---------- Forwarded message ---------\nFrom: Ana\nSubject: Box\nTo: Bob";
    assert_split(&format!("{forwarded}\n\nIt is broken."), "It is broken.", forwarded);
}

#[test]
fn a_single_last_line_that_nobody_has_written_is_no_quotation() {
    let text = "Two boxes, please quote:\n\n> 30 kg each";
    assert_split(text, text, "");
    let signed = "Two boxes, please quote:\n\n> 30 kg each\n\n--\nAna";
    assert_split(signed, "Two boxes, please quote:\n\n> 30 kg each", "--\nAna");
    let known = KnownThread::new(["help@a.test"], [], ["How much do they weigh?"]);
    let reply = split("30 kg each\n\n> How much do they weigh?", &known);
    assert_eq!((reply.shown.as_str(), reply.folded.as_str()), ("30 kg each", "> How much do they weigh?"));
    assert_split("30 kg each\n\n> How much\n> do they weigh?", "30 kg each", "> How much\n> do they weigh?");
}

#[test]
fn a_forwarded_email_of_another_conversation_stays_and_one_of_the_thread_is_folded() {
    let known = KnownThread::new(["help@pacific.test", "ana@client.test"], ["Lost box"], []);
    let others =
        "From: Customs <agent@customs.test>\nSent: Monday\nTo: Rui <rui@shop.test>\nSubject: FW: Hold 77";
    for header in [
        others.to_owned(),
        format!("---------- Forwarded message ---------\n{others}"),
        format!("________________________________\n{others}"),
        "Início da mensagem encaminhada:\n\nDe: Alfândega <agente@customs.test>\nPara: Rui <rui@shop.test>\nAssunto: Retenção"
            .to_owned(),
    ] {
        let text = format!("See what they say:\n\n{header}\n\nThe goods are held.\n> as you know\n\n--\nAgent");
        let reply = split(&text, &known);
        assert_eq!((reply.shown.as_str(), reply.folded.as_str()), (text.as_str(), ""), "{header}");
    }
    for header in [
        "From: Pacific <help@pacific.test>\nSent: Monday\nTo: Rui <rui@shop.test>\nSubject: Hold",
        "From: Rui <rui@shop.test>\nSent: Monday\nTo: Ana <ana@client.test>\nSubject: Hold",
        "From: Rui <rui@shop.test>\nSent: Monday\nTo: Eva <eva@shop.test>\nSubject: RE: Lost box",
        "From: Rui\nSent: Monday\nTo: Eva\nSubject: RE: Hold",
    ] {
        let rest = format!("{header}\n\nWhich address?");
        let reply = split(&format!("Rua Azul, 12\n\n{rest}"), &known);
        assert_eq!(
            (reply.shown.as_str(), reply.folded.as_str()),
            ("Rua Azul, 12", rest.as_str()),
            "{header}"
        );
    }
}

proptest::proptest! {
    #[test]
    fn no_word_is_lost(lines in proptest::collection::vec("(> |On 1 May 2026, A <a@b.c> wrote:|--|From: x|)[a-z ]{0,9}", 0..12)) {
        let text = lines.join("\n");
        let reply = split(&text, &KnownThread::default());
        let mut both: Vec<&str> = reply.shown.split_whitespace().chain(reply.folded.split_whitespace()).collect();
        let mut all: Vec<&str> = text.split_whitespace().collect();
        both.sort_unstable();
        all.sort_unstable();
        proptest::prop_assert_eq!(both, all);
    }
}

#[test]
fn everything_below_the_mark_of_our_emails_is_folded_with_or_without_its_hidden_part() {
    for language in Language::ALL {
        let line = mark::line(language);
        for mark in
            [line.clone(), line.replace(mark::HIDDEN, ""), format!("{} and a broken line", mark::HIDDEN)]
        {
            let rest = format!(
                "Pacific, 23/11, 10:12, wrote:\n\n{mark}\n\nHello Ana,\n\nAt customs.\nOpen the ticket"
            );
            assert_split(&format!("Rua Azul, 12\n\n{rest}"), "Rua Azul, 12", &rest);
        }
    }
}

#[test]
fn a_reply_below_the_mark_is_shown_and_the_known_text_folded() {
    let known = KnownThread::new([], [], ["The box waits at customs in Santos."]);
    let quoted = format!("{}\n\nThe box waits at customs in Santos.", mark::line(Language::En));
    let reply = split(&format!("{quoted}\n\nPlease send it back."), &known);
    assert_eq!((reply.shown.as_str(), reply.folded), ("Please send it back.", quoted));
}

#[test]
fn a_form_that_only_looks_like_a_header_stays() {
    for text in [
        "Hello,\n\nplease quote this for us:\n\nFrom: Shenzhen\nTo: Long Beach\nDate: 3 December\nWeight: 12.5 kg, 2 boxes\n\nDo you also insure it?",
        "favor cotar:\nDe: Campinas\nPara: Miami\nData: 03/12\nPeso: 8 kg\n\nPodem coletar amanhã às 9h?",
        "Pickup:\nFrom: Ana (ana@a.test)\nTo: Bob (bob@b.test)\nDate: 3 December\n\nPlease confirm.",
        "Collect:\nFrom: Ana, client@pacific.test\nTo: Miami\nDate: 3 December\nWeight: 8 kg\n\nThanks",
    ] {
        let known = KnownThread::new(["client@pacific.test"], ["Quote"], []);
        let reply = split(text, &known);
        assert_eq!((reply.shown.as_str(), reply.folded.as_str()), (text, ""));
    }
}

#[test]
fn a_header_that_names_an_address_or_the_subject_of_the_ticket_is_folded() {
    let known = KnownThread::new(["help@pacific.test"], ["Lost box"], []);
    for header in [
        "From: Pacific (help@pacific.test)\nDate: 23 November\nTo: Ana",
        "From: Pacific\nDate: 23 November\nSubject: RE: [#12] Lost box (PP000002593US)",
        "De: Pacific\n\nData: 23/11\n\nAssunto: Lost box",
    ] {
        let text = format!("Rua Azul, 12\n\n{header}\n\nWhich address?");
        let reply = split(&text, &known);
        assert_eq!(reply.shown, "Rua Azul, 12", "{text}");
    }
}

#[test]
fn what_somebody_else_wrote_or_sent_is_no_quotation() {
    for text in [
        "Hello,\n\nOn 12/11 at 10:30 the driver wrote to the receiver:\nnobody at home, parcel goes to the depot.\n\nCan you deliver it again on Friday?",
        "Here is it.\n\nSent via DHL Express",
        "Here is it.\n\nSent from Shenzhen on Monday",
        "Here is it.\n\nSent by phone yesterday",
        "Please call me\nfrom my mobile 555-0100",
        "Here is it.\n\nSent from my warehouse in Campinas",
        "Sizes:\n| 10 | 20 |\n| 30 | 40 |",
    ] {
        assert_split(text, text, "");
    }
}

#[test]
fn an_introduction_does_not_take_the_line_above_it() {
    let rest = "Le 4 janv. 2026 19:03, \"Neil Lalonde\"\n<info@example.com>\na écrit :\n\n> Bonjour";
    assert_split(&format!("C'est super !\n{rest}"), "C'est super !", rest);
    let rest = "ana@a.test <ana@a.test> wrote:\n> Hello";
    assert_split(&format!("Thanks\n{rest}"), "Thanks", rest);
}

#[test]
fn a_large_email_is_separated_quickly() {
    let text = "To: x\nDate: y\nOn 23 November 2026 he wrote\n".repeat(5_000);
    let known = KnownThread::new(["a@b.test"], ["Subject"], [text.as_str()]);
    let begun = std::time::Instant::now();
    let reply = split(&text, &known);
    assert_eq!(reply.shown.lines().count() + reply.folded.lines().count(), 15_000);
    assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn a_known_end_that_may_be_chance_stays() {
    let sentence = "The box waits at customs, and the duty is 35 USD.";
    let known = KnownThread::new([], [], [sentence]);
    let text = format!("Second\n\n{sentence}");
    let reply = split(&text, &known);
    assert_eq!((reply.shown.as_str(), reply.folded.as_str()), (text.as_str(), ""));
}
