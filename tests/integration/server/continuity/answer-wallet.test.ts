import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import type { HeldPayoutAnswer } from "#lib/payments/wallet-answers.ts";
import { answerWallet } from "#server/continuity/answer-wallet.ts";
import { listWalletGaps, readWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { readWalletAfterGap, type WalletSnapshot } from "#server/continuity/read-wallet-after-gap.ts";
import { recordPaymentEvent } from "#server/payment-records/move-payment.ts";
import { acknowledgeMismatch } from "#server/payments/stop/acknowledge-mismatch.ts";
import { changeSharedWallet } from "#server/settings/change-shared-wallet.ts";
import { addMember } from "#tests/support/contexts.ts";
import { askedFor, byTwo, confirmBy } from "#tests/support/desk/second-admin.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";
import { openNight } from "#tests/support/wallet/wallet-night.ts";

const { desk, system, database, script, admin, scene, born, send, approved, gaps, doubt, held, prove, started } =
	await openNight();
const REASON = "Looked at the wallet in the portal";

describe("an admin's answer", () => {
	async function heldThree() {
		const three = await approved("5000", "4000", "3000");
		const free = (await approved("90000"))[0];
		scene.books.leave("5000", { line: false });
		const heartbeat = await started();
		expect(Object.keys(await held())).toHaveLength(3);
		return { three, free, heartbeat };
	}
	const one = (answers: Record<string, HeldPayoutAnswer>, seen: string | null = "5050.00") =>
		answerWallet(admin, {
			...{ currency: "XOF", seen, reason: REASON },
			answers: Object.entries(answers).map(([paymentId, answer]) => ({ paymentId, answer })),
		});
	/** Confirms with two admins where one is not enough. */
	const byBoth = async (said: Promise<object>) => {
		const answered = await said;
		if (!isChangeRequested(answered)) return answered;
		expect((await confirmBy(admin, answered)).state).toBe("confirmed");
		const { release, left, expire } = await recorded();
		return { release: Number(release), left: Number(left), expire: Number(expire) };
	};
	const answer = (...said: Parameters<typeof one>) => byBoth(one(...said));

	/** Makes the next reading show this; everything else stays. */
	async function readAs(shown: Partial<WalletSnapshot>) {
		await sql`update continuity_gap set retry_at = now()`.execute(database);
		await proveWallets(system, {
			read: async (of, gap, from) => {
				const heard = await readWalletAfterGap(of, gap, from);
				return "fault" in heard ? heard : { ...heard, ...shown };
			},
		});
	}
	async function shown() {
		const wallet = (await listWalletGaps(admin)).wallets.find(({ currency }) => currency === "XOF");
		if (!wallet) throw new Error("a wallet is waited for");
		return wallet;
	}
	const recorded = async () => (await newestEntry(database, { action: "setting.wallet_answered" })).details;

	test("lets one go, expires one and marks one as having left; what was not held goes on", async () => {
		const { three, free, heartbeat } = await heldThree();
		const [first, second, third] = three.map(({ id }) => id);
		const said = { [first ?? ""]: "left", [second ?? ""]: "expire", [third ?? ""]: "release" } as const;
		await sql`delete from graphile_worker._private_jobs`.execute(database);
		expect(await answer(said)).toEqual({ left: 1, expire: 1, release: 1 });
		expect(await doubt()).toBeUndefined();
		expect(await gaps()).toEqual([]);
		expect(await Promise.all([first, second, third].map((id) => desk.state(id ?? "")))).toEqual([
			"may_have_left",
			"may_have_left",
			"approved",
		]);
		// One lane means one job; two payouts wait since the same moment, and either may be the oldest.
		const woken = (await desk.jobs("send_payment")).map(({ payload }) => payload.paymentId);
		expect(woken).toHaveLength(1);
		expect([third, free?.id]).toContain(woken[0]);
		expect(free && (await send(heartbeat, free))).toBe("attempted");
		const events = await database
			.selectFrom("payment_event")
			.select(["event", "note"])
			.where("note", "=", REASON)
			.orderBy("event")
			.execute();
		expect(events.map(({ event }) => event)).toEqual(["marked_as_left", "said_not_left", "stopped_by_gap"]);
	});

	test("lets nothing go by one admin alone, and nothing changes until another confirms", async () => {
		const { three, heartbeat } = await heldThree();
		const all = three.map(({ id }) => id);
		await addMember(database, "admin");
		const asked = await one(Object.fromEntries(all.map((id) => [id, "release" as const])));
		expect(askedFor(asked)).toMatchObject({
			kind: "wallet_answered",
			after: { release: 3, unread: false },
			effectiveAt: null,
		});
		expect(Object.keys(await held())).toHaveLength(3);
		expect(await send(heartbeat, three[0] as Payment)).not.toBe("attempted");
		const wrong = recordPaymentEvent(database as never, new Date(), await desk.row(all[0] ?? ""), {
			...{ event: "said_not_left", by: { member: admin.member.id }, note: REASON },
		});
		await expect(wrong).rejects.toThrow("two admins let a held payout go");
		// The wallet has changed meanwhile, so the request is void.
		await sql`update continuity_gap set finding = finding || '{"unexplained": "5051.00"}'`.execute(database);
		expect((await confirmBy(admin, asked)).state).toBe("void");
		expect(Object.keys(await held())).toHaveLength(3);
	});

	test("must be a word on every held payout, on what was seen, and of an admin with a reason; that sends nothing needs one admin", async () => {
		const { three } = await heldThree();
		const all = Object.fromEntries(three.map(({ id }) => [id, "release" as const]));
		const { [three[0]?.id ?? ""]: _one, ...some } = all;
		await expect(answer(some)).rejects.toMatchObject({ code: "stale_version" });
		await expect(answer(all, "5051.00")).rejects.toMatchObject({ code: "stale_version" });
		const said = { currency: "XOF", seen: "5050.00", answers: [], reason: "short" };
		await expect(answerWallet(admin, said)).rejects.toMatchObject({ code: "invalid_input" });
		await expect(answerWallet(desk.approver, { ...said, reason: REASON })).rejects.toMatchObject({ code: "forbidden" });
		await expect(acknowledgeMismatch(admin, { reason: REASON })).rejects.toMatchObject({ code: "conflict" });
		expect(await doubt()).toBeUndefined();
		expect(Object.keys(await held())).toHaveLength(3);
		const expired = await one(Object.fromEntries(three.map(({ id }) => [id, "expire" as const])));
		expect(expired).toEqual({ left: 0, expire: 3, release: 0 });
	});

	test("takes a reason of several lines, and is for good: the same part of the balance holds nothing at the next start", async () => {
		const { three } = await heldThree();
		const answers = three.map(({ id }) => ({ paymentId: id, answer: "release" as const }));
		const said = { currency: "XOF", seen: "5050.00", answers, reason: "Seen on the portal:\n\nnone of them left." };
		expect(await byBoth(answerWallet(admin, said))).toEqual({ left: 0, expire: 0, release: 3 });
		await started();
		expect(await gaps()).toEqual([]);
	});

	test("is for what was seen also where the unexplained sum is not known", async () => {
		const [payout] = await approved("5000");
		const answers = { [payout?.id ?? ""]: "release" } as const;
		const before = { balance: "100000.00", at: new Date() };
		await born();
		await readAs({ before, unlined: null, agree: false });
		const { finding, held } = await shown();
		expect(finding).toMatchObject({ before: { balance: "100000.00" }, unlined: null, unexplained: null });
		expect(held).toMatchObject([{ why: "no_reading" }]);
		// First a line that nobody here sent is found, and then the drop of the balance as well.
		const line = { id: "7", amount: 300n, fee: 0n, at: Date.now(), isRepeated: false };
		await readAs({ before, unlined: null, agree: false, lines: [line] });
		await expect(answer(answers, finding?.seen)).rejects.toMatchObject({ code: "stale_version" });
		const later = (await shown()).finding?.seen;
		await readAs({ before, unlined: 500_000n, agree: false, lines: [line] });
		await expect(answer(answers, later)).rejects.toMatchObject({ code: "stale_version" });
		await readAs({ before, unlined: null, agree: false, lines: [line] });
		await expect(answer(answers, null)).rejects.toMatchObject({ code: "stale_version" });
		expect(await answer(answers, later)).toEqual({ left: 0, expire: 0, release: 1 });
		expect(await recorded()).toMatchObject({ unexplained: "not_known", release: "1" });
	});

	test("for a shared wallet stays while other systems' withdrawals come, but for one of a held amount", async () => {
		await byTwo(admin, () => changeSharedWallet(admin, { currency: "XOF", shared: true }));
		const [payout] = await approved("5000");
		const answers = { [payout?.id ?? ""]: "release" } as const;
		scene.books.leave("5000");
		await started();
		const asked = await one(answers, (await shown()).finding?.seen);
		scene.books.leave("5000");
		await prove();
		expect((await confirmBy(admin, asked)).state).toBe("void");
		const again = await one(answers, (await shown()).finding?.seen);
		scene.books.leave("90000");
		await prove();
		expect((await confirmBy(admin, again)).state).toBe("confirmed");
		expect(await gaps()).toEqual([]);
	});

	test("cannot be for an unread wallet once something is found, though nothing is held any more", async () => {
		const [payout] = await approved("5000");
		await born();
		await readAs({ before: null, unlined: null, agree: false });
		await updateRows(database, "payment", { id: payout?.id ?? "" }, { state: "cancelled" });
		await expect(answer({}, null)).rejects.toMatchObject({ code: "stale_version" });
	});

	test("lets a wallet go that cannot be read, by two admins", async () => {
		const [payout] = await approved("5000");
		script.instead = (request, respond) => {
			if (request.method === "POST" || !request.path.endsWith("/movements/")) return false;
			respond.json(500, {});
			return true;
		};
		const heartbeat = await started();
		expect(await readWalletGaps(system)).toMatchObject([{ currency: "XOF", state: "unread" }]);
		const asked = await one({}, null);
		expect(askedFor(asked)).toMatchObject({ kind: "wallet_answered", after: { unread: true } });
		expect(payout && (await send(heartbeat, payout))).toBe("wallet_unproved");
		expect(await byBoth(Promise.resolve(asked))).toEqual({ left: 0, expire: 0, release: 0 });
		expect(payout && (await send(heartbeat, payout))).toBe("attempted");
	});
});
