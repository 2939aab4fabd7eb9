-- When a page last asked for a check, answered or not: questions of all pages are spaced by it. `last_checked_at` is that of the last answer.
alter table payment add column asked_at timestamptz;
