-- A place is held until then while a payment is open, and taken for good when this is null.
alter table week_slots add column held_until integer;

-- When the buyer was reminded of a transfer, and why an admin corrected its amount.
alter table payments add column reminded_at integer;
alter table payments add column correction text;

-- Money that bank statements say arrived. The id is a hash of what the bank says, so each is stored once.
create table bank_lines (
  id text primary key,
  booked_on text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  payer text not null,
  reference text not null,
  added_at integer not null,
  -- The order that got the money; without one, the line was set aside.
  order_id integer references orders(id),
  decided_at integer
) strict, without rowid;
create index bank_lines_open on bank_lines(booked_on) where decided_at is null;
create index bank_lines_order on bank_lines(order_id) where order_id is not null;
