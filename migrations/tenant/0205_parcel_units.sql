-- The units in which a parcel was entered: 10 kilograms or centimetres, 20 pounds or inches. Null when an integration sent grams
-- and millimetres. Grams and tenths of a millimetre keep what is entered with two decimals of these units.
alter table parcels add column weight_unit smallint;
alter table parcels add column size_unit smallint;
