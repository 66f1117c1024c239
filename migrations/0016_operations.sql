-- Daily work, once for each organization and local date.
create table daily_runs (
  organization_id bigint not null references organizations on delete cascade,
  local_date date not null,
  task text not null,
  scheduled_at timestamptz not null,
  primary key (organization_id, local_date, task)
);
create index daily_runs_by_age on daily_runs (scheduled_at);
