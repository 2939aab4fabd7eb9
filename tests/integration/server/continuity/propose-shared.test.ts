import { beforeEach, expect, test } from "vitest";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import { answerWallet } from "#server/continuity/answer-wallet.ts";
import { listWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { findNeeds } from "#server/overview/find-needs.ts";
import { changeSharedWallet } from "#server/settings/change-shared-wallet.ts";
import { byTwo, confirmBy } from "#tests/support/desk/second-admin.ts";
import { HOUR } from "#tests/support/wallet/reconciled-wallet.ts";
import { openNight } from "#tests/support/wallet/wallet-night.ts";

const { clock, desk, admin, scene, approved, held, prove, started } = await openNight();

const proposals = async () => (await listWalletGaps(admin)).proposals;
const needs = async (who = admin) => (await findNeeds(who)).filter(({ kind }) => kind === "shared_wallet");

// Moves past the holds of earlier tests, which the audit log keeps.
beforeEach(() => {
	clock.advance(31 * 24 * HOUR);
});

/** A morning on which somebody else's withdrawal holds a payout, and an admin's answer. */
async function morning(answer: "release" | "left" | null, line = true): Promise<void> {
	await approved("5000");
	scene.books.leave("5000", { line });
	await started();
	const ids = Object.keys(await held());
	expect(ids).toHaveLength(1);
	if (answer !== null) await say(answer);
}

/** Gives an admin's answer for each held payout, and moves to the next day. */
async function say(answer: "release" | "left"): Promise<void> {
	const ids = Object.keys(await held());
	const [wallet] = (await listWalletGaps(admin)).wallets;
	const answers = ids.map((paymentId) => ({ paymentId, answer }));
	const seen = wallet?.finding?.seen ?? null;
	const answered = await answerWallet(admin, { currency: "XOF", seen, answers, reason: "The shop paid its supplier" });
	if (isChangeRequested(answered)) await confirmBy(admin, answered);
	await desk.pool.query("update payment set state = 'cancelled' where state = 'approved'");
	clock.advance(24 * HOUR);
}

test("the second morning on which lines of others hold payouts proposes to share the wallet, with the lines, to admins", async () => {
	await morning("release");
	expect(await proposals()).toEqual([]);
	expect(await needs()).toEqual([]);
	await morning(null);
	expect(await proposals()).toMatchObject([
		{ currency: "XOF", days: 2, lines: [{ amount: "5000.00" }, { amount: "5000.00" }] },
	]);
	expect(await needs()).toMatchObject([{ kind: "shared_wallet", count: 2, currency: "XOF" }]);
	expect(await needs(desk.approver)).toEqual([]);
});

test("holds of one day, by a drop without a line, or of a payout that left propose nothing", async () => {
	await morning("release");
	clock.advance(-23 * HOUR);
	await morning("release", false);
	await morning("left");
	expect(await proposals()).toEqual([]);
});

test("lines that come after the drop which held the payouts count as well: a service may write them later", async () => {
	for (const answer of ["release", null] as const) {
		scene.books.holdLines();
		await morning(null);
		scene.books.writeLines();
		await prove();
		expect(Object.values(await held())).toEqual(["line"]);
		if (answer) await say(answer);
	}
	expect(await proposals()).toMatchObject([{ days: 2, lines: [{ amount: "5000.00" }, { amount: "5000.00" }] }]);
});

test("it ends when somebody asks for the change, and with the change itself", async () => {
	await morning("release");
	await morning("release");
	expect(await proposals()).toHaveLength(1);
	await changeSharedWallet(admin, { currency: "XOF", shared: true });
	expect(await proposals()).toEqual([]);
	await desk.pool.query("update change_request set state = 'withdrawn', decided_at = now() where state = 'waiting'");
	expect(await proposals()).toEqual([]);
	await morning("release");
	expect(await proposals()).toHaveLength(1);
	await byTwo(admin, () => changeSharedWallet(admin, { currency: "XOF", shared: true }));
	expect(await proposals()).toEqual([]);
});
