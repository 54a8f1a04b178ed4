-- Registered clients that nobody allowed are counted at each new registration, and the oldest make room.
create index oauth_unused_clients on oauth_objects(model, consumed_at, created_at) where model = 'Client' and consumed_at is null;
