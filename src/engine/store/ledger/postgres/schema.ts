/**
 * What the database holds, as migrations in their order; a released one never changes. All of it is
 * in the schema `vaultd`. `commit_steps` does a whole commit in one round trip: the lock on the row
 * of the vault gives the numbers, and orders commits of all machines.
 */
export const migrations: readonly string[] = [
  `
create table vaultd.vault (
  id text primary key,
  name text not null,
  head bigint not null default 0,
  pruned bigint not null default 0,
  made_at timestamptz not null default now()
);

create table vaultd.step (
  vault text not null references vaultd.vault on delete cascade,
  number bigint not null,
  id text not null,
  body jsonb not null,
  committed_at timestamptz not null default clock_timestamp(),
  primary key (vault, number),
  unique (vault, id)
);

create table vaultd.content (
  vault text not null references vaultd.vault on delete cascade,
  hash text not null,
  size integer not null,
  stored bytea not null,
  primary key (vault, hash)
);
-- The machines compress what they store.
alter table vaultd.content alter column stored set storage external;

create table vaultd.head (
  vault text not null references vaultd.vault on delete cascade,
  path text collate "C" not null,
  name_key text collate "C" not null,
  version text not null,
  number bigint not null,
  primary key (vault, path),
  unique (vault, name_key)
);

create table vaultd.machine (
  vault text not null references vaultd.vault on delete cascade,
  id text not null,
  name text not null,
  applied bigint not null,
  conflicts integer not null,
  seen_at timestamptz not null,
  primary key (vault, id)
);

-- The contents are one after the other in one value: their hashes, lengths and sizes say where.
create function vaultd.commit_steps(in_vault text, in_steps jsonb, in_contents jsonb, in_bytes bytea)
returns jsonb language plpgsql as $$
declare
  outcomes jsonb := '[]';
  this jsonb;
  next bigint;
  known bigint;
  found_paths jsonb;
  clash record;
begin
  -- In one order, before the lock, so that commits with the same contents do not wait in a circle.
  insert into vaultd.content (vault, hash, size, stored)
    select in_vault, c.h, c.s, substring(in_bytes from c.o + 1 for c.n)
    from jsonb_to_recordset(in_contents) as c(h text, s integer, o integer, n integer)
    order by c.h
    on conflict do nothing;
  -- Not the whole row: contents that others insert at the same time refer to its key.
  select head into next from vaultd.vault where id = in_vault for no key update;
  if not found then
    raise exception 'no such vault' using errcode = 'VD001';
  end if;

  for this in select * from jsonb_array_elements(in_steps) loop
    select number into known from vaultd.step where vault = in_vault and id = this->>'id';
    if found then
      outcomes := outcomes || jsonb_build_object('number', known);
      continue;
    end if;

    select jsonb_agg(stale.path order by stale.path) into found_paths from (
      select c.path
      from jsonb_to_recordset(this->'changes') as c(path text, before text, after text)
      left join vaultd.head h on h.vault = in_vault and h.path = c.path
      where case
        when c.after = 'folder' then coalesce(h.version, 'folder') <> 'folder'
        when c.before = 'folder' and c.after is null then
          coalesce(h.version, 'folder') <> 'folder' or exists (
            select from vaultd.head below
            where below.vault = in_vault and below.path > c.path || '/' and below.path < c.path || '0'
            and not exists (
              select from jsonb_to_recordset(this->'changes') as r(path text, after text)
              where r.path = below.path and r.after is null))
        else h.version is distinct from c.before end
      union
      select f.path
      from jsonb_to_recordset(this->'folders') as f(path text)
      join vaultd.head h on h.vault = in_vault and h.path = f.path
      where h.version <> 'folder' and not exists (
        select from jsonb_to_recordset(this->'changes') as r(path text, after text)
        where r.path = h.path and r.after is null)
    ) as stale;
    if found_paths is not null then
      outcomes := outcomes || jsonb_build_object('stale', found_paths);
      continue;
    end if;

    select named.path, h.path as other into clash from (
      select c.path, c.key, 0 as rank
      from jsonb_to_recordset(this->'changes') as c(path text, key text, after text)
      where c.after is not null
      union all
      select f.path, f.key, 1
      from jsonb_to_recordset(this->'folders') as f(path text, key text)
    ) as named
    join vaultd.head h on h.vault = in_vault and h.name_key = named.key and h.path <> named.path
    where not exists (
      select from jsonb_to_recordset(this->'changes') as r(path text, after text)
      where r.path = h.path and r.after is null)
    order by named.rank, named.path
    limit 1;
    if found then
      outcomes := outcomes || jsonb_build_object('path', clash.path, 'with', clash.other);
      continue;
    end if;

    if exists (
      select from jsonb_to_recordset(this->'changes') as c(after text)
      where c.after <> 'folder' and not exists (
        select from vaultd.content k where k.vault = in_vault and k.hash = c.after)
    ) then
      raise exception 'a content is missing' using errcode = 'VD002';
    end if;

    delete from vaultd.head h
      using jsonb_to_recordset(this->'changes') as c(path text, after text)
      where h.vault = in_vault and h.path = c.path and c.after is null;
    next := next + 1;
    insert into vaultd.head (vault, path, name_key, version, number)
      select in_vault, c.path, c.key, c.after, next
      from jsonb_to_recordset(this->'changes') as c(path text, key text, after text)
      where c.after is not null
      on conflict (vault, path) do update set version = excluded.version, number = next;
    insert into vaultd.head (vault, path, name_key, version, number)
      select in_vault, f.path, f.key, 'folder', next
      from jsonb_to_recordset(this->'folders') as f(path text, key text)
      on conflict (vault, path) do nothing;
    insert into vaultd.step (vault, number, id, body)
      values (in_vault, next, this->>'id', this->'body');
    outcomes := outcomes || jsonb_build_object('number', next);
  end loop;

  update vaultd.vault set head = next where id = in_vault and head <> next;
  if found then
    perform pg_notify('vaultd', in_vault);
  end if;
  return outcomes;
end $$;

-- Contents that neither a path nor a step that stays speaks of go with the steps.
create function vaultd.prune_steps(in_vault text, in_age_ms double precision, in_bytes double precision)
returns bigint language plpgsql as $$
declare
  last bigint;
  removed bigint;
begin
  perform from vaultd.vault where id = in_vault for no key update;
  select max(number) into last from (
    select s.number, s.committed_at, sum(
      (select coalesce(sum(k.size), 0) + 1
       from jsonb_to_recordset(s.body->'changes') as c(before text)
       join vaultd.content k on k.vault = in_vault and k.hash = c.before)
    ) over (order by s.number desc) as bytes
    from vaultd.step s where s.vault = in_vault
  ) as aged
  where aged.bytes > in_bytes
    or aged.committed_at < clock_timestamp() - in_age_ms * interval '1 millisecond';
  if last is null then
    return 0;
  end if;
  delete from vaultd.step where vault = in_vault and number <= last;
  get diagnostics removed = row_count;
  update vaultd.vault set pruned = greatest(pruned, last) where id = in_vault;
  with used as materialized (
    select version as hash from vaultd.head where vault = in_vault
    union select c.before from vaultd.step s, jsonb_to_recordset(s.body->'changes') as c(before text)
      where s.vault = in_vault
    union select c.after from vaultd.step s, jsonb_to_recordset(s.body->'changes') as c(after text)
      where s.vault = in_vault
  )
  delete from vaultd.content k
    where k.vault = in_vault and not exists (select from used where used.hash = k.hash);
  return removed;
end $$;
`,
];
