-- The provider tells of a sign-out there, from its server to ours: by its own name of the session, once.
alter table provider_session add column sid text;
create index provider_session_sid on provider_session (issuer, sid) where sid is not null;

create table told_sign_out (
	issuer text not null,
	-- Of the provider's token: what was told once is nothing new.
	jti text not null check (char_length(jti) between 1 and 255),
	told_at timestamptz not null default now(),
	primary key (issuer, jti)
);
create index told_sign_out_age on told_sign_out (told_at);
