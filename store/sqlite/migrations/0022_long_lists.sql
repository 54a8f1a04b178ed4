-- What makes the thousandth page of a list as cheap as the first: narrow indexes to skip in, and a list of changes.

-- All that listings are ordered by, to be read beside their wide rows.
drop index listings_sorting;
create index listings_sorting on listings(id, status, votes, launched_at, trending, views, followers, domain_rating);
-- The newest change in each file of the sitemap, 5,000 ids each.
create index listings_by_shard on listings((id - 1) / 5000, updated_at) where status = 'live';

-- Which founders changed in their order or in where they are listed.
create table founder_changes (seq integer primary key, founder_id integer not null) strict;
create trigger founder_changes_trim after insert on founder_changes when new.seq % 1000 = 0 begin
  delete from founder_changes where seq <= new.seq - 20000;
end;
create trigger founders_changed_insert after insert on founders when new.live_listings > 0 begin
  insert into founder_changes(founder_id) values (new.id);
end;
create trigger founders_changed_update after update of sort_name, country, live_listings on founders
when old.live_listings > 0 or new.live_listings > 0 begin
  insert into founder_changes(founder_id) values (new.id);
end;
create trigger founders_changed_delete after delete on founders begin
  insert into founder_changes(founder_id) values (old.id);
end;
create trigger founders_changed_country after update of country on listings when old.country is not new.country begin
  insert into founder_changes(founder_id) select founder_id from listing_founders where listing_id = new.id;
end;
create index founders_in_country on founders(country) where live_listings > 0;

-- Rows with pictures, which a job looks through every few minutes.
create index listings_with_logo on listings(id, status, logo_url) where logo_url is not null;
create index listings_with_media on listings(id) where json_array_length(profile_json, '$.media') > 0;
create index founders_with_portrait on founders(id, avatar_url) where avatar_url is not null and live_listings > 0;
