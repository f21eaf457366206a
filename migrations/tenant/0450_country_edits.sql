-- What a company decides about a country: the directions in which it ships, a notice to senders, and whether the recipient's
-- tax number is needed. A row stays after the defaults are restored, so that its version goes on.
alter table lookup_edits add column version integer not null default 1;
alter table lookup_edits add column ships_from boolean not null default true;
alter table lookup_edits add column ships_to boolean not null default true;
-- Notice by language; absent languages have none.
alter table lookup_edits add column notice_locale jsonb;
-- Null: the default of the country.
alter table lookup_edits add column document_required boolean;
alter table lookup_edits drop constraint lookup_edits_difference_check;
alter table lookup_edits add constraint lookup_edits_country_check check (
    lookup = 'country' or (ships_from and ships_to and notice_locale is null and document_required is null));
