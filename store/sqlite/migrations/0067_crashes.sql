-- How often the process ended or hung while this job ran, beside others or alone. Only the latter are interruptions.
alter table jobs add column crashes integer not null default 0;
drop index jobs_interrupted;
create index jobs_crashed on jobs(kind, run_at, id) where state = 'queued' and crashes > 0;
