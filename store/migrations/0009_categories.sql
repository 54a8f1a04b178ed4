-- Former slugs and names of categories that were merged or renamed, in lower case.
create table category_aliases (
  alias text primary key,
  slug text not null references categories(slug) on delete cascade
) strict, without rowid;
create index category_aliases_slug on category_aliases(slug);
alter table site_look add column hides_empty_categories integer not null default 0;
