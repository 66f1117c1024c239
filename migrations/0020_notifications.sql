-- What waits for the same person, which is sent as one email.
create index notification_queue_by_person on notification_queue (user_id, organization_id, kind);
