-- The records that a notification asks to do something about. It is withdrawn when the last of them waits no longer.
create table notification_subjects (
    notification_id uuid not null references notifications (id) on delete cascade,
    subject_id uuid not null,
    primary key (notification_id, subject_id)
);
create index notification_subjects_subject_idx on notification_subjects (subject_id);

insert into notification_subjects (notification_id, subject_id)
select id, substr(ref, 10)::uuid from notifications where code = 'shipment_stopped' and starts_with(ref, 'shipment:');
