-- Hours in which a department answers first, and resolves. Null without a target.
alter table support_departments add column first_response_hours integer;
alter table support_departments add column resolution_hours integer;
