-- Each kind of job takes what is due for itself, so that a kind with many waiting rows holds up no other.
create index jobs_of_kind on jobs(kind, run_at, id) where state = 'queued';
