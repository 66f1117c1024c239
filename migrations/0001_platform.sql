-- What every slice needs: stored answers, request budgets, queued jobs, time zones, keys.

-- The answer of a request that carried an Idempotency-Key, written with its effect and kept for a day.
create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  answer bytea not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- One token bucket for each caller. Unlogged: losing it in a crash fills the buckets, which harms nobody.
create unlogged table request_budgets (
  caller text primary key,
  tokens double precision not null,
  granted double precision not null,
  refilled_at timestamptz not null
);
create index request_budgets_by_age on request_budgets (refilled_at);

-- Jobs asked for by a transaction, until the relay hands them to the queue.
create table queued_jobs (
  position bigint generated always as identity primary key,
  task text not null,
  payload jsonb not null,
  run_at timestamptz,
  job_key text,
  max_attempts smallint,
  created_at timestamptz not null default now()
);

-- Workers that are alive. What one that was killed had begun is given to another within a minute.
create table job_workers (
  id text primary key,
  seen_at timestamptz not null
);

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

-- Where the work of one organization has failed inside a job that goes on with the others.
create table organization_failures (
  job text not null,
  -- No reference: an organization that is removed has still failed.
  organization_id bigint not null,
  failures bigint not null,
  last_error text not null,
  last_failed_at timestamptz not null,
  primary key (job, organization_id)
);
create index organization_failures_by_age on organization_failures (last_failed_at);

-- Keys that sign tokens. A new one is published some time before it signs.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  retired_at timestamptz
);

-- Mail that had nowhere to go because no SMTP server is configured: shown in the demo's mailbox.
create table undelivered_mail (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text,
  -- A message that is stored twice is shown once.
  message_id text unique,
  attachments jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index undelivered_mail_by_age on undelivered_mail (created_at);

-- The names of time zones that PostgreSQL and the program both know. The program keeps it up to date at every start;
-- the names that only one of them knows are left out there.
create table time_zones (name text primary key);

insert into time_zones (name)
  select name from pg_timezone_names
  where name ~ '^[A-Z]' and name !~ '^SystemV/'
    and name not in ('CET', 'EET', 'EST', 'Factory', 'HST', 'MET', 'MST', 'US/Pacific-New', 'WET');

-- What a stored name stands for. `at time zone` fails for a name that it does not know, and takes others for what they
-- are not: "PST" is a fixed offset to it, and "Foo5" five hours west of Greenwich.
create function known_zone(zone text) returns text stable parallel safe language sql as $$
  select coalesce((select name from time_zones where name = zone), 'UTC')
$$;
