use super::NonDelivery;
use server_core::http::messages::Language;

/// The fixed texts of a label.
pub struct Captions {
    pub from: &'static str,
    pub to: &'static str,
    pub date: &'static str,
    pub reference: &'static str,
    pub parcel: &'static str,
    pub weight: &'static str,
    pub size: &'static str,
    pub contents: &'static str,
    pub value: &'static str,
    pub terms: &'static str,
    pub country: &'static str,
    pub state: &'static str,
    pub airport: &'static str,
    pub undeliverable: &'static str,
    pub return_to_sender: &'static str,
    pub abandon: &'static str,
    pub redirect: &'static str,
    pub track: &'static str,
    pub reprint: &'static str,
}

impl Captions {
    pub fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &EN,
            Language::PtBr => &PT_BR,
            Language::Es => &ES,
            Language::ZhCn => &ZH_CN,
        }
    }

    pub fn non_delivery(&self, instruction: NonDelivery) -> &'static str {
        match instruction {
            NonDelivery::Return => self.return_to_sender,
            NonDelivery::Abandon => self.abandon,
            NonDelivery::Redirect => self.redirect,
        }
    }
}

const EN: Captions = Captions {
    from: "From",
    to: "To",
    date: "Date",
    reference: "Reference",
    parcel: "Parcel",
    weight: "Weight",
    size: "Size",
    contents: "Contents",
    value: "Declared value",
    terms: "Incoterm",
    country: "Country",
    state: "State",
    airport: "Airport",
    undeliverable: "If undeliverable",
    return_to_sender: "Return to sender",
    abandon: "Treat as abandoned",
    redirect: "Redirect to another address",
    track: "Scan to track",
    reprint: "Reprint",
};

const PT_BR: Captions = Captions {
    from: "Remetente",
    to: "Destinatário",
    date: "Data",
    reference: "Referência",
    parcel: "Volume",
    weight: "Peso",
    size: "Medidas",
    contents: "Conteúdo",
    value: "Valor declarado",
    terms: "Incoterm",
    country: "País",
    state: "Estado",
    airport: "Aeroporto",
    undeliverable: "Se não for entregue",
    return_to_sender: "Devolver ao remetente",
    abandon: "Tratar como abandonado",
    redirect: "Enviar para outro endereço",
    track: "Rastreie aqui",
    reprint: "Reimpressão",
};

const ES: Captions = Captions {
    from: "Remitente",
    to: "Destinatario",
    date: "Fecha",
    reference: "Referencia",
    parcel: "Bulto",
    weight: "Peso",
    size: "Medidas",
    contents: "Contenido",
    value: "Valor declarado",
    terms: "Incoterm",
    country: "País",
    state: "Estado",
    airport: "Aeropuerto",
    undeliverable: "Si no se entrega",
    return_to_sender: "Devolver al remitente",
    abandon: "Tratar como abandonado",
    redirect: "Reenviar a otra dirección",
    track: "Rastrear aquí",
    reprint: "Reimpresión",
};

const ZH_CN: Captions = Captions {
    from: "寄件人",
    to: "收件人",
    date: "日期",
    reference: "参考号",
    parcel: "件数",
    weight: "重量",
    size: "尺寸",
    contents: "内件品名",
    value: "申报价值",
    terms: "贸易术语",
    country: "国家",
    state: "州/省",
    airport: "机场",
    undeliverable: "无法投递时",
    return_to_sender: "退回寄件人",
    abandon: "按放弃处理",
    redirect: "改寄其他地址",
    track: "扫码查询",
    reprint: "补打",
};
