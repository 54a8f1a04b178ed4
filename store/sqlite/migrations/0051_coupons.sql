-- Coupons, made by the site team. A code is stored in capitals and stays: orders name it.
create table coupons (
  code text primary key,
  kind text not null check (kind in ('percent', 'amount', 'free_launch')),
  value integer not null check (value >= 0),
  products_json text not null,
  starts_at integer,
  ends_at integer,
  max_uses integer check (max_uses > 0),
  once_per_account integer not null,
  paused_at integer,
  created_at integer not null
) strict, without rowid;

-- A use is reserved until then while a payment is open, and counts for good when this is null.
create table coupon_uses (
  order_id integer primary key references orders(id),
  code text not null references coupons(code),
  held_until integer,
  used_at integer not null
) strict;
create index coupon_uses_code on coupon_uses(code);

-- The net amount of a line is after its discount.
alter table order_lines add column discount_cents integer not null default 0;
alter table order_lines add column coupon_code text;

-- Money that was to go back and came back: failed refunds, and chargebacks that were reversed.
alter table payments add column refunds_failed_cents integer not null default 0;
-- Until when the seller can answer an open dispute, if the provider says so.
alter table payments add column dispute_due_at integer;
