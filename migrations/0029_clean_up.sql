-- What clean-up looks for.
create index series_changes_by_age on series_changes (finished_at) where finished_at is not null;
create index organization_failures_by_age on organization_failures (last_failed_at);
