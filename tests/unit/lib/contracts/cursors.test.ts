import { expect, test } from "vitest";
import { auditQuerySchema } from "#lib/contracts/audit.ts";
import { batchQuerySchema } from "#lib/contracts/batch.ts";
import { importedTransactionQuerySchema } from "#lib/contracts/imported-transaction.ts";
import { paymentQuerySchema } from "#lib/contracts/payment.ts";
import { recipientQuerySchema } from "#lib/contracts/recipient.ts";

const ID = "01JD9K4Q7WZZZZZZZZZZZZZZZZ";

test.each([
	["audit entries", auditQuerySchema, ["1", "905"], ["", "0", "x", "1.5", ID]],
	["batches", batchQuerySchema, [ID], ["", "a b", "../x", "2026-03-11T00:00"]],
	[
		"imported transactions",
		importedTransactionQuerySchema,
		["1773187200000_3_PSP-1_a.b"],
		["", "a b", "PSP-1_a.b", "1773187200000_3_"],
	],
	["payments", paymentQuerySchema, [ID, "2026-03-11"], ["", "a b", "../x", "eyJ9="]],
	["recipients", recipientQuerySchema, [ID], ["", "a b", "../x"]],
] as const)("a cursor in the list of %s has the form of its place, or is refused", (_, schema, valid, malformed) => {
	for (const cursor of valid) expect(schema.safeParse({ cursor }).success, cursor).toBe(true);
	for (const cursor of malformed) expect(schema.safeParse({ cursor }).success, cursor).toBe(false);
});
