-- Settings that admins made, as typed and sealed. The environment wins over them.
create table site_settings (
  name text collate "C" primary key,
  value text collate "C" not null
);
create trigger table_changed after insert or update or delete on site_settings
for each statement execute function table_changed();
