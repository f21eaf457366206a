-- Result of a task for its owner, for example the number of printed labels and the skipped shipments.
alter table background_tasks add column result_params jsonb not null default '{}';
