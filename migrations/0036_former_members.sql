-- Someone who has deleted their account is called a member, like everyone else in an organization.
update users set name = 'Former member' where erased_at is not null and name = 'Former volunteer';
