//! The layout of the label.

use super::{Label, NonDelivery};
use crate::area::Area;
use crate::canvas::Canvas;
use crate::captions::{Words, label as captions};
use crate::code::Code;
use crate::error::PaperError;
use crate::fonts::Weight::{Bold, Medium};
use crate::layout::Symbol;
use crate::party::{Party, join_parts};
use crate::style::{Align, Ink, Style};
use crate::text::Paragraph;
use trade::figures;

pub const WIDTH: f32 = 101.6;
pub const HEIGHT: f32 = 152.4;

/// In millimetres. Printers leave up to 2 mm at the edge unprinted.
const MARGIN: f32 = 3.0;
const THICK: f32 = 0.75;
const THIN: f32 = 0.25;
const PAD: f32 = 1.75;
/// Width of the column with the service and the dates, in millimetres.
const SIDE: f32 = 34.0;
const WIDEST_MARK: f32 = 24.0;

const CAPTION: Style = Style::new(Medium, 4.0, 6.0);

pub fn draw(canvas: &mut Canvas, label: &Label) -> Result<(), PaperError> {
    let mut rest = Area { x: 0.0, y: 0.0, w: WIDTH, h: HEIGHT }.inset(MARGIN, MARGIN);
    header(canvas, rest.cut_top(12.0), label);
    rule(canvas, &mut rest);
    sender(canvas, rest.cut_top(19.5), label);
    rule(canvas, &mut rest);
    receiver(canvas, rest.cut_top(38.0), label);
    routing(canvas, rest.cut_top(15.5), label);
    bars(canvas, rest.cut_top(30.0), label)?;
    rule(canvas, &mut rest);
    particulars(canvas, rest, label)
}

/// The company with its logo on the left, the service in white on black on the right.
fn header(canvas: &mut Canvas, mut area: Area, label: &Label) {
    let service = area.cut_right(SIDE);
    canvas.fill(Area { h: service.h + THICK, ..service });
    canvas.ink(Ink::White);
    let style = Style::new(Bold, 7.0, 20.0).align(Align::Center).middle();
    canvas.text(&label.service.to_uppercase(), service.inset(PAD, 1.0), style);
    canvas.ink(Ink::Black);
    area.cut_right(PAD);
    if let Some(mark) = &label.mark {
        let mut room = area.cut_left((area.h * mark.proportion()).min(WIDEST_MARK));
        room.cut_bottom(1.0);
        canvas.mark(mark, room);
        area.cut_left(PAD);
    }
    canvas.text(&label.carrier, area.inset(0.0, 0.5), Style::new(Bold, 8.0, 24.0).middle());
}

fn sender(canvas: &mut Canvas, mut area: Area, label: &Label) {
    let mut dates = area.cut_right(SIDE);
    canvas.fill(Area { w: THIN, ..dates });
    if label.is_reprint {
        let mut mark = dates.cut_bottom(5.0);
        mark.cut_left(THIN);
        canvas.fill(mark);
        canvas.ink(Ink::White);
        let style = Style::new(Bold, 6.0, 10.0).align(Align::Center).middle().capitals();
        canvas.text(
            &captions::REPRINT.in_language(label.language).to_uppercase(),
            mark.inset(PAD, 0.5),
            style,
        );
        canvas.ink(Ink::Black);
    }
    dates.cut_left(PAD);
    let date = figures::date(label.date, label.language, label.habits);
    draw_captioned(canvas, dates.cut_top(dates.h / 2.0), captions::DATE.in_language(label.language), &date);
    if let Some(reference) = &label.reference {
        draw_captioned(canvas, dates, captions::REFERENCE.in_language(label.language), reference);
    }

    area.cut_right(PAD);
    area.cut_top(0.75);
    canvas.text(&captions::FROM.in_language(label.language).to_uppercase(), area.cut_top(3.0), CAPTION);
    let sender = &label.sender;
    let mut lines = address(canvas, sender, 1.0);
    for line in
        [join_parts(&[&sender.locality(), &sender.country], ", "), join_parts(&contact(sender), " · ")]
    {
        lines.push(Paragraph::new(canvas.fonts, &line, Medium, 1.0));
    }
    canvas.paragraphs(&lines, area, Style::new(Medium, 4.0, 8.5));
}

fn receiver(canvas: &mut Canvas, mut area: Area, label: &Label) {
    let receiver = &label.receiver;
    area.cut_top(0.75);
    canvas.text(
        &captions::TO.in_language(label.language).to_uppercase(),
        area.cut_top(3.5),
        Style::new(Bold, 5.0, 8.0),
    );
    let mut country = area.cut_bottom(9.0);
    let city_height = 7.0;
    let lines = address(canvas, receiver, 1.25);
    let street = Area { h: area.h - city_height, ..area };
    // The city follows the street, whatever the number of lines.
    area.cut_top(canvas.paragraphs(&lines, street, Style::new(Medium, 4.5, 11.5)).min(street.h));
    canvas.text(&receiver.locality(), area.cut_top(city_height), Style::new(Bold, 6.0, 15.0).middle());

    let contact = contact(receiver).map(|line| Paragraph::new(canvas.fonts, line, Medium, 1.0));
    let style = Style::new(Medium, 4.5, 8.5).align(Align::Right).middle();
    canvas.paragraphs(&contact, country.cut_right(SIDE), style);
    country.cut_right(PAD);
    canvas.text(&destination(receiver).to_uppercase(), country, Style::new(Bold, 8.0, 22.0).middle());
}

/// The country in the language of the label and in English, for carriers on both sides.
fn destination(receiver: &Party) -> String {
    let english = &receiver.country_english;
    let is_same = english.eq_ignore_ascii_case(&receiver.country);
    join_parts(&[&receiver.country, if is_same { "" } else { english }], " / ")
}

