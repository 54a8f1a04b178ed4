-- Fields that admins define. Values are in the profile of a listing ("attributes"), so versions,
-- exports and copies have them. listing_values is an index for filters, counts and orders.
create table own_fields (
  key text primary key,
  position integer not null,
  kind text not null,
  is_indexed integer not null,
  definition_json text not null
) strict;

create table listing_values (
  field text not null,
  value text not null,
  listing_id integer not null,
  num real,
  primary key (field, value, listing_id)
) strict, without rowid;
create index listing_values_listing on listing_values(listing_id);
create index listing_values_num on listing_values(field, num, listing_id) where num is not null;

create view values_of_listings as
  select field.key as field,
    case when field.kind = 'licence' and item.value like '%-only'
      then substr(item.value, 1, length(item.value) - 5) else cast(item.value as text) end as value,
    listings.id as listing_id,
    case field.kind when 'number' then item.value when 'date' then unixepoch(item.value) end as num
  from listings
  cross join own_fields field
  cross join json_each(case json_type(profile_json, '$.attributes.' || field.key)
    when 'array' then profile_json -> ('$.attributes.' || field.key)
    else json_array(profile_json ->> ('$.attributes.' || field.key)) end) item
  where field.is_indexed and item.value is not null;

create trigger listing_values_insert after insert on listings
when json_type(new.profile_json, '$.attributes') is not null begin
  insert or ignore into listing_values(field, value, listing_id, num)
    select field, value, listing_id, num from values_of_listings where listing_id = new.id;
end;
create trigger listing_values_update after update of profile_json on listings
when (new.profile_json -> '$.attributes') is not (old.profile_json -> '$.attributes') begin
  delete from listing_values where listing_id = new.id;
  insert or ignore into listing_values(field, value, listing_id, num)
    select field, value, listing_id, num from values_of_listings where listing_id = new.id;
  insert into search_changes(listing_id) values (new.id);
end;
create trigger listing_values_delete after delete on listings begin
  delete from listing_values where listing_id = old.id;
end;

-- Also in the files of processes that use PostgreSQL. -1 in the list of changes: read the sets of own
-- fields again.
create trigger own_fields_filed_insert after insert on own_fields when new.is_indexed begin
  insert or ignore into listing_values(field, value, listing_id, num)
    select field, value, listing_id, num from values_of_listings where field = new.key;
  insert into search_changes(listing_id) values (-1);
end;
create trigger own_fields_filed_update after update on own_fields
when new.is_indexed is not old.is_indexed or new.kind is not old.kind begin
  delete from listing_values where field = old.key;
  insert or ignore into listing_values(field, value, listing_id, num)
    select field, value, listing_id, num from values_of_listings where field = new.key;
  insert into search_changes(listing_id) values (-1);
end;
create trigger own_fields_filed_delete after delete on own_fields begin
  delete from listing_values where field = old.key;
  insert into search_changes(listing_id) values (-1);
end;
