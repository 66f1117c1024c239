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
  organization_id bigint not null references organizations on delete cascade,
  caller text not null,
  missed_at timestamptz not null
);
create index check_in_code_misses_by_organization on check_in_code_misses (organization_id, missed_at);
create index check_in_code_misses_by_age on check_in_code_misses (missed_at);
