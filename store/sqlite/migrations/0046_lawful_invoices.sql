-- VAT of an invoice in the currency of the seller (Art. 230 of Directive 2006/112/EC), and the rate that it was converted at:
-- units of the seller's currency for one of the invoice's, as decimal text. Null where none is needed.
alter table invoices add column seller_currency text;
alter table invoices add column exchange_rate text;
alter table invoices add column exchange_rate_date text;
alter table invoices add column seller_vat_cents integer;

-- Reference rates of the European Central Bank: units of the currency for one euro, as published.
create table exchange_rates (
  day text not null,
  currency text not null,
  rate text not null,
  primary key (day, currency)
) strict, without rowid;

-- Paid orders whose next invoice cannot be issued yet, and why.
create table invoice_waits (
  order_id integer primary key references orders(id),
  reason text not null,
  since integer not null
) strict;

-- What shows where a buyer is (Art. 24f of Implementing Regulation 282/2011).
create table place_evidence (
  order_id integer not null references orders(id),
  kind text not null check (kind in ('billing_address', 'ip_address', 'card', 'bank')),
  country text not null,
  seen_at integer not null,
  primary key (order_id, kind)
) strict, without rowid;

-- Where the account is from which a transfer came, if the bank says.
alter table bank_lines add column payer_country text;

-- What buyers ask to be corrected on an invoice that was issued.
create table invoice_requests (
  id integer primary key,
  order_id integer not null references orders(id),
  invoice_number text not null,
  billing_json text not null,
  note text not null,
  asked_at integer not null,
  decided_at integer,
  decision text check (decision in ('corrected', 'declined')),
  answer text
) strict;
create unique index invoice_requests_open on invoice_requests(order_id) where decided_at is null;
