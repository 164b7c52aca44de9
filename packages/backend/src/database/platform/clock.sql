-- When the site last looked at the clock, so that a jump is noticed (watch-clock.ts). For plain PostgreSQL only.
-- Run once after processes.sql, and again when this file has changed; every statement may be repeated.

create table if not exists backend.clock (
  is_only boolean primary key default true check (is_only),
  seen_at timestamptz not null,
  -- Before a jump; nothing is deleted by age until `held_until`.
  jumped_from timestamptz,
  held_until timestamptz
);
grant select, insert, update on backend.clock to backend;