/// The fields for sorting, readable from a distance: white on black, side by side.
fn routing(canvas: &mut Canvas, area: Area, label: &Label) {
    canvas.fill(area);
    canvas.ink(Ink::White);
    let shown = |words: Words| words.in_language(label.language);
    let parcel = format!("{}/{}", label.parcel.number, label.parcel.of);
    let fields = [
        (shown(captions::COUNTRY), label.receiver.country_code.as_str()),
        (shown(captions::STATE), state_code(&label.receiver)),
        (shown(captions::AIRPORT), label.airport.as_deref().unwrap_or_default()),
        (shown(captions::PARCEL), parcel.as_str()),
    ];
    let filled: Vec<_> = fields.into_iter().filter(|(_, value)| !value.is_empty()).collect();
    let mut rest = area;
    let width = area.w / filled.len() as f32;
    for (index, (caption, value)) in filled.into_iter().enumerate() {
        let field = rest.cut_left(width);
        if index > 0 {
            canvas.fill(Area { w: THIN, ..field }.inset(0.0, 2.0));
        }
        let mut inside = field.inset(PAD, 1.0);
        canvas.text(&caption.to_uppercase(), inside.cut_top(3.0), CAPTION.align(Align::Center));
        inside.cut_top(0.5);
        let style = Style::new(Bold, 8.0, 31.0).align(Align::Center).middle().capitals();
        canvas.text(&value.to_uppercase(), inside, style);
    }
    canvas.ink(Ink::Black);
}

/// The bar code, as wide as whole printer dots allow, with ten white modules on each side.
fn bars(canvas: &mut Canvas, mut area: Area, label: &Label) -> Result<(), PaperError> {
    area.cut_top(2.5);
    let shown = area.cut_bottom(7.5);
    canvas.code(&Code::new(Symbol::Bars, &label.bar_code)?, area);
    let style = Style::new(Bold, 8.0, 18.0).align(Align::Center).middle().capitals();
    canvas.text(&label.bar_code_shown, shown, style);
    Ok(())
}

fn particulars(canvas: &mut Canvas, mut area: Area, label: &Label) -> Result<(), PaperError> {
    let mut scan = area.cut_right(area.h);
    canvas.fill(Area { w: THIN, ..scan });
    let caption = scan.cut_bottom(3.0);
    canvas.text(captions::TRACK.in_language(label.language), caption, CAPTION.align(Align::Center));
    canvas.code(&Code::new(Symbol::Qr, &label.tracking_url)?, scan);

    area.cut_right(PAD);
    let parcel = &label.parcel;
    let (weight_unit, size_unit) = (label.habits.weight_unit, label.habits.size_unit);
    let shown = |words: Words| words.in_language(label.language);
    let fields = [
        (
            shown(captions::WEIGHT),
            parcel.weight_g.map(|grams| figures::weight(grams, weight_unit, label.language)),
        ),
        (shown(captions::SIZE), parcel.size_mm.map(|size| figures::size(size, size_unit, label.language))),
        (
            shown(captions::VALUE),
            label.declared_value.as_ref().map(|value| figures::money(value, label.language)),
        ),
        (shown(captions::TERMS), label.incoterm.clone()),
    ];
    let known: Vec<_> =
        fields.into_iter().filter_map(|(caption, value)| value.map(|value| (caption, value))).collect();
    for pair in known.chunks(2) {
        let mut line = area.cut_top(6.75);
        let halves = [line.cut_left(line.w * 0.4), line];
        for (half, (caption, value)) in halves.into_iter().zip(pair) {
            draw_captioned(canvas, half, caption, value);
        }
    }
    let non_delivery = area.cut_bottom(6.5);
    draw_captioned(canvas, area, shown(captions::CONTENTS), &label.contents);
    draw_captioned(canvas, non_delivery, shown(captions::UNDELIVERABLE), non_delivery_text(label));
    Ok(())
}

fn non_delivery_text(label: &Label) -> &'static str {
    let words = match label.non_delivery {
        NonDelivery::Return => captions::RETURN_TO_SENDER,
        NonDelivery::Abandon => captions::ABANDON,
        NonDelivery::Redirect => captions::REDIRECT,
    };
    words.in_language(label.language)
}

/// A small caption with its value below. An empty text is printed as a dash.
fn draw_captioned(canvas: &mut Canvas, mut area: Area, caption: &str, value: &str) {
    area.cut_top(0.75);
    area.cut_right(1.0);
    canvas.text(&caption.to_uppercase(), area.cut_top(2.5), CAPTION);
    let value = if value.is_empty() { "–" } else { value };
    canvas.text(value, area, Style::new(Bold, 4.5, 9.0));
}

fn rule(canvas: &mut Canvas, rest: &mut Area) {
    canvas.fill(rest.cut_top(THICK));
}

/// The name, and the street below it.
fn address(canvas: &Canvas, party: &Party, name_scale: f32) -> Vec<Paragraph> {
    let mut lines = vec![Paragraph::new(canvas.fonts, &party.name, Bold, name_scale)];
    let below = party.also.iter().chain(&party.street);
    lines.extend(below.map(|line| Paragraph::new(canvas.fonts, line, Medium, 1.0)));
    lines
}

/// Only a short state code is printed with the postcode; a full name is part of the address.
fn state_code(party: &Party) -> &str {
    if party.state.chars().count() <= 3 { &party.state } else { "" }
}

fn contact(party: &Party) -> [&str; 2] {
    [&party.phone, &party.document].map(|line| line.as_deref().unwrap_or_default())
}
