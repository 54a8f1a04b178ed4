-- Pages of categories are kept, too. In the list of changes, `category/SLUG` is a category whose listings
-- changed in their order (page) or in which they are (card), and `category/` any change of categories themselves.
create trigger listings_changed_order after update of votes, launched_at on listings
when new.status = 'live' and (old.votes <> new.votes or old.launched_at is not new.launched_at) begin
  insert into listing_changes(slug, shown)
  select 'category/' || category_slug, 'page' from listing_categories where listing_id = new.id;
end;
create trigger listings_changed_members after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  insert into listing_changes(slug)
  select 'category/' || category_slug from listing_categories where listing_id = new.id;
end;

create trigger listing_categories_changed_insert after insert on listing_categories begin
  insert into listing_changes(slug) values ('category/' || new.category_slug);
end;
create trigger listing_categories_changed_update after update on listing_categories begin
  insert into listing_changes(slug) values ('category/' || old.category_slug), ('category/' || new.category_slug);
end;
create trigger listing_categories_changed_delete after delete on listing_categories begin
  insert into listing_changes(slug) values ('category/' || old.category_slug);
end;

create trigger categories_changed_insert after insert on categories begin
  insert into listing_changes(slug) values ('category/');
end;
create trigger categories_changed_update after update on categories begin
  insert into listing_changes(slug) values ('category/');
end;
create trigger categories_changed_delete after delete on categories begin
  insert into listing_changes(slug) values ('category/');
end;
