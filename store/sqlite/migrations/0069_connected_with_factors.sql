-- Whether the session that connected a provider had proved every factor. What was connected before counts as one factor.
alter table identities add column has_second_factor integer not null default 0;
