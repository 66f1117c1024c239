-- Who came and when they left.

-- One row for a registration that someone has acted on; its id is the registration's. A registration without a
-- row is expected.
create table attendance (
  registration_id bigint not null,
  organization_id bigint not null,
  program_id bigint not null,
  mission_id bigint not null,
  shift_id bigint not null,
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
  primary key (registration_id, organization_id),
  foreign key (registration_id, organization_id) references registrations,
  foreign key (shift_id, organization_id) references shifts,
  check (status = 'no_show' or checked_in_at is not null),
  check (status <> 'checked_out' or (checked_out_at is not null and minutes is not null)),
  check (checked_out_at is null or checked_out_at >= checked_in_at)
);
create index attendance_by_shift on attendance (shift_id, registration_id);
create index attendance_by_person on attendance (user_id, checked_in_at);
create index attendance_by_organization on attendance (organization_id, checked_in_at);
create index attendance_still_in on attendance (shift_id) where status = 'checked_in';
create index attendance_to_verify on attendance (organization_id, checked_in_at desc, registration_id desc)
  where status = 'checked_out' and verified_at is null;

-- Scans of desks that were offline. The desk names each one, so that a scan sent twice counts once.
create table attendance_scans (
  organization_id bigint not null,
  nonce text not null,
  registration_id bigint not null,
  created_at timestamptz not null,
  primary key (organization_id, nonce)
);
create index attendance_scans_by_age on attendance_scans (created_at);

-- Six digits that a person reads out at the desk, for a few minutes. No two people have the same at the same time.
create table check_in_codes (
  user_id bigint primary key references users on delete cascade,
  code text not null check (code ~ '^[0-9]{6}$'),
  expires_at timestamptz not null
);
create unique index check_in_codes_by_code on check_in_codes (code);
create index check_in_codes_by_age on check_in_codes (expires_at);

-- Wrong guesses. They are counted for who typed them and for the organization, so that nobody finds a code by trying.
create table check_in_code_misses (
  id bigint generated always as identity,
  organization_id bigint not null references organizations on delete cascade,
  caller text not null,
  missed_at timestamptz not null,
  primary key (id, organization_id)
);
create index check_in_code_misses_by_organization on check_in_code_misses (organization_id, missed_at);
create index check_in_code_misses_by_age on check_in_code_misses (missed_at);

create function reopen_attendance() returns trigger language plpgsql as $$
begin
  new.attendance_closed_at := null;
  return new;
end;
$$;
create trigger shifts_reopen_attendance before update of end_time on shifts
  for each row when (old.end_time <> new.end_time and new.attendance_closed_at is not null)
  execute function reopen_attendance();

-- Attendance keeps its own copy of what the hours are counted for.
create function carry_attendance_along() returns trigger language plpgsql as $$
begin
  update attendance set program_id = new.program_id, mission_id = new.mission_id 
  where shift_id = new.id and organization_id = new.organization_id;
  return null;
end;
$$;
create trigger shifts_carry_attendance_along after update of program_id, mission_id on shifts
  for each row when ((old.program_id, old.mission_id) is distinct from (new.program_id, new.mission_id))
  execute function carry_attendance_along();
