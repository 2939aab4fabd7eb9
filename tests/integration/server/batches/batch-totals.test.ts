/** I17 of docs/payments.md, for any order of acts by people and the service on a batch. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Batch } from "#lib/contracts/batch.ts";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { stopBatch } from "#server/batches/decide/stop-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { pauseBatch } from "#server/batches/pause-batch.ts";
import { readBatch } from "#server/batches/read-batch.ts";
import { resumeBatch } from "#server/batches/resume-batch.ts";
import { AppError } from "#server/errors.ts";
import { newRow, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { maker, approver, viewer } = desk;
const usual = desk.script.post;
const ROWS = 4;

type Act = "approve" | "pause" | "resume" | "stop" | { row: number; answer: "usual" | "refused" | "lost" };
const ANSWERS: Record<string, typeof usual> = {
	usual,
	refused: (respond) => respond.json(422, { detail: "refused" }),
	lost: (respond) => respond.reset(),
};
const anyAct: fc.Arbitrary<Act> = fc.oneof(
	fc.constantFrom("approve" as const, "pause" as const, "resume" as const, "stop" as const),
	fc.record({
		row: fc.nat({ max: ROWS - 1 }),
		answer: fc.constantFrom("usual" as const, "refused" as const, "lost" as const),
	}),
);

const anyActs = fc
	.array(anyAct, { minLength: 4, maxLength: 10 })
	.chain((acts) => fc.constantFrom(acts, ["approve" as const, ...acts]));

async function take(act: Act, batch: Batch, payments: readonly string[]): Promise<void> {
	if (typeof act === "object") {
		desk.script.post = ANSWERS[act.answer] ?? usual;
		await desk.send({ id: payments[act.row] ?? "" });
	} else if (act === "approve")
		await decideBatch(approver, { id: batch.id, version: batch.version, decision: "approve" });
	else if (act === "pause") await pauseBatch(maker, { id: batch.id, reason: "Wrong month" });
	else if (act === "resume") await resumeBatch(approver, batch);
	else await stopBatch(maker, { id: batch.id, reason: "Enough of it" });
}

test("whatever is done with a batch, its rows by state are its total after each step, and no row has two POSTs", {
	timeout: 120_000,
}, async () => {
	await fc.assert(
		fc.asyncProperty(anyActs, async (acts) => {
			const rows = Array.from({ length: ROWS }, (_, place) => newRow({ amount: String(1_000 + place) }));
			const batch = await requestedBatch(maker, { name: "Salaries", rows });
			const { items } = await listRows(viewer, { id: batch.id, limit: ROWS });
			const payments = items.flatMap(({ paymentId }) => paymentId ?? []);
			expect(payments).toHaveLength(ROWS);
			const before = desk.posts().length;
			for (const act of acts) {
				const now = await readBatch(viewer, batch);
				await take(act, now, payments).catch((error: unknown) => {
					if (!(error instanceof AppError)) throw error;
				});
				const { counts, totals } = await readBatch(viewer, batch);
				expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(ROWS);
				expect(totals).toEqual([{ currency: "XOF", amount: "4006.00", count: ROWS }]);
			}
			const sent = desk
				.posts()
				.slice(before)
				.map(({ body }) => body);
			expect(new Set(sent).size).toBe(sent.length);
		}),
		{ numRuns: 25 },
	);
	expect(desk.posts().length).toBeGreaterThan(ROWS);
});
