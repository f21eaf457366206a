-- The right and the rows with which a user may start a failed process again; null when it cannot be.
alter table background_tasks add column retry jsonb;
