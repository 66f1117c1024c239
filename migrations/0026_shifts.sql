-- Drafts and cancelled shifts: few among all that an organization ever had.
create index shifts_not_published on shifts (organization_id, start_time, id) where status <> 'published';
