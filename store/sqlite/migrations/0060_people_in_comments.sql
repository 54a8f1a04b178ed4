-- The pages of listings show how the authors of comments appear in their profiles.
create trigger profiles_changed_insert_of_comments after insert on profiles begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id in (select listing_id from comments where account_id = new.account_id);
end;
create trigger profiles_changed_update_of_comments after update of account_id, handle, is_public, hidden_at, avatar_url on profiles begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id in (select listing_id from comments where account_id in (old.account_id, new.account_id));
end;
create trigger profiles_changed_delete_of_comments after delete on profiles begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id in (select listing_id from comments where account_id = old.account_id);
end;
create trigger accounts_changed_status_of_comments after update of status on accounts begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id in (select listing_id from comments where account_id = new.id);
end;
