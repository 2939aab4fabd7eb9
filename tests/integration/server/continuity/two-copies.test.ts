/** A desk and its copy, both running on one wallet: a payout that waits in both leaves once, and one desk says why it stops. */

import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import type { SystemContext } from "#server/context.ts";
import { advanceHead, DATABASE_MISMATCH, isCopyAwake } from "#server/continuity/database-mismatch.ts";
import { type Heartbeat, newHeartbeat, writeHeartbeat } from "#server/continuity/heartbeat.ts";
import { readWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { isSendingStopped } from "#server/continuity/sending-stop.ts";
import { findNeeds } from "#server/overview/find-needs.ts";
import { checkCopyDelay } from "#server/payments/send/send-checks.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { keepHead } from "#server/store/head-file.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { deskCopies } from "#tests/integration/server/continuity/desk-copies.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";
import { keepBooks, type WalletBooks } from "#tests/support/wallet/wallet-books.ts";

const clock = { now: () => new Date(), advance: () => undefined };
const desk = await openPaymentDesk({}, clock);
const copies = deskCopies();

interface Awake {
	system: SystemContext;
	heartbeat: Heartbeat;
}

let books: WalletBooks;
let waiting: Payment[];
let [one, other]: Awake[] = [];

const send = ({ system, heartbeat }: Awake, { id }: Payment) =>
	sendPayment(system, { paymentId: id, workerId: heartbeat.workerId, heartbeat, timing: QUICK });
const prove = async ({ system }: Awake) => {
	await sql`update continuity_gap set retry_at = now()`.execute(system.database);
	await proveWallets(system);
};
const heldIn = async ({ system }: Awake) => (await readWalletGaps(system)).map(({ state }) => state);

/** Received money is proved before the first payout leaves. */
async function sendProved(each: Awake, payment: Payment): Promise<string> {
	expect(await send(each, payment)).toBe("wallet_unproved");
	await prove(each);
	return send(each, payment);
}

async function awake(system: SystemContext, name: string): Promise<Awake> {
	const heartbeat = newHeartbeat(name);
	await writeHeartbeat(system, heartbeat);
	await prove({ system, heartbeat });
	await advanceHead(system, name);
	return { system, heartbeat };
}

/** Each desk in turn tries each payout that waits in it, until nothing changes. */
async function sendAll(desks: readonly Awake[]): Promise<void> {
	for (let round = 0; round < waiting.length + 1; round += 1)
		for (const each of desks) {
			for (const payment of waiting) await send(each, payment);
			await prove(each);
			await sql`update payout_wait set retry_at = now()`.execute(each.system.database);
			await writeHeartbeat(each.system, each.heartbeat);
		}
}

/** The desk has sent before; four payouts wait for money in it and in its copy. */
beforeEach(async () => {
	await sql`truncate continuity_gap, proved_wallet, worker, balance_reading, reconciliation_line, reconciliation_payment, balance_proof,
		reconciliation_wallet, movement, movement_sync, movement_chunk, attempt, payment_event, decision, payment, payout_wait cascade`.execute(
		desk.database,
	);
	// Removes the stop that an earlier race left.
	await asOwner(desk.database, (trx) => trx.deleteFrom("setting").where("name", "=", DATABASE_MISMATCH).execute());
	// 5,000 remain after 3,000 and their fee.
	desk.script.balance = "8030.00";
	books = keepBooks(desk.script, clock);
	const first = await awake(desk.system, "before");
	await desk.approved({ amount: "3000" }).then((payment) => send(first, payment));
	waiting = [];
	for (const amount of ["10000", "10000", "12000", "15000"]) waiting.push(await desk.approved({ amount }));
	await writeHeartbeat(desk.system, first.heartbeat);
	const copy = await (await copies.copy(desk.system))();
	[one, other] = [await awake(desk.system, "one"), await awake(copy.system, "other")];
	for (const each of [one, other]) {
		expect(await each.system.database.selectFrom("continuity_gap").selectAll().execute()).toEqual([]);
		for (const payment of waiting) expect(await send(each, payment)).toBe("balance_low");
		await sql`update payout_wait set retry_at = now()`.execute(each.system.database);
	}
	desk.scripted.requests.length = 0;
});
afterEach(() => copies.close());

describe("two copies that are awake and proved, when the money comes", () => {
	test("and the lines of payouts come late, send each payout once, and one says why it stands still", async () => {
		books.arrive("60000");
		books.holdLines();
		if (!one || !other) throw new Error("two desks");
		await sendAll([one, other]);
		expect(desk.posts()).toHaveLength(4);
		expect(await heldIn(one)).toEqual([]);
		expect(await heldIn(other)).toEqual(["held"]);
		expect(await readWalletGaps(other.system)).toMatchObject([{ currency: "XOF", since: expect.any(String) }]);
		const needs = (await findNeeds(contextFor(other.system, desk.admin.member))).map(({ kind }) => kind);
		expect(needs).toContain("wallet_held");
	});

	test("the copy that starts again does not forget what the wallet showed it", async () => {
		books.arrive("60000");
		if (!one || !other || !waiting[0]) throw new Error("two desks");
		expect(await sendProved(other, waiting[0])).toBe("attempted");
		await keepBalance(one.system, { currency: "XOF" });
		await writeHeartbeat(one.system, one.heartbeat);
		const again = await awake(one.system, "one again");
		expect(await heldIn(again)).toEqual(["held"]);
	});
});

test("two copies that write their heads to one HEAD_DIR and race send no payout twice, and whoever sees the other stands still until two admins have looked", async () => {
	if (!one || !other) throw new Error("two desks");
	const headDir = temporaryFolder();
	const desks = [one, other].map(({ system, heartbeat }) => ({
		...{ heartbeat, system: { ...system, config: { ...system.config, headDir } } },
	}));
	for (const { system, heartbeat } of desks) await advanceHead(system, heartbeat.workerId);
	books.arrive("60000");
	const standsStill = async (each: Awake) =>
		(await isSendingStopped(each.system.database)) || (await heldIn(each)).includes("held");
	let roundsSinceStop = 0;
	for (let round = 0; round < 24 && roundsSinceStop < 3; round += 1) {
		await Promise.all(desks.map(prove));
		await Promise.all(desks.flatMap((each) => waiting.map((payment) => send(each, payment))));
		for (const { system, heartbeat } of desks) {
			await sql`update payout_wait set retry_at = now()`.execute(system.database);
			await writeHeartbeat(system, heartbeat);
		}
		if ((await Promise.all(desks.map(standsStill))).includes(true)) roundsSinceStop += 1;
	}
	// Two desks that see each other at the same moment both end a payout as not sent, so the race leaves open how many are sent.
	const sent = desk.posts().map(({ body }) => `${body}`);
	expect(new Set(sent).size).toBe(sent.length);
	expect(roundsSinceStop).toBe(3);
});

test("a copy is seen by its head also where it has written less since, a program of the same database is none; who sees it stops with all that waits, and ends nothing as not sent", async () => {
	if (!one) throw new Error("a desk");
	const dataDir = temporaryFolder();
	const system = { ...one.system, config: { ...one.system.config, dataDir } };
	const entries = system.database.selectFrom("audit_entry").select(["id", "hash", "at"]).orderBy("id", "desc");
	const [own, before] = (await entries.limit(2).execute()).map(({ id, hash, at }) => ({
		...{ entry: id, hash, at: at.toISOString() },
	}));
	if (!own || !before) throw new Error("two entries");
	await keepHead(system.config, "one", own);
	await keepHead(system.config, "colleague", before);
	expect(await isCopyAwake(system, own)).toBe(false);
	await keepHead(system.config, "copy", { ...before, hash: "of-the-copy" });
	expect(await isCopyAwake(system, own)).toBe(true);
	const folder = temporaryFolder();
	const each = { ...one, system: { ...one.system, config: { ...one.system.config, dataDir: folder } } };
	await advanceHead(each.system, each.heartbeat.workerId);
	const { id, at } = await one.system.database
		.selectFrom("audit_entry")
		.select(["id", "at"])
		.orderBy("id")
		.limit(1)
		.executeTakeFirstOrThrow();
	await keepHead(each.system.config, "copy", { entry: id, hash: "of-the-copy", at: at.toISOString() });
	books.arrive("60000");
	await prove(each);
	for (const payment of waiting) expect(await send(each, payment)).toBe("database_mismatch");
	expect(await isSendingStopped(each.system.database)).toBe(true);
	for (const payment of waiting) expect((await desk.row(payment.id)).state).toBe("approved");
});

describe("a payout that waited", () => {
	const late = () => sql`update payment_event set at = at - interval '2 minutes'`.execute(desk.database);
	const delay = async (copyDelayMs: number) => {
		const due = { system: desk.system, payment: await desk.row(waiting[0]?.id ?? "") };
		const met = await checkCopyDelay({ ...due, sender: { workerId: "w", timing: { ...QUICK, copyDelayMs } } });
		return met?.kind === "turn_awaited" ? met.afterMs : 0;
	};

	test("leaves at a time of its own, so that copies do not all send it at once; one that was just approved does not wait; follows at once while its desk is sending", async () => {
		expect(await delay(15_000)).toBe(0);
		await late();
		await sql`update attempt set permitted_at = permitted_at - interval '2 minutes'`.execute(desk.database);
		const first = await delay(15_000);
		expect(first).toBeGreaterThan(0);
		expect(first).toBeLessThanOrEqual(15_000);
		// A turn that was drawn is kept.
		expect(await delay(1_000_000_000)).toBeLessThanOrEqual(first);
		await sql`update attempt set permitted_at = now()`.execute(desk.database);
		expect(await delay(15_000)).toBe(0);
	});
});
