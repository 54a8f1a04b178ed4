-- Pictures that people uploaded. The files are in DATA_DIR/uploads, named by the id.
create table uploads (
  id text primary key,
  shape text not null check (shape in ('square', 'wide')),
  -- Whoever uploaded it; a picture on a page of the site outlives the account.
  account_id text references accounts(id) on delete set null,
  name text not null,
  width integer not null,
  height integer not null,
  at integer not null
) strict, without rowid;
create index uploads_newest on uploads(at desc, id);
create index uploads_account on uploads(account_id) where account_id is not null;

-- What admins set for the whole site, in one row. Null means the default of the program or its environment.
create table site_look (
  id integer primary key check (id = 1),
  name text,
  accent text,
  logo text references uploads(id) on delete set null,
  hero_title text,
  hero_text text,
  footer_text text,
  footer_links_json text not null default '[]'
) strict;
insert into site_look(id) values (1);

-- What a cover shows, for whoever does not see it.
alter table posts add column cover_alt text;

-- Votes that count by the quarter of an hour in which they were cast, as 900000 milliseconds since 1970: a day of any
-- time zone is a sum of quarters. Kept by triggers, so that a chart reads no votes.
create table vote_quarters (quarter integer primary key, count integer not null) strict;
insert into vote_quarters select at / 900000, count(*) from votes where counted = 1 group by at / 900000;

create trigger votes_by_quarter_insert after insert on votes when new.counted = 1 begin
  insert into vote_quarters values (new.at / 900000, 1) on conflict do update set count = count + 1;
end;
create trigger votes_by_quarter_update after update of counted, at on votes
when old.counted <> new.counted or old.at <> new.at begin
  update vote_quarters set count = count - 1 where old.counted = 1 and quarter = old.at / 900000;
  insert into vote_quarters select new.at / 900000, 1 where new.counted = 1 on conflict do update set count = count + 1;
end;
create trigger votes_by_quarter_delete after delete on votes when old.counted = 1 begin
  update vote_quarters set count = count - 1 where quarter = old.at / 900000;
end;

-- How far each draft came: 0 begun, 1 ready, 2 saved as a listing, 3 scheduled, 4 live, now or once. Kept by triggers,
-- because the rows of drafts and listings are long.
create table draft_progress (
  draft_id text primary key references drafts(id) on delete cascade,
  begun_at integer not null,
  step integer not null
) strict, without rowid;
create index draft_progress_begun on draft_progress(begun_at, step);
create view draft_steps as
select draft.id as draft_id, draft.listing_id, draft.created_at as begun_at,
  case
    when listing.launched_at is not null then 4
    when listing.status in ('scheduled', 'live') then 3
    when draft.listing_id is not null then 2
    else draft.status = 'ready'
  end as step
from drafts draft left join listings listing on listing.id = draft.listing_id;
insert into draft_progress select draft_id, begun_at, step from draft_steps;

create trigger draft_progress_insert after insert on drafts begin
  insert into draft_progress select draft_id, begun_at, step from draft_steps where draft_id = new.id;
end;
create trigger draft_progress_update after update of status, listing_id on drafts
when old.status <> new.status or old.listing_id is not new.listing_id begin
  update draft_progress set step = (select step from draft_steps where draft_id = new.id) where draft_id = new.id;
end;
create trigger draft_progress_launch after update of status, launched_at on listings
when old.status <> new.status or old.launched_at is not new.launched_at begin
  update draft_progress
  set step = (select step from draft_steps where draft_steps.draft_id = draft_progress.draft_id)
  where draft_id in (select id from drafts where listing_id = new.id);
end;

-- Launches and income over time are counted from these indexes alone.
create index listings_by_launch on listings(launched_at, is_demo) where launched_at is not null;
create index orders_by_payment on orders(paid_at, currency, net_cents, total_cents, refunded_cents) where paid_at is not null;
