//! Published tariffs of carriers, as they are: their prices, zones and places in few steps.

use rust_decimal::Decimal;
use serde_json::{Value, json};
use trade::countries::by_alpha2;

use super::{brazil, id, import_as, read_again, sheet, table};
use crate::support::{ATLANTICO, Person, TestApp};

/// Steps for a table: each file that is chosen, each decision about it, and each "apply".
const MOST_STEPS: usize = 6;

/// The decision of a person about a file that was read.
#[derive(Clone, Copy)]
enum Decision {
    Nothing,
    /// Several columns name zones.
    ZoneColumn(i32),
    /// The zones are named after countries.
    ProposedCountries,
    /// The table has one zone.
    Country(&'static str),
}
use Decision::{Country, Nothing, ProposedCountries, ZoneColumn};

impl Decision {
    fn about(self, read: &Value) -> Option<Value> {
        let proposed = read["named_zones"].as_array().unwrap();
        let countries: Vec<Value> = match self {
            Nothing => return None,
            ZoneColumn(number) => return Some(json!({ "parts": [{ "number": number, "role": "zone" }] })),
            ProposedCountries => proposed
                .iter()
                .map(|zone| json!({ "zone": zone["zone"], "country_id": zone["country_ids"][0] }))
                .collect(),
            Country(alpha2) => {
                vec![json!({ "zone": proposed[0]["zone"], "country_id": by_alpha2(alpha2).unwrap() })]
            }
        };
        Some(json!({ "countries": countries }))
    }
}

struct Tariff {
    code: &'static str,
    currency: &'static str,
    unit: &'static str,
    /// In the order in which they are chosen.
    files: &'static [(&'static str, Decision)],
    cells: usize,
}

const US_ZONES: &str = "us-export-country-zones-2026.csv";
const JAPAN_ZONES: &str = "japanpost-zones.csv";

const TARIFFS: [Tariff; 7] = [
    Tariff {
        code: "DHL",
        currency: "USD",
        unit: "lb",
        files: &[
            ("dhl-us-export-2026.csv", Nothing),
            ("dhl-us-export-2026-per-lb.csv", Nothing),
            (US_ZONES, Nothing),
        ],
        cells: 2_156,
    },
    Tariff {
        code: "EMS",
        currency: "JPY",
        unit: "g",
        files: &[(JAPAN_ZONES, Nothing), ("japanpost-ems.csv", Nothing)],
        cells: 210,
    },
    Tariff {
        code: "AIR",
        currency: "JPY",
        unit: "g",
        files: &[("japanpost-parcel-air.csv", Nothing), (JAPAN_ZONES, Nothing)],
        cells: 150,
    },
    Tariff {
        code: "PMI",
        currency: "USD",
        unit: "lb",
        files: &[("usps-pmi-2026-07-12.csv", Nothing), (US_ZONES, ZoneColumn(3))],
        cells: 1_342,
    },
    Tariff {
        code: "FCPIS",
        currency: "USD",
        unit: "oz",
        files: &[("usps-fcpis-2026-07-12.csv", Nothing), (US_ZONES, ZoneColumn(5))],
        cells: 100,
    },
    Tariff {
        code: "COLISSIMO",
        currency: "EUR",
        unit: "g",
        files: &[("colissimo-international-2026-01-01.csv", ProposedCountries)],
        cells: 48,
    },
    Tariff {
        code: "FRANCE",
        currency: "EUR",
        unit: "g",
        files: &[("colissimo-home-france-2026-01-01.csv", Country("FR"))],
        cells: 33,
    },
];

/// The page of a draft, which counts what is done on it.
struct Screen<'a> {
    person: &'a Person,
    draft: Value,
    steps: usize,
}

impl<'a> Screen<'a> {
    async fn open(person: &'a Person, tariff: &Tariff, ending: &str) -> Self {
        let size_unit = if matches!(tariff.unit, "lb" | "oz") { "in" } else { "cm" };
        let form = json!({
            "code": format!("{}-{ending}", tariff.code), "title": tariff.code, "kind": "cost",
            "currency": tariff.currency, "weight_unit": tariff.unit, "size_unit": size_unit,
        });
        let (_, draft) = table(person, form).await;
        Self { person, draft, steps: 0 }
    }

    async fn send(&mut self, file: (&str, &[u8]), dry_run: bool, reading: &Value) -> Value {
        self.steps += 1;
        import_as(self.person, &self.draft, file, dry_run, reading).await.data()
    }

    /// Chooses a file, says what it cannot say itself, and applies it.
    async fn take(&mut self, file: (&str, &[u8]), decision: Decision) {
        let undecided = json!({});
        let read = self.send(file, true, &undecided).await;
        let reading = decision.about(&read);
        if let Some(reading) = &reading {
            let tried = self.send(file, true, reading).await;
            assert_eq!(tried["errors"], 0, "{}: {tried}", file.0);
        }
        let taken = self.send(file, false, reading.as_ref().unwrap_or(&undecided)).await;
        assert_eq!((&taken["taken"], &taken["errors"]), (&json!(true), &json!(0)), "{}", file.0);
        self.draft = read_again(self.person, &self.draft).await;
    }

