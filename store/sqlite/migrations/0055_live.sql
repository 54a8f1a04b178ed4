-- In the list of changes, `race/` is the order of launches: pages show the place of a launch, which votes for others change.
create trigger listings_changed_race after update of votes, status, launched_at on listings
when new.launched_at is not null and 'live' in (old.status, new.status)
  and (old.votes <> new.votes or old.status <> new.status or old.launched_at is not new.launched_at) begin
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
