-- What happened, in the words that other systems hear.

-- What happened, in the words that other systems hear. `relayed` turns true when the reactions have been queued.
create table events (
  id text primary key,
  position bigint generated always as identity,
  organization_id bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  relayed boolean not null default false
);
create index events_waiting on events (position) where not relayed;
create index events_by_age on events (created_at);
create index events_by_organization_and_time on events (organization_id, created_at);
