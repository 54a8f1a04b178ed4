drop index listings_looks;
create index listings_looks on listings(slug, hue, profile_json -> '$.founders',
  case when unlocked_json like '%"media"%' then profile_json -> '$.media[0]' end, profile_json -> '$.preview');
create index listings_with_preview on listings(id) where json_extract(profile_json, '$.preview.url') is not null;
