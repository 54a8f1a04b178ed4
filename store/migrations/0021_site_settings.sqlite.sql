-- Settings that admins made, as typed and sealed. The environment wins over them.
create table site_settings (
  name text primary key,
  value text not null
) strict;
