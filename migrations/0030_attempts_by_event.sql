-- Deliveries of one kind of event among all of 90 days. Without it, looking for one that was never sent in a million took 0.5 s.
create index webhook_attempts_by_event on webhook_attempts (organization_id, event_type, id);
