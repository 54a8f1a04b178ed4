-- values:KEY in search_state is the id up to which listing_values agrees with a changed field. The change
-- itself does the first 20,000, the job of own:KEY the rest. Until then, nothing filters by the field.
drop trigger own_fields_filed_insert;
drop trigger own_fields_filed_update;
drop trigger own_fields_filed_delete;
create trigger listing_values_filed after update of value on search_state
when new.key glob 'values:*' and new.value > old.value begin
  -- "+" keeps it from reading all values of the field.
  delete from listing_values
    where +field = substr(new.key, 8) and listing_id > old.value and listing_id <= new.value;
  insert or ignore into listing_values(field, value, listing_id, num)
    select field, value, listing_id, num from values_of_listings
    where field = substr(new.key, 8) and listing_id > old.value and listing_id <= new.value;
  insert into search_changes(listing_id) select -1 where new.value >= (select coalesce(max(id), 0) from listings);
  delete from search_state where key = new.key and value >= (select coalesce(max(id), 0) from listings);
end;
create trigger own_fields_filed_insert after insert on own_fields when new.is_indexed begin
  insert into search_state(key, value) values ('values:' || new.key, 0) on conflict(key) do update set value = 0;
  update search_state set value = 20000 where key = 'values:' || new.key;
end;
create trigger own_fields_filed_update after update on own_fields
when new.is_indexed is not old.is_indexed or new.kind is not old.kind begin
  insert into search_state(key, value) values ('values:' || new.key, 0) on conflict(key) do update set value = 0;
  update search_state set value = 20000 where key = 'values:' || new.key;
end;
create trigger own_fields_filed_delete after delete on own_fields when old.is_indexed begin
  insert into search_state(key, value) values ('values:' || old.key, 0) on conflict(key) do update set value = 0;
  update search_state set value = 20000 where key = 'values:' || old.key;
end;
