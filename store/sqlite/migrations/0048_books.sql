-- What each invoice and credit note adds to the books, one row for each VAT rate. It follows from the document, which never changes.
create table book_entries (
  number text not null references invoices(number),
  rate_bp integer not null,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- The invoice that a credit note credits.
  credits text references invoices(number),
  issued_on text not null,
  -- The day of the payment; a credit note has that of its invoice, whose VAT period it corrects.
  supplied_on text not null,
  order_number text not null,
  treatment text not null check (treatment in ('domestic', 'oss', 'reverse_charge', 'outside_eu', 'not_charged')),
  seller_country text,
  country text,
  -- Whose VAT is charged.
  vat_country text,
  vat_number text,
  buyer text not null,
  currency text not null,
  -- Negative on credit notes.
  net_cents integer not null,
  vat_cents integer not null,
  total_cents integer not null,
  -- In the seller's currency, where the document states it.
  seller_currency text,
  seller_net_cents integer,
  seller_vat_cents integer,
  primary key (number, rate_bp)
) strict, without rowid;
create unique index book_entries_by_day on book_entries(issued_on, number, rate_bp);
create index book_entries_of_invoice on book_entries(credits) where credits is not null;

-- Documents from before this table. Whose VAT they charge follows from the rates of that day; if both have the rate, it is the buyer's.
insert into book_entries
with documents as (
  select number, kind, order_number, content_json as content,
    content_json ->> '$.issuedOn' as issued_on,
    coalesce(content_json ->> '$.paidOn', content_json ->> '$.issuedOn') as paid_on,
    content_json ->> '$.credits' as credits,
    case content_json ->> '$.seller.country' when 'MC' then 'FR' else content_json ->> '$.seller.country' end as seller,
    content_json ->> '$.buyer.country' as country,
    case content_json ->> '$.buyer.country' when 'MC' then 'FR' else content_json ->> '$.buyer.country' end as counted,
    coalesce(content_json ->> '$.vatNote', '') as note
  from invoices
), shares as (
  select documents.*, line.value ->> '$.vatRateBasisPoints' as rate_bp,
    sum(line.value ->> '$.netCents') as net, sum(line.value ->> '$.vatCents') as vat
  from documents, json_each(documents.content, '$.lines') as line
  group by number, line.value ->> '$.vatRateBasisPoints'
), placed as (
  select shares.*,
    (select rate.rate_bp from vat_rates as rate where rate.country = seller and rate.valid_from <= issued_on order by rate.valid_from desc limit 1) = rate_bp
    and coalesce((select rate.rate_bp from vat_rates as rate where rate.country = counted and rate.valid_from <= issued_on order by rate.valid_from desc limit 1), -1) <> rate_bp
    as pays_sellers
  from shares
)
select placed.number, rate_bp, kind, credits, issued_on,
  coalesce((select coalesce(credited.content_json ->> '$.paidOn', credited.content_json ->> '$.issuedOn') from invoices as credited where credited.number = credits), paid_on),
  order_number,
  case
    when rate_bp > 0 then case when pays_sellers or counted is seller then 'domestic' else 'oss' end
    when instr(note, 'Reverse charge') then 'reverse_charge'
    when note like 'No VAT of the European Union%' then 'outside_eu'
    else 'not_charged'
  end,
  seller, country,
  case when rate_bp > 0 then case when pays_sellers then seller else counted end end,
  content ->> '$.buyer.vatNumber', content ->> '$.buyer.name', content ->> '$.currency',
  case kind when 'invoice' then net else -net end,
  case kind when 'invoice' then vat else -vat end,
  case kind when 'invoice' then net + vat else -net - vat end,
  null, null, null
from placed;

create trigger book_entries_no_update before update on book_entries begin
  select raise(abort, 'an entry of the books never changes');
end;
create trigger book_entries_no_delete before delete on book_entries begin
  select raise(abort, 'an entry of the books is never deleted');
end;

-- What providers say they kept of a payment, and when they paid out the rest. What is not known is null, never 0.
create table payment_costs (
  provider text not null,
  payment_id text not null,
  fee_cents integer,
  currency text,
  -- What the provider calls the money in its own books, as its payouts list it.
  reference text,
  payout_id text,
  paid_out_on text,
  asked_at integer not null,
  primary key (provider, payment_id)
) strict, without rowid;
create index payment_costs_by_reference on payment_costs(provider, reference) where payout_id is null;

-- What counts towards the threshold of Article 59c in each year, and up to which part of it the team was told.
create table vat_thresholds (
  year text primary key,
  net_cents integer not null,
  assumed_cents integer not null,
  unknown integer not null,
  told integer not null,
  measured_at integer not null
) strict, without rowid;
