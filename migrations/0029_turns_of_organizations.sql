-- Emails are sent in turns: each organization gets its share, however many wait for another one.
create index notification_queue_by_turn on notification_queue (can_wait, organization_id, due_at, id);
drop index notification_queue_due;
