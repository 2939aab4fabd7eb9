-- The days of the audit log: `at` and `id` ascend together, but no condition on `at` told PostgreSQL where to begin.
create index audit_entry_at on audit_entry (at, id);
