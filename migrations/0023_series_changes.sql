-- Long changes to a series: what was asked for, how far it is, and which shifts were left as they were.
create table series_changes (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  series_id bigint not null references series on delete cascade,
  shift_id bigint not null references shifts on delete cascade,
  kind text not null check (kind in ('change', 'publish', 'cancel')),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  -- The request, with the times of the named shift as they were when it was made.
  input jsonb not null,
  -- Who asked and in which request, for the audit log.
  actor jsonb not null,
  request_id text not null,
  -- Lists of shift ids. Each list is one transaction, in this order.
  chunks jsonb not null,
  chunks_done integer not null default 0,
  total integer not null,
  done integer not null default 0,
  changed integer not null default 0,
  warnings jsonb not null default '[]',
  unchanged jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz
);
-- One at a time for each series.
create unique index series_changes_open on series_changes (series_id) where status in ('queued', 'running');
create index series_changes_by_organization on series_changes (organization_id, id);
create index series_changes_by_series on series_changes (series_id, id);
create index series_changes_by_shift on series_changes (shift_id);

-- The occurrences of a series; there was an index for those that stand where the pattern put them only.
create index shifts_by_series on shifts (series_id, start_time, id) where series_id is not null;

-- Checked at the end of a statement instead of row by row: a person on several occurrences of a series moves with all
-- of them in one statement, and only the result has to be free of overlaps.
alter table registrations drop constraint one_place_at_a_time;
alter table registrations add constraint one_place_at_a_time exclude using gist (
  int8range(user_id, user_id, '[]') with &&, tstzrange(start_time, end_time) with &&
) where (status in ('active', 'pending_approval')) deferrable initially immediate;
