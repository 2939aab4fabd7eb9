import { expect, test } from "vitest";
import {
	BATCH_FAILURE_STATES,
	LEAVING_STATES,
	OPEN_STATES,
	PAID_STATES,
	PAYMENT_STATES,
	SETTLED_STATES,
	WAITING_STATES,
} from "#lib/payment-state.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { pool } = await createTestDatabase();

/** Every text of the schema that may name states: checks, partial indexes, conditions of triggers, functions. */
const DEFINITIONS = `
	select conname as name, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c'
	union all select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
	union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
	union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`;

/** 'a', 'b' in a function, or ARRAY['a'::text, 'b'::text] as PostgreSQL prints it: at least two in a row. */
const LIST = /'\w+'(?:::text)?(?:\)::text)?(?:,\s*\(?'\w+'(?:::text)?(?:\)::text)?)+/g;

function stateLists(text: string): string[][] {
	const known = new Set<string>(PAYMENT_STATES);
	const lists = [...text.matchAll(LIST)].map(([list]) => [...list.matchAll(/'(\w+)'/g)].map(([, word = ""]) => word));
	return lists.filter((words) => words.every((word) => known.has(word)));
}

test("where the database groups states, it groups them as lib/payment-state.ts does", async () => {
	const { rows } = await pool.query<{ name: string; text: string }>(DEFINITIONS);
	expect(rows.length).toBeGreaterThan(50);
	const lists = rows.flatMap(({ name, text }) => stateLists(text).map((list) => [name, list.sort()]));
	const sorted = (states: readonly string[]) => [...states].sort();
	expect(lists.sort()).toEqual([
		["is_new_number", sorted(PAID_STATES)],
		["note_changed_payments", sorted(WAITING_STATES)],
		["payment_approvers", sorted(LEAVING_STATES)],
		["payment_batch_failure", sorted(BATCH_FAILURE_STATES)],
		["payment_open", sorted(OPEN_STATES)],
		["payment_open_to_number", sorted(OPEN_STATES)],
		["payment_state_check", sorted(PAYMENT_STATES)],
		["require_two_people", sorted(SETTLED_STATES)],
	]);
});
