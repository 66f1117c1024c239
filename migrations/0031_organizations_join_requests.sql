-- People can ask an invitation-only organization to let them in.
create table join_requests (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations on delete cascade,
  user_id bigint not null references users on delete cascade,
  message text not null default '',
  status text not null default 'open' check (status in ('open', 'approved', 'declined', 'withdrawn')),
  created_at timestamptz not null,
  decided_at timestamptz,
  -- Null as well for those who became members in another way while their request was open.
  decided_by bigint references users,
  reason text,
  check ((status = 'open') = (decided_at is null))
);
create unique index join_requests_one_open on join_requests (organization_id, user_id) where status = 'open';
create index join_requests_by_organization on join_requests (organization_id, id);
create index join_requests_by_person on join_requests (user_id, created_at);

-- People also become members by invitation, by an open organization or by signing up for a shift. A trigger rather than
-- calls in commands: no way in can leave a request behind, and signing up needs no statement more.
create function close_join_request() returns trigger language plpgsql as $$
begin
  update join_requests set status = 'approved', decided_at = new.joined_at
  where organization_id = new.organization_id and user_id = new.user_id and status = 'open';
  return null;
end
$$;
create trigger memberships_close_join_request after insert on memberships
  for each row execute function close_join_request();
