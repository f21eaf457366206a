-- Amounts have as many decimals as their currency: three for the Kuwaiti dinar. No release has read these columns with two.

alter table shipments
    alter declared_value type numeric(16, 4),
    alter freight_declared type numeric(16, 4),
    alter insurance_value type numeric(16, 4);
