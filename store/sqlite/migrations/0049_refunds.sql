-- When a line was refunded by itself; the rest of its order stays.
alter table order_lines add column refunded_at integer;

-- Why an admin gave an order for nothing.
alter table orders add column given text;

-- Money that is to go back. The id is the key of the request at the provider, so it is sent once.
create table refunds (
  id text primary key,
  order_id integer not null references orders(id),
  provider text not null,
  payment_id text not null,
  -- The line that it ends; without one, the money is for the whole order.
  line_id text references order_lines(id),
  amount_cents integer not null check (amount_cents > 0),
  -- What the payment shows as refunded once this is done.
  refunded_after integer not null,
  -- Where to send money that came by bank transfer.
  holder text,
  account text,
  asked_by text not null references accounts(id),
  asked_at integer not null,
  done_at integer,
  -- The invoice or credit note that takes the line into account.
  document text
) strict, without rowid;
create index refunds_order on refunds(order_id);
create index refunds_open on refunds(asked_at) where done_at is null;
