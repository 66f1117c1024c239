-- What is held on a person, or typed about them, is found without reading what others have: for the export and when their account is
-- erased.
create index messages_by_sender on messages (sender_id);
create index webhook_endpoints_by_creator on webhook_endpoints (created_by);
create index swaps_live_for_person on swaps (to_user_id) where status in ('open', 'accepted');
create index swaps_live_by_taker on swaps (taker_id) where status in ('open', 'accepted');
create index invitations_by_email on invitations (email) where email is not null;
create index invitations_by_guest on invitations (accepted_by) where accepted_by is not null;

-- The export has all that someone created, not only what is still open.
drop index invitations_by_creator;
create index invitations_by_creator on invitations (created_by, organization_id);
drop index api_keys_by_creator;
create index api_keys_by_creator on api_keys (created_by, organization_id);
