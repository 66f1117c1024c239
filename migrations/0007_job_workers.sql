-- Workers that are alive. What one that was killed had begun is given to another within a minute.
create table job_workers (
  id text primary key,
  seen_at timestamptz not null
);
