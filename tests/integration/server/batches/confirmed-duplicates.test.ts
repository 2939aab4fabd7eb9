import { Kysely, PostgresDialect } from "kysely";
import { expect, test } from "vitest";
import type { BatchDecision } from "#lib/contracts/batch.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { changeRows } from "#server/batches/draft/change-rows.ts";
import { createBatch } from "#server/batches/draft/create-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { newBatch, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const desk = await openPaymentDesk();
const { maker, approver } = desk;
const REASON = "Two weeks of work";
let statements = 0;
const database = new Kysely<Tables>({
	dialect: new PostgresDialect({ pool: desk.pool }),
	log: () => {
		statements += 1;
	},
});

/** Requests a list again, and approves it before the first: each row has a twin that is confirmed. Returns the statements of both acts. */
async function countedActs(rows: number): Promise<number[]> {
	const list = newBatch(rows);
	const counts: number[] = [];
	const counted = async (who: typeof maker, input: BatchDecision & { id: string }) => {
		statements = 0;
		const decided = await decideBatch({ ...who, database }, input);
		counts.push(statements);
		return decided;
	};
	const first = await requestedBatch(maker, list);
	const draft = await createBatch(maker, list, desk.key());
	const confirmation = { id: draft.id, version: draft.version, rows: "repeated" as const, reason: REASON };
	const { id, version } = await changeRows(maker, confirmation);
	const second = await counted(maker, { id, version, decision: "request" });
	await decideBatch(approver, { id, version: second.version, decision: "approve" });
	const { items } = await listRows(maker, { id, limit: 500 });
	const of = items.flatMap(({ paymentId }) => paymentId ?? []);
	const duplicate = { of, reason: REASON };
	await counted(approver, { id: first.id, version: first.version, decision: "approve", duplicate });
	const confirmed = await auditEntries(desk.database, { action: "payment.confirmed_duplicate" });
	expect(confirmed.filter(({ subject_id }) => of.includes(subject_id ?? ""))).toHaveLength(rows);
	return counts;
}

test("a list whose rows are all confirmed duplicates is requested and approved with as many statements for forty rows as for two", async () => {
	const few = await countedActs(2);
	expect(await countedActs(40)).toEqual(few);
});
