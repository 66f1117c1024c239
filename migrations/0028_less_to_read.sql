-- Attempts of the last hours among those of 90 days. Rows come in the order of time, so a few pages of index are enough, and
-- a replayed event, which is kept with its week, is found too.
create index webhook_attempts_by_time on webhook_attempts using brin (created_at) with (autosummarize = on);

-- What API keys and Muster itself did: little among what people did.
create index audit_log_of_others on audit_log (organization_id, actor_kind, id desc) where actor_kind <> 'person';
