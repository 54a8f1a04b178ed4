-- Where news of the site is posted: chat rooms and accounts on social networks.
create table channels (
  id text primary key,
  kind text not null check (kind in ('discord', 'slack', 'mattermost', 'telegram', 'mastodon', 'bluesky')),
  gets_json text not null,
  language text not null,
  server text,
  account text,
  -- A webhook URL, token or app password, sealed.
  secret text not null,
  created_at integer not null,
  -- The last event that was posted, or is about to be.
  posted_seq integer not null,
  sent_at integer,
  off_since integer,
  off_reason text check (off_reason in ('admin', 'refused', 'failing')),
  failing_since integer,
  failures integer not null default 0,
  last_error text,
  check ((off_since is null) = (off_reason is null))
) strict;

-- A few minutes later, so that what starts together is one post. A job that begins within a minute
-- may already be reading, so it does not count.
create trigger events_posted after insert on events
when new.type in ('category.launch', 'week.awarded', 'update.posted', 'report.sent')
  and exists (select 1 from channels where off_since is null)
  and not exists (select 1 from jobs where kind = 'plan-posts' and state = 'queued' and run_at > new.at + 60000) begin
  insert into jobs(id, kind, payload_json, run_at, created_at)
    values ('plan-posts:' || new.id, 'plan-posts', '{}', new.at + 180000, new.at);
end;
create trigger event_week_awarded_first after insert on launch_weeks
when new.awarded_at is not null and exists (select 1 from channels where off_since is null) begin
  insert into events(type, at, data_json)
    values ('week.awarded', new.awarded_at, json_object('monday', new.monday));
end;
create trigger event_week_awarded after update of awarded_at on launch_weeks
when new.awarded_at is not null and old.awarded_at is null
  and exists (select 1 from channels where off_since is null) begin
  insert into events(type, at, data_json)
    values ('week.awarded', new.awarded_at, json_object('monday', new.monday));
end;
create trigger event_update_posted after insert on listing_updates
when exists (select 1 from channels where off_since is null) begin
  insert into events(type, at, listing_id, data_json)
    values ('update.posted', new.published_at, new.listing_id, json_object('update_id', new.id));
end;
create trigger event_report_sent after insert on reports
when exists (select 1 from channels where off_since is null) begin
  insert into events(type, at, data_json)
    values ('report.sent', new.at, json_object('case_id', new.case_id, 'reason', new.reason));
end;
