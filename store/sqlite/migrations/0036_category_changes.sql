-- Pages of categories are kept, too. In the list of changes, `category/SLUG` is a category that lists, itself or
-- below, its listings in another order (page) or other listings (card), and `category/` any change of categories.
create trigger listings_changed_order after update of votes, launched_at on listings
when new.status = 'live' and (old.votes <> new.votes or old.launched_at is not new.launched_at) begin
  insert into listing_changes(slug, shown)
  select distinct 'category/' || path.above, 'page'
  from listing_categories link cross join category_paths path on path.slug = link.category_slug
  where link.listing_id = new.id;
end;
create trigger listings_changed_members after update of status on listings
when (old.status = 'live') <> (new.status = 'live') begin
  insert into listing_changes(slug)
  select distinct 'category/' || path.above
  from listing_categories link cross join category_paths path on path.slug = link.category_slug
  where link.listing_id = new.id;
end;

create trigger listing_categories_changed_insert after insert on listing_categories begin
  insert into listing_changes(slug) select 'category/' || above from category_paths where slug = new.category_slug;
end;
create trigger listing_categories_changed_update after update on listing_categories begin
  insert into listing_changes(slug)
  select 'category/' || above from category_paths where slug in (old.category_slug, new.category_slug);
end;
create trigger listing_categories_changed_delete after delete on listing_categories begin
  insert into listing_changes(slug) select 'category/' || above from category_paths where slug = old.category_slug;
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
