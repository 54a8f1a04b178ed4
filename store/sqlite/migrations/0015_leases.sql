-- Several processes share the queue: whoever holds the lease of a job runs it. `beats` counts the heartbeats of the owner.
alter table jobs add column owner text;
alter table jobs add column beats integer not null default 0;
alter table jobs add column started_at integer;
alter table jobs add column interruptions integer not null default 0;
create index jobs_interrupted on jobs(kind, run_at, id) where state = 'queued' and interruptions > 0;

-- A mail whose link has ended is of no use: it is not sent any more.
alter table mails add column expires_at integer;
