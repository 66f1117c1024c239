-- Hours that nobody has verified yet, newest first: the list stays as quick however many verified records there are.
create index attendance_to_verify on attendance (organization_id, checked_in_at desc, registration_id desc)
  where status = 'checked_out' and verified_at is null;
