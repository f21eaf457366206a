-- How a task went, in values its owner's screens name, e.g. how many labels were printed and which were left out.
alter table background_tasks add column result_params jsonb not null default '{}';
