-- Prices are filed with the words of a listing, so new values of its own fields leave them.
drop trigger listing_values_update;
create trigger listing_values_update after update of profile_json on listings
when (new.profile_json -> '$.attributes') is not (old.profile_json -> '$.attributes') begin
  delete from listing_values where listing_id = new.id and field not glob 'price_[A-Z]*';
  insert or ignore into listing_values(field, value, listing_id, num)
    select field, value, listing_id, num from values_of_listings where listing_id = new.id;
  insert into search_changes(listing_id) values (new.id);
end;
