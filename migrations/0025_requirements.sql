-- Forms are known here too, so that a mission can only ask for what its organization has.

alter table requirement_items drop constraint requirement_items_kind_check;
alter table requirement_items add constraint requirement_items_kind_check check (kind in ('badge', 'form', 'journey'));

insert into requirement_items (kind, item_id, organization_id, name)
select 'form', id, organization_id, title from forms
on conflict (kind, item_id) do nothing;
