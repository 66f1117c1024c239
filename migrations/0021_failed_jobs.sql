-- Jobs that have used up their attempts, until a person retries or discards them. The organization is not a foreign key,
-- as in `events`: a job can fail because of what it names.
create table failed_jobs (
  id bigint generated always as identity primary key,
  -- Null for work of the whole installation.
  organization_id bigint,
  task text not null,
  payload jsonb not null,
  -- The one event that the job was about, if it was about one.
  event_id text,
  event_type text,
  max_attempts smallint,
  attempts integer not null,
  error text not null,
  failed_at timestamptz not null default now()
);
create index failed_jobs_by_organization on failed_jobs (organization_id, id desc);
create index failed_jobs_by_age on failed_jobs (failed_at);

-- What clean-up and the recovery of webhooks look for. Events are asked for by organization and time; nothing reads
-- them by organization and position.
create index request_budgets_by_age on request_budgets (refilled_at);
create index undelivered_mail_by_age on undelivered_mail (created_at);
create index sessions_by_revocation on sessions (revoked_at) where revoked_at is not null;
create index mail_tokens_by_expiry on mail_tokens (expires_at);
create index known_devices_by_age on known_devices (last_used_at);
create index webhook_endpoints_inactive on webhook_endpoints (id) where status <> 'active';
create index webhook_endpoints_deleted on webhook_endpoints (updated_at) where status = 'deleted';
-- The default partitions hold next to nothing. In the queue old rows are rare, so a summary for each range of blocks finds
-- them, and costs the sending of deliveries nothing.
create index attempts_other_by_age on webhook_history.attempts_other (event_at);
create index messages_other_by_age on webhook_history.messages_other (event_at);
create index webhook_queue_by_age on webhook_queue using brin (event_at) with (autosummarize = on);
