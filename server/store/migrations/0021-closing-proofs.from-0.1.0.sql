-- A proof for a closing names its month. Programs of 0.1.0 ask for one without.
alter table step_up
	drop constraint step_up_check,
	add constraint bound_proof_has_its_digest
		check (purpose = 'close' or (digest is not null) = (purpose in ('request', 'approve', 'settle', 'confirm')));