    async fn grid(&self) -> Value {
        self.person.get(&format!("/api/price_table_versions/{}/grid", id(&self.draft))).await.data()
    }
}

/// The same rows in a workbook, whose numbers are numbers.
fn workbook(text: &[u8]) -> Vec<u8> {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    for (row, record) in (0..).zip(reader.records()) {
        let record = record.unwrap();
        for (column, text) in (0..).zip(record.iter()) {
            if let Ok(number) = text.parse::<f64>() {
                sheet.write_number(row, column, number).unwrap();
            } else {
                sheet.write_string(row, column, text).unwrap();
            }
        }
    }
    book.save_to_buffer().unwrap()
}

/// The zones with the countries of their places.
fn zones(grid: &Value) -> Vec<(&str, Vec<i64>)> {
    let country = |place: &Value| place["country_id"].as_i64().unwrap();
    let countries = |zone: &Value| zone["places"].as_array().unwrap().iter().map(country).collect();
    let all = grid["zones"].as_array().unwrap().iter();
    all.map(|zone| (zone["code"].as_str().unwrap(), countries(zone))).collect()
}

/// The zone, the end of the band and the amount of each price: 8.5 is 8.50.
fn prices(grid: &Value) -> Vec<(&str, Decimal, Decimal)> {
    let number = |value: &Value| value.as_str().unwrap().parse::<Decimal>().unwrap().normalize();
    let all = grid["cells"].as_array().unwrap().iter();
    all.map(|cell| (cell["zone"].as_str().unwrap(), number(&cell["up_to"]), number(&cell["amount"])))
        .collect()
}

#[tokio::test]
async fn published_tariffs_come_in_with_their_places_in_at_most_six_steps_for_a_table() {
    let app = TestApp::start().await;
    // Two people, because one may read a limited number of files in a minute.
    let (admin, dev) = (app.admin(ATLANTICO).await, app.signed_in(ATLANTICO, "dev").await);
    for tariff in TARIFFS {
        let mut grids = Vec::new();
        for (person, ending) in [(&admin, "csv"), (&dev, "xlsx")] {
            let mut screen = Screen::open(person, &tariff, ending).await;
            for (file, decision) in tariff.files {
                let text = sheet(file);
                let bytes = if ending == "csv" { text } else { workbook(&text) };
                let name = file.replace("csv", ending);
                screen.take((&name, &bytes), *decision).await;
            }
            let steps = screen.steps;
            assert!(steps <= MOST_STEPS, "{} as {ending}: {steps} steps", tariff.code);
            grids.push(screen.grid().await);
        }
        let (text, book) = (&grids[0], &grids[1]);
        assert_eq!(prices(text).len(), tariff.cells, "{}", tariff.code);
        assert!(prices(text) == prices(book), "{}: a workbook has the prices of a text", tariff.code);
        let placed = zones(text);
        let without = placed.iter().find(|(_, countries)| countries.is_empty());
        assert_eq!(without, None, "{}: each zone has its places", tariff.code);
        assert_eq!(placed, zones(book), "{}: a workbook has the places of a text", tariff.code);
    }
}

#[tokio::test]
async fn a_number_cell_of_a_workbook_has_no_thousands_sign() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let form = json!({
        "code": "PER-KG", "title": "Per kilogram", "kind": "sell", "currency": "USD", "weight_unit": "kg",
        "size_unit": "cm",
    });
    let (table, draft) = table(&admin, form).await;
    let rates =
        b"Weight up to kg,Zone A per kg,Zone B per kg\n45,4.125,5.375\n100,3.875,4.625\n300,3.125,4.115\n";
    let file = ("rates.xlsx", &workbook(rates)[..]);
    let read = import_as(&admin, &draft, file, true, &json!({})).await.data();
    assert_eq!((&read["errors"], &read["read"]), (&json!(0), &json!(6)), "{read}");
    let zone = &read["reading"]["parts"][1]["zone"];
    let brazil_is_near = json!({ "countries": [{ "zone": zone, "country_id": 32 }] });
    import_as(&admin, &draft, file, false, &brazil_is_near).await.data();
    let mut shipment = brazil("120");
    shipment["parcels"][0]["weight_unit"] = json!("kg");
    shipment["insured_value"] = Value::Null;
    shipment["version_id"] = draft["id"].clone();
    let simulated = admin.post(&format!("/api/price_tables/{}/simulate", id(&table)), shipment).await.data();
    let total: Decimal = simulated["total"]["amount"].as_str().unwrap().parse().unwrap();
    assert_eq!(total, Decimal::from(375), "{simulated}");
}
