-- One attempt, so one POST, per payment for ever: the constraint that every promise rests on says its name where it refuses.
alter table attempt rename constraint attempt_payment_id_key to attempt_one_per_payment;
