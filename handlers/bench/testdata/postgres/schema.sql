-- The rival of make bench: what a box office on PostgreSQL would do for a scan and
-- for a reservation, each one function and one round trip. Nothing in a scan is
-- shared: how many are inside is left to a count over the log, because a counter
-- row would make every gate wait for the commit of every other.
create table tickets (
  id bigint primary key, order_id bigint not null, event_id bigint not null, sale_item_id bigint not null,
  barcode text not null, name text not null, price bigint not null, valid_from timestamptz, valid_to timestamptz,
  cancelled_at timestamptz, filler text not null
);
create table ticket_states (
  ticket_id bigint primary key, inside boolean not null, ins int not null, outs int not null, changed_at timestamptz not null
) with (fillfactor = 80);
create table scans (
  id bigint generated always as identity primary key, at timestamptz not null, uuid uuid not null,
  ticket_id bigint, zone_id bigint not null, status text not null, answer jsonb not null
);
create table stock (id bigint primary key, available bigint not null) with (fillfactor = 10);
create table reservations (
  id bigint generated always as identity primary key, stock_id bigint not null, expires_at timestamptz not null
);

insert into tickets
  select n, n / 4, 1, n % 8, md5(n::text), 'Weekend ticket', 14900, now() - interval '1 day', now() + interval '3 days', null, repeat('x', 100)
  from generate_series(1, :tickets) n;
insert into ticket_states select n, false, 0, 0, now() from generate_series(1, :tickets) n;
insert into stock values (1, 1000000000);
create unique index on tickets (barcode);
create index on tickets (order_id);
create unique index on scans (uuid); -- finds the answer of a repeated scan
create index on reservations (expires_at);

create function scan(code text, key uuid) returns jsonb language plpgsql as $$
declare
  said jsonb;
  ticket tickets;
  state ticket_states;
begin
  select answer into said from scans where uuid = key;
  if found then
    return said;
  end if;
  select * into ticket from tickets where barcode = code;
  if not found or ticket.cancelled_at is not null or now() not between ticket.valid_from and ticket.valid_to then
    said := jsonb_build_object('status', 'denied');
    insert into scans (at, uuid, ticket_id, zone_id, status, answer) values (now(), key, ticket.id, 1, 'denied', said);
    return said;
  end if;
  update ticket_states
    set inside = not inside, ins = ins + (not inside)::int, outs = outs + inside::int, changed_at = now()
    where ticket_id = ticket.id returning * into state;
  said := jsonb_build_object('status', 'valid', 'name', ticket.name, 'scansIn', state.ins, 'scansOut', state.outs);
  insert into scans (at, uuid, ticket_id, zone_id, status, answer) values (now(), key, ticket.id, 1, 'valid', said);
  return said;
end $$;

create function reserve(item bigint) returns bigint language plpgsql as $$
declare
  made bigint;
begin
  update stock set available = available - 1 where id = item and available > 0;
  if not found then
    return null;
  end if;
  insert into reservations (stock_id, expires_at) values (item, now() + interval '15 minutes') returning id into made;
  return made;
end $$;

analyze;
vacuum;
checkpoint;
