-- Where the request came from that wrote an entry, and what its browser said of itself. Part of the entry's hash where there is one;
-- entries from before, and those of Cauri itself, have neither and keep the hash that they have.
alter table audit_entry add column address text, add column user_agent text;
