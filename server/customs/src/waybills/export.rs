//! Export of the list of waybills to a spreadsheet, as a background process.

use std::collections::HashMap;
use std::fs::File;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::charges::{WaybillTotals, calculate_totals};
use super::model::Waybill;
use super::store::WAYBILLS;
use access::scope::RowScope;
use server_core::http::messages::Params;
use server_core::process::{Outcome, OutputFile, Process, ProcessCx, ProcessError, Retry, Stage};
use server_core::record::Where;
use sheets::export::{Cell, ExportFormat, Table};
use trade::money;
use trade::wire_name;

/// Rows read at a time.
const CHUNK: usize = 1_000;

wire_name! {
    /// A column of an export of waybills. Weights are in kilograms.
    WaybillColumn {
        Number = "number",
        Status = "status",
        Airline = "provider_name",
        Origin = "origin_airport",
        Destination = "destination_airport",
        Flights = "flights",
        Departure = "departs_on",
        Bags = "bags",
        LooseShipments = "loose_shipments",
        Pieces = "pieces",
        GrossWeight = "gross_weight",
        ChargeableWeight = "chargeable_weight",
        Currency = "currency",
        WeightCharge = "weight_charge",
        DueAgent = "due_agent",
        DueCarrier = "due_carrier",
        Total = "total",
        CustomsReference = "customs_reference",
        Revision = "revision",
        Issued = "issued_at",
        Created = "created_at",
    }
}

/// Writes these waybills into one file, in their order.
#[derive(Serialize, Deserialize)]
pub struct ExportWaybills {
    pub ids: Vec<Uuid>,
    pub columns: Vec<(WaybillColumn, String)>,
    /// Texts of states, by code.
    pub texts: HashMap<String, String>,
    pub format: ExportFormat,
    pub time_zone: String,
}

impl Process for ExportWaybills {
    const KIND: &'static str = "mawbs.export";

    fn title(&self) -> Params {
        Params::from([("count", self.ids.len().into()), ("format", self.format.as_str().into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::Mawb, Action::Export, &RowScope::All)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let file = match cx.saved_state()? {
            Some(file) => file,
            None => self.export(&cx).await?,
        };
        file.into_outcome(&cx, self.format.content_type())
    }
}

impl ExportWaybills {
    async fn export(&self, cx: &ProcessCx) -> Result<OutputFile, ProcessError> {
        let rows = self.rows(cx).await?;
        let done = rows.len();
        let headings: Vec<String> = self.columns.iter().map(|(_, heading)| heading.clone()).collect();
        let format = self.format;
        let written = spawn_blocking(move || write(format, &headings, &rows)).await;
        let file = written.map_err(ProcessError::retry)?.map_err(ProcessError::retry)?;
        let stamp = cx.app().clock.now().with_timezone(&self.zone()).format("%Y-%m-%d-%H%M%S");
        let name = format!("waybills-{stamp}.{}", self.format.as_str());
        OutputFile::keep(cx, file, name, &Params::from([("done", json!(done))])).await
    }

    async fn rows(&self, cx: &ProcessCx) -> Result<Vec<Vec<Cell>>, ProcessError> {
        let mut rows = Vec::with_capacity(self.ids.len());
        for (at, ids) in self.ids.chunks(CHUNK).enumerate() {
            let mut tx = cx.begin().await?;
            let filter = Where::all().among("m.id", Some(ids.to_vec()));
            let found: Vec<Waybill> = WAYBILLS.listing.all(&mut tx, &filter, 1_000).await?;
            tx.commit().await?;
            let mut found: HashMap<Uuid, Waybill> = found.into_iter().map(|row| (row.id, row)).collect();
            rows.extend(ids.iter().filter_map(|id| found.remove(id)).map(|row| self.row(&row)));
            cx.progress(Stage::Processing, (at * CHUNK + ids.len()) as u64, self.ids.len() as u64);
        }
        Ok(rows)
    }

    fn row(&self, waybill: &Waybill) -> Vec<Cell> {
        let totals = calculate_totals(&waybill.input, &waybill.counted);
        self.columns.iter().map(|(column, _)| self.cell(waybill, &totals, *column)).collect()
    }

    fn cell(&self, waybill: &Waybill, totals: &WaybillTotals, column: WaybillColumn) -> Cell {
        let moment = |at: Option<DateTime<Utc>>| {
            at.map_or(Cell::Empty, |at| Cell::Moment(at.with_timezone(&self.zone()).naive_local()))
        };
        let day = |day: Option<NaiveDate>| day.map_or(Cell::Empty, Cell::Day);
        let number = |number: i64| Cell::Number(number.into());
        let kilograms = |grams: i64| Cell::Number(Decimal::new(grams, 3).normalize());
        let currency = waybill.input.currency.as_deref();
        let amount = |amount: Decimal| match currency {
            Some(_) => Cell::Number(money::in_currency(amount, currency)),
            None => Cell::Empty,
        };
        match column {
            WaybillColumn::Number => Cell::Text(waybill.number.clone()),
            WaybillColumn::Status => Cell::Text(self.text(waybill.status.code())),
            WaybillColumn::Airline => Cell::Text(waybill.provider_name.clone()),
            WaybillColumn::Origin => Cell::Text(waybill.input.origin_airport.clone()),
            WaybillColumn::Destination => Cell::Text(waybill.input.destination_airport.clone()),
            WaybillColumn::Flights => Cell::Text(waybill.flights.clone()),
            WaybillColumn::Departure => day(waybill.departs_on),
            WaybillColumn::Bags => number(waybill.counted.bags),
            WaybillColumn::LooseShipments => number(waybill.counted.loose_shipments),
            WaybillColumn::Pieces => number(totals.pieces),
            WaybillColumn::GrossWeight => kilograms(totals.gross_g),
            WaybillColumn::ChargeableWeight => kilograms(totals.chargeable_g),
            WaybillColumn::Currency => waybill.input.currency.clone().into(),
            WaybillColumn::WeightCharge => amount(totals.weight_charge),
            WaybillColumn::DueAgent => amount(totals.due_agent),
            WaybillColumn::DueCarrier => amount(totals.due_carrier),
            WaybillColumn::Total => amount(totals.total),
            WaybillColumn::CustomsReference => waybill.input.customs_reference.clone().into(),
            WaybillColumn::Revision => number(waybill.revision.into()),
            WaybillColumn::Issued => moment(waybill.issued_at),
            WaybillColumn::Created => moment(Some(waybill.created_at)),
        }
    }

    /// The text of a state.
    fn text(&self, status: i16) -> String {
        let code = status.to_string();
        self.texts.get(&code).cloned().unwrap_or(code)
    }

    fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }
}

fn write(format: ExportFormat, headings: &[String], rows: &[Vec<Cell>]) -> anyhow::Result<File> {
    let mut table = Table::begin(format, headings)?;
    rows.iter().try_for_each(|cells| table.write(cells))?;
    table.finish()
}
