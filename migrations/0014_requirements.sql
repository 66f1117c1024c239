-- What people can earn that a mission may ask for, and who has it. The slices that give these things out write
-- here in the transaction that gives them, so that a sign-up needs to look at one small table only.

create table requirement_items (
  kind text not null check (kind in ('badge', 'journey')),
  item_id bigint not null,
  organization_id bigint not null references organizations on delete cascade,
  name text not null,
  primary key (kind, item_id)
);

create table requirement_fulfilments (
  kind text not null,
  item_id bigint not null,
  user_id bigint not null references users on delete cascade,
  -- Null: for good.
  valid_until timestamptz,
  primary key (kind, item_id, user_id),
  foreign key (kind, item_id) references requirement_items on delete cascade
);
create index requirement_fulfilments_by_user on requirement_fulfilments (user_id);
