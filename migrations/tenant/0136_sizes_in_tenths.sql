-- Sizes are millimetres with one decimal: an inch is 25.4 mm. No release has read these columns as integers.
alter table parcels
    alter length_mm type double precision,
    alter width_mm type double precision,
    alter height_mm type double precision;
alter table packages
    alter length_mm type double precision,
    alter width_mm type double precision,
    alter height_mm type double precision;
