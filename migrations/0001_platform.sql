-- The ground that every slice stands on: stored answers, request budgets, events and jobs on their way.

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
