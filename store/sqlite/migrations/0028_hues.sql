-- The hue of a listing's logo, chosen when the logo is copied. Cards and pages show it.
alter table listings add column hue text check (hue in
  ('teal', 'amber', 'violet', 'blue', 'rose', 'green', 'navy', 'indigo', 'maroon', 'copper', 'gold'));
-- What lists show of a listing beside its facts, so that no list reads whole profiles for it.
create index listings_looks on listings(slug, hue, profile_json -> '$.founders',
  case when unlocked_json like '%"media"%' then profile_json -> '$.media[0]' end);
create index listings_of_logo on listings(logo_url) where logo_url is not null;

create trigger listings_changed_hue after update of hue on listings begin
  insert into listing_changes(slug) values (new.slug);
end;
