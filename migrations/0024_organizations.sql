-- Who owns, administers or plans: few of many members. Also answers what the index of owners did.
create index memberships_by_role on memberships (organization_id, role, user_id);
drop index memberships_owners;
