-- In the list of changes, `race/` is the order of launches: pages show the place of a launch, which votes for others change.
create trigger votes_changed_race_insert after insert on votes when new.counted begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger votes_changed_race_update after update of counted, at, listing_id on votes begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger votes_changed_race_delete after delete on votes when old.counted begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger listings_changed_race after update of status, launched_at on listings
when new.launched_at is not null and 'live' in (old.status, new.status)
  and (old.status <> new.status or old.launched_at is not new.launched_at) begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger listings_changed_race_insert after insert on listings
when new.launched_at is not null and new.status = 'live' begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
create trigger listings_changed_race_delete after delete on listings
when old.launched_at is not null and old.status = 'live' begin
  insert into listing_changes(slug, shown) values ('race/', 'page');
end;
