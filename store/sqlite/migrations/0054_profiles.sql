-- Pages of people, /@handle. A row is there once an account has chosen a name.
create table profiles (
  account_id text primary key references accounts(id) on delete cascade,
  handle text not null unique,
  is_public integer not null default 0 check (is_public in (0, 1)),
  -- Set by the site team, who alone can clear it.
  hidden_at integer,
  avatar_url text,
  bio text,
  links_json text not null default '[]',
  -- The sections that the page has.
  shows_json text not null default '[]',
  created_at integer not null,
  updated_at integer not null
) strict;
-- The upload that is the face.
create index profiles_avatar on profiles(substr(avatar_url, instr(avatar_url, '/uploads/') + 9, 27))
where avatar_url is not null;

-- Every name that was ever taken, so that none is given to somebody else. `key` is a digest of the name as the eye
-- reads it. It alone stays when the account is deleted. `at` is when the account last took the name.
create table handles (
  id integer primary key,
  key text not null,
  handle text unique,
  account_id text references accounts(id) on delete set null,
  at integer not null
) strict;
create index handles_key on handles(key);
create index handles_account on handles(account_id);

-- Founders of listings who are the person of an account.
create table profile_founders (
  founder_id integer primary key references founders(id) on delete cascade,
  account_id text not null references accounts(id) on delete cascade,
  at integer not null
) strict;
create index profile_founders_account on profile_founders(account_id);

-- Votes that a person does not show, although the page shows their votes.
create table profile_hidden_votes (
  account_id text not null references accounts(id) on delete cascade,
  listing_id integer not null references listings(id) on delete cascade,
  primary key (account_id, listing_id)
) strict, without rowid;

-- The pages of listings show and link the authors of their reviews and comments, and their founders.
create trigger profiles_changed_insert after insert on profiles begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (
    select listing_id from reviews where account_id = new.account_id or answered_by = new.account_id union
    select listing_id from comments where account_id = new.account_id union
    select listing_id from listing_founders join profile_founders using (founder_id) where account_id = new.account_id);
end;
create trigger profiles_changed_update after update of account_id, handle, is_public, hidden_at, avatar_url on profiles begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (
    select listing_id from reviews
    where account_id in (old.account_id, new.account_id) or answered_by in (old.account_id, new.account_id) union
    select listing_id from comments where account_id in (old.account_id, new.account_id) union
    select listing_id from listing_founders join profile_founders using (founder_id)
    where account_id in (old.account_id, new.account_id));
end;
create trigger profiles_changed_delete after delete on profiles begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (
    select listing_id from reviews where account_id = old.account_id or answered_by = old.account_id union
    select listing_id from comments where account_id = old.account_id union
    select listing_id from listing_founders join profile_founders using (founder_id) where account_id = old.account_id);
end;
create trigger accounts_changed_status after update of status on accounts
when exists (select 1 from profiles where account_id = new.id) begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (
    select listing_id from reviews where account_id = new.id or answered_by = new.id union
    select listing_id from comments where account_id = new.id union
    select listing_id from listing_founders join profile_founders using (founder_id) where account_id = new.id);
end;
create trigger profile_founders_changed_insert after insert on profile_founders begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (
    select listing_id from listing_founders where founder_id = new.founder_id);
end;
create trigger profile_founders_changed_update after update of founder_id, account_id on profile_founders begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (
    select listing_id from listing_founders where founder_id in (old.founder_id, new.founder_id));
end;
create trigger profile_founders_changed_delete after delete on profile_founders begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (
    select listing_id from listing_founders where founder_id = old.founder_id);
end;
