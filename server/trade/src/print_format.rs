//! The format in which a label goes to a printer.

use crate::wire_name;

wire_name! {
    /// Format of a label: a PDF for any printer, or ZPL II for a thermal printer of 203 or 300 dots per inch.
    #[derive(Default)]
    PrintFormat { #[default] Pdf = "pdf", Zpl203 = "zpl_203", Zpl300 = "zpl_300" }
}

impl PrintFormat {
    /// The language of thermal printers.
    pub const fn is_zpl(self) -> bool {
        matches!(self, Self::Zpl203 | Self::Zpl300)
    }

    /// End of the name of a file.
    pub const fn extension(self) -> &'static str {
        if self.is_zpl() { "zpl" } else { "pdf" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pdf_is_printed_unless_somebody_chose_otherwise() {
        assert_eq!(PrintFormat::default(), PrintFormat::Pdf);
        let zpl: Vec<&str> =
            PrintFormat::ALL.iter().filter(|one| one.is_zpl()).map(|one| one.as_str()).collect();
        assert_eq!(zpl, ["zpl_203", "zpl_300"]);
    }
}
