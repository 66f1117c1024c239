-- Who waits for a coordinator's word or has an offer open, across the shifts of an organization.
create index registrations_to_settle on registrations (organization_id, start_time, id)
  where status in ('pending_approval', 'offered');
