/**
 * How the tables came to be, in order; the number of one is its place here. What is released is never changed, only
 * followed by the next.
 *
 * Documents are `json`, not `jsonb`: it gives back what was put in, also a NUL that a contract has printed, which `jsonb`
 * refuses. Nothing is looked for inside them; what lists sort and filter by stands in columns.
 */
export const MIGRATIONS: readonly string[] = [
  `
  create table planwright.hosts (
    id text primary key,
    machine text not null,
    pid integer not null,
    started text,
    seen_at timestamptz not null default clock_timestamp()
  );

  create table planwright.runs (
    id text primary key,
    plan_id text not null,
    title text not null,
    top text not null,
    common_dir text not null,
    branch text not null,
    run json not null,
    status text not null,
    is_over boolean generated always as (status in ('draft', 'done', 'failed')) stored,
    is_paused boolean not null default false,
    steps integer not null,
    done text[] not null,
    host text references planwright.hosts on delete set null,
    seq integer not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    updated_at timestamptz not null default clock_timestamp()
  );
  create unique index one_run_of_a_branch on planwright.runs (common_dir, branch) where not is_over;
  create index on planwright.runs (host) where host is not null;

  create table planwright.events (
    run text not null references planwright.runs on delete cascade,
    seq integer not null,
    at timestamptz not null,
    entry uuid not null,
    fact json not null,
    primary key (run, seq)
  );

  create table planwright.effects (
    run text not null references planwright.runs on delete cascade,
    key text not null,
    value json not null,
    primary key (run, key)
  );

  create table planwright.questions (
    id text primary key,
    run text not null references planwright.runs on delete cascade,
    seq integer not null,
    step text,
    is_critical boolean not null,
    is_open boolean not null default true,
    question json not null,
    asked_at timestamptz not null,
    answered json
  );
  create index on planwright.questions (run) where is_open;

  create table planwright.messages (
    id bigint generated always as identity primary key,
    common_dir text not null,
    topic text not null,
    key text not null,
    message json not null,
    at timestamptz not null default clock_timestamp(),
    unique (common_dir, topic, key)
  );
  create index on planwright.messages (common_dir, topic, id);
  `,
  `
  create table planwright.ledger (
    run text not null,
    key text not null,
    common_dir text not null,
    plan text not null,
    step text not null,
    attempt integer,
    leg integer,
    role text not null,
    covers text not null,
    model text not null,
    input float8 not null,
    cached_read float8 not null,
    cached_write float8 not null,
    output float8 not null,
    usd float8,
    source text not null,
    warnings json not null,
    at timestamptz not null,
    primary key (run, key)
  );
  create index on planwright.ledger (common_dir, plan);
  create index on planwright.ledger (common_dir, at);
  `,
  // A repository has an id of its own, which by then was the path that its runs, topics and costs went by. What is left of
  // `common_dir` names a folder.
  `
  alter table planwright.runs add column repository text;
  update planwright.runs set repository = common_dir;
  alter table planwright.runs alter column repository set not null;
  drop index planwright.one_run_of_a_branch;
  create unique index one_run_of_a_branch on planwright.runs (repository, branch) where not is_over;

  alter table planwright.messages rename column common_dir to repository;
  alter table planwright.ledger rename column common_dir to repository;
  `,
  // What a fact says changes with the years (`record/upcast.ts`); a program that was started before writes the first version.
  `
  alter table planwright.events add column version smallint not null default 1;
  `,
  // Later than every workflow of the engine that an earlier program began: their names end with a number, as new ones do.
  `
  alter table planwright.runs add column epoch integer not null default 0;
  update planwright.runs set epoch =
    (select count(*) from planwright.events where run = runs.id and fact ->> 'type' = 'hosted');
  `,
];
