-- Changes of figures alone are copied without the rest of the row.
alter table row_changes add column is_figures boolean not null default false;
create or replace function listing_row_changed() returns trigger language plpgsql as $$
declare
  before listings;
begin
  if tg_op = 'UPDATE' then
    before := old;
    before.votes := new.votes;
    before.trending := new.trending;
    before.views := new.views;
    before.followers := new.followers;
    insert into row_changes(source, key, is_figures) values ('listing', new.id::text, before is not distinct from new);
  elsif tg_op = 'INSERT' then
    insert into row_changes(source, key) values ('listing', new.id::text);
  else
    insert into row_changes(source, key) values ('listing', old.id::text);
  end if;
  return null;
end $$;
