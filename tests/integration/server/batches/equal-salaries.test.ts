import { expect, test } from "vitest";
import { decideBatch } from "#server/batches/decide/decide-batch.ts";
import { listRows } from "#server/batches/list-rows.ts";
import { readEvidence } from "#server/payments/settle/read-evidence.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { newBatch, requestedBatch } from "#tests/support/desk/new-batch.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { keepBooks } from "#tests/support/wallet/wallet-books.ts";

const desk = await openPaymentDesk();
const { maker, approver, viewer, system } = desk;

const SALARIES = 25;
const LOST = 7;

test("of equal salaries each is paid once, and no line of another settles the one whose answer was lost", async () => {
	keepBooks(desk.script, desk.clock);
	const books = desk.script.post;
	const asked = await requestedBatch(maker, newBatch(SALARIES));
	const batch = await decideBatch(approver, { id: asked.id, version: asked.version, decision: "approve" });
	const { items } = await listRows(viewer, { id: batch.id, limit: 500 });
	const lost = items[LOST];
	if (!lost?.paymentId) throw new Error("a row without a payment");
	desk.script.post = (respond, body, request) =>
		body.destination === lost.destination ? respond.reset() : books(respond, body, request);
	for (const { paymentId } of [...items, ...items]) {
		await desk.send({ id: paymentId ?? "" });
		desk.clock.advance(1_000);
	}
	const paid = desk.posts().map(({ body }) => JSON.parse(body).destination);
	expect(paid.toSorted()).toEqual(items.map(({ destination }) => destination).toSorted());
	await syncMovements(system, { currency: "XOF" });
	await reconcileWallet(system, { currency: "XOF" });
	const after = await listRows(viewer, { id: batch.id, limit: 500 });
	expect(after.items.filter(({ state }) => state !== "succeeded").map(({ n, state }) => [n, state])).toEqual([
		[lost.n, "unknown"],
	]);
	const { movements } = await readEvidence(viewer, { kind: "payout", id: lost.paymentId });
	expect([movements.verdict, movements.count, movements.near.count]).toEqual(["none", 0, 0]);
	const { exceptions } = await readReconciliation(viewer, { currency: "XOF" });
	const named = exceptions.flatMap(({ payments, mayBe }) => [...payments, ...mayBe].map(({ id }) => id));
	expect(named.filter((id) => id !== lost.paymentId)).toEqual([]);
	expect(exceptions.flatMap(({ lines }) => lines)).toEqual([]);
});
