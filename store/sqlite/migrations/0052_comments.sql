-- What people say about a listing or its launch, in threads of two levels.
create table comments (
  id text primary key,
  listing_id integer not null references listings(id) on delete cascade,
  -- The launch, from its launch room until the end of its week; the listing before and after.
  subject text not null check (subject in ('listing', 'launch')),
  -- The first comment of the thread, and the comment of it that this one answers. Both null for the first one.
  thread_id text references comments(id) on delete cascade,
  answers_id text references comments(id) on delete set null,
  -- Null once the author deleted it.
  account_id text references accounts(id),
  -- Markdown. Empty once deleted.
  body text not null,
  status text not null check (status in ('pending', 'published', 'rejected', 'deleted')),
  -- Why it waits, or why the site team rejected it.
  reason text,
  created_at integer not null,
  -- Of the text that is shown: what is decided is decided about this text.
  updated_at integer not null,
  edited_at integer,
  decided_at integer,
  decided_by text,
  pinned_at integer,
  -- Who was told of it: the last account in the order of their ids. Null: nobody yet.
  told_to text,
  check ((status = 'deleted') = (account_id is null)),
  check (pinned_at is null or thread_id is null)
) strict;
create index comments_threads on comments(listing_id, created_at, id) where thread_id is null;
create index comments_replies on comments(thread_id, created_at, id) where thread_id is not null;
create index comments_answers on comments(answers_id) where answers_id is not null;
create index comments_said on comments(listing_id) where status = 'published';
create index comments_account on comments(account_id, created_at) where account_id is not null;
create index comments_pending on comments(updated_at, id) where status = 'pending';
create index comments_pinned on comments(listing_id) where pinned_at is not null;

-- The texts that a comment had before.
create table comment_versions (
  comment_id text not null references comments(id) on delete cascade,
  until integer not null,
  body text not null,
  primary key (comment_id, until)
) strict, without rowid;

create table comment_reactions (
  comment_id text not null references comments(id) on delete cascade,
  account_id text not null references accounts(id),
  kind text not null,
  at integer not null,
  primary key (comment_id, account_id, kind)
) strict, without rowid;
create index comment_reactions_account on comment_reactions(account_id);

-- Threads that somebody wants to hear nothing more of.
create table comment_mutes (
  account_id text not null references accounts(id) on delete cascade,
  thread_id text not null references comments(id) on delete cascade,
  at integer not null,
  primary key (account_id, thread_id)
) strict, without rowid;
create index comment_mutes_thread on comment_mutes(thread_id);

-- Comments that somebody is to be told of by email. Those of some minutes go out together.
create table comment_notices (
  account_id text not null references accounts(id) on delete cascade,
  comment_id text not null references comments(id) on delete cascade,
  at integer not null,
  primary key (account_id, comment_id)
) strict, without rowid;
create index comment_notices_comment on comment_notices(comment_id);

-- When somebody got the last of these emails.
create table comment_mails (
  account_id text primary key references accounts(id) on delete cascade,
  sent_at integer not null
) strict, without rowid;

-- The page of a listing shows its comments, their authors, who made it, and reactions.
create trigger comments_changed_insert after insert on comments begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = new.listing_id;
end;
create trigger comments_changed_update after update of id, listing_id, subject, thread_id, answers_id, account_id, body, status, created_at,
  edited_at, pinned_at on comments begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id in (old.listing_id, new.listing_id);
end;
create trigger comments_changed_delete after delete on comments begin
  insert into listing_changes(slug, shown) select slug, 'page' from listings where id = old.listing_id;
end;
create trigger comment_reactions_changed_insert after insert on comment_reactions begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id = (select listing_id from comments where id = new.comment_id);
end;
create trigger comment_reactions_changed_update after update on comment_reactions begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id in (select listing_id from comments where id in (old.comment_id, new.comment_id));
end;
create trigger comment_reactions_changed_delete after delete on comment_reactions begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id = (select listing_id from comments where id = old.comment_id);
end;
create trigger accounts_changed_name_of_comments after update of name on accounts begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id in (select listing_id from comments where account_id = new.id);
end;
create trigger listing_members_changed_insert after insert on listing_members begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id = new.listing_id and exists (select 1 from comments where listing_id = new.listing_id);
end;
create trigger listing_members_changed_update after update on listing_members begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings
  where id in (old.listing_id, new.listing_id) and exists (select 1 from comments where listing_id = listings.id);
end;
create trigger listing_members_changed_delete after delete on listing_members begin
  insert into listing_changes(slug, shown)
  select slug, 'page' from listings where id = old.listing_id and exists (select 1 from comments where listing_id = old.listing_id);
end;
