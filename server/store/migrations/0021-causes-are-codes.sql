-- Causes are codes, facts of an event are details, and a deadline has the name of what ends with it.

-- Facts of an event, by its kind. Null: from before; events are never rewritten, and what stands in their notes is read by
-- server/payments/old-event.ts for good. So is the record, whose entries are chained by their hashes.
alter table payment_event add details jsonb;

-- Until when the answer of the one POST is waited for, apart from until when the payer may pay, and from until when a payment
-- without a permit here may have left.
alter table attempt rename column deadline_at to send_deadline;
alter table payment rename column deadline_at to send_deadline;
alter table payment add payer_deadline timestamptz, add may_have_left_until timestamptz;
update payment set may_have_left_until = send_deadline, send_deadline = null where sent_at is null and send_deadline is not null;
update payment set payer_deadline = send_deadline, send_deadline = sent_at + interval '180 seconds'
	where kind = 'deposit' and sent_at is not null
		and exists (select from payment_event where payment_id = payment.id and state = 'pending');

-- Why it failed: in the service's own word, and, where no answer could be used, as a code. Why the last look did not work.
alter table payment rename column service_reason to failure_reason;
alter table payment rename column reason to failure_cause;
alter table payment add look_cause text, add look_words text;
alter table imported_transaction rename column reason to cause;
alter table orphan_answer rename column note to words;
alter table orphan_answer add cause text;
alter table payout_wait rename column reason to kind;
alter table payout_wait rename column note to words;
alter table payout_wait add cause text;

-- The same sentences as in lib/old-causes.ts; a test holds them together. What is none of them is the service's own words.
do $$
declare
	codes jsonb := '{
			"the service''s name could not be looked up": "lookup",
			"the connection could not be made": "connect",
			"the secure connection could not be made": "tls",
			"the connection took too long": "connect_timeout",
			"the connection stood too late: the machine had slept": "too_late",
			"no answer came in time": "headers_timeout",
			"the answer stopped half-way": "body_timeout",
			"the answer took too long": "total_timeout",
			"the connection broke off": "broken_off",
			"the answer was not HTTP": "not_http",
			"the answer was too large": "too_large",
			"the answer was compressed although it must not be": "encoded",
			"the request could not be made": "not_made",
			"the answer was not JSON": "not_json",
			"the answer could not be read": "unreadable",
			"the answer names no reference": "no_reference",
			"the amount, currency or type in the answer cannot be read": "foreign_money",
			"the answer lacks what it must hold": "incomplete",
			"the service knows no such wallet": "no_wallet",
			"the service did not answer and is let rest": "rest",
			"too many questions wait already": "crowd",
			"the question failed": "question",
			"the answer speaks of another reference": "other_reference",
			"the answer speaks of another currency": "other_currency",
			"the phone number is not digits alone": "phone_shape",
			"the destination is not a number with its plus sign": "destination_shape",
			"the amount cannot be sent": "amount_shape",
			"this is not the shape of a currency code": "currency_shape",
			"this is not the shape of a reference": "reference_shape",
			"the path would leave the service": "path_outside",
			"none of the movements can be read": "no_line_readable",
			"the movements are too many bytes": "list_too_large",
			"the movements are too many": "list_too_long",
			"a movement is too long": "line_too_long",
			"the movements broke off": "list_broken_off",
			"the movements are not a JSON array": "not_a_list"
		}';
begin
	codes := codes || (
		select jsonb_object_agg('the service answered ' || status || case when is_redirect then ' and was not followed' else '' end,
			case when is_redirect then 'redirect:' else 'status:' end || status)
		from (select status, status between 300 and 399 as is_redirect from generate_series(100, 999) as status) as statuses);

	-- Of an open payment it was why the last look did not work, of the others why there was no answer that could be used.
	update payment set look_cause = codes ->> failure_cause,
		look_words = case when codes ? failure_cause then null else failure_cause end,
		failure_cause = null
	where failure_cause is not null and state = 'pending';
	update payment set failure_cause = codes ->> failure_cause where failure_cause is not null;
	-- What a refusal said of itself stands in its event; here stands what the service answered.
	update payment set failure_cause = 'status:' || attempt.http_status from attempt
	where attempt.payment_id = payment.id and payment.state = 'refused' and payment.failure_cause is null
		and attempt.http_status between 100 and 999;

	update imported_transaction set cause = codes ->> cause where cause is not null;

	-- But for a refusal, what is no cause was a status or the facts that differ: the answer's other columns have them.
	update orphan_answer set cause = codes ->> words,
		words = case when state = 'refused' and not codes ? words then words end
	where words is not null;
	update orphan_answer set cause = 'status:' || http_status
	where state = 'refused' and cause is null and http_status between 100 and 999;

	update payout_wait set cause = codes ->> words, words = case when codes ? words then null else words end
	where words is not null;
end $$;

-- A code of lib/causes.ts, and never a sentence, whatever the program above believes.
alter table payment
	add constraint payment_failure_cause_is_a_code check (failure_cause ~ '^([a-z_]+|(status|redirect):\d{3})$'),
	add constraint payment_look_cause_is_a_code check (look_cause ~ '^([a-z_]+|(status|redirect):\d{3})$');
alter table imported_transaction
	add constraint imported_transaction_cause_is_a_code check (cause ~ '^([a-z_]+|(status|redirect):\d{3})$');
alter table orphan_answer add constraint orphan_answer_cause_is_a_code check (cause ~ '^([a-z_]+|(status|redirect):\d{3})$');
alter table payout_wait add constraint payout_wait_cause_is_a_code check (cause ~ '^([a-z_]+|(status|redirect):\d{3})$');
