-- Tags of listings, for filters and counts, regardless of case.
create table listing_tags (
  tag text collate nocase not null,
  listing_id integer not null,
  primary key (tag, listing_id)
) strict, without rowid;
create index listing_tags_listing on listing_tags(listing_id);
-- Spelled as the first listing does. Listings of any status count.
create table listing_tag_counts (
  tag text collate nocase primary key,
  listings integer not null
) strict, without rowid;
create index listing_tag_counts_most on listing_tag_counts(listings);

create view tags_of_listings as select item.value as tag, listings.id as listing_id
  from listings cross join json_each(profile_json, '$.tags') item;

create trigger listing_tags_counted_insert after insert on listing_tags begin
  insert into listing_tag_counts(tag, listings) values (new.tag, 1)
    on conflict(tag) do update set listings = listings + 1;
end;
create trigger listing_tags_counted_delete after delete on listing_tags begin
  update listing_tag_counts set listings = listings - 1 where tag = old.tag;
  delete from listing_tag_counts where tag = old.tag and listings = 0;
end;
create trigger listing_tags_insert after insert on listings
when json_array_length(new.profile_json, '$.tags') > 0 begin
  insert or ignore into listing_tags(tag, listing_id)
    select tag, listing_id from tags_of_listings where listing_id = new.id;
end;
create trigger listing_tags_update after update of profile_json on listings
when (new.profile_json -> '$.tags') is not (old.profile_json -> '$.tags') begin
  delete from listing_tags where listing_id = new.id;
  insert or ignore into listing_tags(tag, listing_id)
    select tag, listing_id from tags_of_listings where listing_id = new.id;
  insert into search_changes(listing_id) values (new.id);
end;
create trigger listing_tags_delete after delete on listings begin
  delete from listing_tags where listing_id = old.id;
end;
insert or ignore into listing_tags(tag, listing_id) select tag, listing_id from tags_of_listings;
