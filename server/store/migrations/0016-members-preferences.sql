-- Language and theme belong to the member, wherever they sign in; null: as their browser has it.
alter table member add column theme text check (theme in ('system', 'light', 'dark'));
