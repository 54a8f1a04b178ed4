-- Orders: what was bought, at which price and VAT, how it was paid, and what of it the buyer has.

-- Standard rates of the member states, in basis points. A new rate is a new row with the day from which it applies.
create table vat_rates (
  country text not null,
  valid_from text not null,
  rate_bp integer not null check (rate_bp between 0 and 10000),
  primary key (country, valid_from)
) strict, without rowid;

-- Never deleted. The number holds the id, so ids are not used again.
create table orders (
  id integer primary key autoincrement,
  number text not null unique,
  account_id text not null references accounts(id),
  status text not null,
  status_reason text,
  hold text,
  closed text,
  currency text not null,
  net_cents integer not null,
  vat_cents integer not null,
  total_cents integer not null check (total_cents = net_cents + vat_cents),
  vat_json text not null,
  billing_json text,
  token text not null unique,
  refunded_cents integer not null default 0,
  revision integer not null default 0,
  created_at integer not null,
  expires_at integer not null,
  paid_at integer,
  updated_at integer not null
) strict;
create index orders_account on orders(account_id, id desc);
create index orders_due on orders(status, expires_at);

create table order_lines (
  id text primary key,
  order_id integer not null references orders(id),
  position integer not null,
  product text not null,
  listing_id integer references listings(id),
  description text not null,
  quantity integer not null,
  unit_price_cents integer not null,
  net_cents integer not null,
  vat_cents integer not null,
  total_cents integer not null,
  options_json text not null,
  fulfilled_at integer,
  reversed_at integer,
  unique (order_id, position)
) strict;
create index order_lines_listing on order_lines(listing_id) where listing_id is not null;

-- One row an attempt at a provider; what is known of it only grows.
create table payments (
  provider text not null,
  payment_id text not null,
  order_id integer not null references orders(id),
  attempt text not null,
  is_paid integer not null,
  amount_cents integer not null,
  currency text,
  refunded_cents integer not null,
  is_refunded integer not null,
  dispute text not null,
  is_accepted integer not null,
  redirect_url text,
  instructions text,
  polls integer not null default 0,
  next_poll_at integer,
  started_at integer not null,
  updated_at integer not null,
  primary key (provider, payment_id)
) strict, without rowid;
create index payments_order on payments(order_id);
create index payments_due on payments(next_poll_at) where next_poll_at is not null;

-- Every event that was taken, so that none is taken twice. `order_id` is null when nobody knew the order.
create table payment_events (
  provider text not null,
  event_id text not null,
  payment_id text not null,
  order_id integer references orders(id),
  event_json text not null,
  received_at integer not null,
  primary key (provider, event_id)
) strict, without rowid;
create index payment_events_order on payment_events(order_id) where order_id is not null;

-- Places of a week that are taken by a paid line: a launch until it is in the calendar, the featured row until the end.
create table week_slots (
  line_id text primary key references order_lines(id),
  kind text not null,
  week text not null,
  listing_id integer not null references listings(id),
  taken_at integer not null
) strict, without rowid;
create index week_slots_week on week_slots(kind, week);
