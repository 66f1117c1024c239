-- What the overview of an organization counts.

-- Few last longer than a shift can: with these apart, what reaches into a period began at most eight days before it.
create index attendance_long on attendance (organization_id, checked_in_at)
  where checked_out_at - checked_in_at > interval '8 days';
create index attendance_no_shows on attendance (organization_id, shift_id) where status = 'no_show';
