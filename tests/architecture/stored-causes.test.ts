/** Checks what types cannot: causes are stored as codes, and only one place writes events. */
import { expect, test } from "vitest";
import type { Cause } from "#lib/failure-causes.ts";
import { CAUSES } from "#lib/failure-causes.ts";
import type { NewPaymentEvent } from "#server/payment-records/move-payment.ts";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const ours = sourceFiles().filter((file) => !/^(server\/sandbox|tests)\//.test(file));
const holding = (what: RegExp) => ours.filter((file) => what.test(readSource(file)));

test("a column for a cause takes a code and nothing else", () => {
	const columns = ours
		.filter((file) => file.startsWith("server/store/") && file.endsWith("tables.ts"))
		.flatMap((file) =>
			[...readSource(file).matchAll(/^\t\t(\w*cause): (.+);$/gm)].map(([, name, type]) => `${name}: ${type}`),
		);
	const codes = columns.filter((column) => column.endsWith(": Optional<Cause>"));
	expect(codes.length).toBeGreaterThanOrEqual(5);
	// The causes of a wallet's gap are a closed list of their own.
	expect(columns.filter((column) => !codes.includes(column))).toEqual([
		'cause: "start" | "pause" | "clock" | "went_back" | "restart" | "fall"',
	]);
});

test("an event is written by the one place that also tells the record, and by the demo's stories", () => {
	expect(holding(/insert(Into\(|All\(trx, )"payment_event"|insert into payment_event/).sort()).toEqual([
		"server/cli/demo-data/seed-demo.ts",
		"server/payment-records/move-payment.ts",
	]);
	expect(holding(/update(Table\("| )payment_event/)).toEqual([]);
});

test("no type lets a sentence through as a cause, or a note without a person", () => {
	const refused: unknown[] = [
		// @ts-expect-error a sentence is no cause
		"the connection broke off" satisfies Cause,
		// @ts-expect-error only a person writes a note
		{ event: "answer_lost", by: "cauri", note: "the connection broke off" } satisfies NewPaymentEvent,
		// @ts-expect-error nor is a note of the service taken
		{ event: "sending", by: "service", note: "the connection broke off" } satisfies NewPaymentEvent,
		// @ts-expect-error the cause among the details is a code too
		{ event: "not_sent", by: "cauri", details: { cause: "it broke off", words: null } } satisfies NewPaymentEvent,
		// @ts-expect-error details are those of this event
		{ event: "accepted", by: "service", details: { cause: "broken_off", words: null } } satisfies NewPaymentEvent,
		// @ts-expect-error an event that is not in the list
		{ event: "vanished", by: "cauri" } satisfies NewPaymentEvent,
	];
	expect(refused).toHaveLength(6);
	expect(CAUSES.filter((cause) => /\s/.test(cause))).toEqual([]);
});
