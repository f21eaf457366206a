-- The users who work at a subsidiary.
create index user_subsidiaries_subsidiary_idx on user_subsidiaries (subsidiary_id);
