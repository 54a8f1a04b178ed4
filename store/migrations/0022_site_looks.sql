-- When the website of a listing is next read for its logo and preview picture; never without a time.
alter table listings add column look_at integer;
create index listings_look on listings(look_at) where look_at is not null;
update listings set look_at = 0
  where is_demo = 0 and id in (select listing_id from drafts where listing_id is not null);
