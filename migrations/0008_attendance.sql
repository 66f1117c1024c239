-- Who came, when they left, and what it adds up to.

-- One row for a registration that somebody has acted on; its id is the registration's. A registration without a
-- row is expected.
create table attendance (
  registration_id bigint primary key references registrations,
  organization_id bigint not null,
  program_id bigint not null,
  mission_id bigint not null,
  shift_id bigint not null references shifts,
  user_id bigint not null references users,
  status text not null check (status in ('checked_in', 'checked_out', 'no_show')),
  checked_in_at timestamptz,
  checked_out_at timestamptz,
  -- What counts; set at check-out, by the closing job, or by a correction.
  minutes integer check (minutes between 0 and 100000),
  late boolean not null default false,
  method text not null,
  -- Text as it was given: json keeps it, jsonb would not.
  metadata json,
  flags text[] not null default '{}',
  note text,
  verified_by bigint,
  verified_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status = 'no_show' or checked_in_at is not null),
  check (status <> 'checked_out' or (checked_out_at is not null and minutes is not null)),
  check (checked_out_at is null or checked_out_at >= checked_in_at)
);
create index attendance_by_shift on attendance (shift_id, registration_id);
create index attendance_by_person on attendance (user_id, checked_in_at);
create index attendance_by_organization on attendance (organization_id, checked_in_at);
create index attendance_still_in on attendance (shift_id) where status = 'checked_in';

-- Scans of desks that were offline. The desk names each one, so that a scan sent twice counts once.
create table attendance_scans (
  organization_id bigint not null,
  nonce text not null,
  result jsonb not null,
  created_at timestamptz not null,
  primary key (organization_id, nonce)
);
create index attendance_scans_by_age on attendance_scans (created_at);

-- When a shift's attendance has been closed: no-shows marked, forgotten check-outs ended.
alter table shifts add column attendance_closed_at timestamptz;
create index shifts_to_close on shifts (end_time) where attendance_closed_at is null and status = 'published';

-- Minutes by person, program, mission and month, in the organization's zone. Derived: can be made anew from attendance.
create table hours (
  organization_id bigint not null,
  user_id bigint not null references users,
  program_id bigint not null,
  mission_id bigint not null,
  month date not null,
  minutes integer not null,
  shifts integer not null,
  updated_at timestamptz not null,
  primary key (organization_id, user_id, program_id, mission_id, month)
);
create index hours_by_month on hours (organization_id, month, user_id);

-- People whose hours have changed since they were last added up.
create table hours_stale (
  organization_id bigint not null,
  user_id bigint not null,
  since timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create function mark_hours_stale() returns trigger language plpgsql as $$
begin
  insert into hours_stale (organization_id, user_id) values (new.organization_id, new.user_id) on conflict do nothing;
  return null;
end;
$$;
create trigger attendance_changes_hours after insert or update of minutes, checked_in_at, checked_out_at, status on attendance
  for each row when (new.minutes is not null) execute function mark_hours_stale();
create trigger attendance_loses_hours after update of minutes on attendance
  for each row when (old.minutes is not null and new.minutes is null) execute function mark_hours_stale();
