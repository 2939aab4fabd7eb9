import { beforeEach, expect, test } from "vitest";
import { BEGIN, DAY, HOUR, openReconciledWallet } from "#tests/support/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, reconcile, pay, line, read } = wallet;
beforeEach(() => wallet.clear());

test("an unexplained withdrawal names the payments of its amount whose outcome nobody knows, a week away at most", async () => {
	const near = await pay({ state: "unknown" });
	await pay({ state: "unknown", amount: "6000.00" });
	await pay({ state: "unknown", kind: "deposit" });
	await pay({ state: "succeeded" });
	await line();
	await line({ at: BEGIN + 6 * HOUR, amount: "5000.00", fee: "1.00" });
	await line({ at: BEGIN + 8 * DAY, amount: "5000.00" });
	clock.advance(9 * DAY);
	await reconcile();
	const { findings } = await read();
	const named = findings.map(({ kind, at, mayBe }) => [kind, at, mayBe.map(({ id }) => id)]);
	expect(named).toEqual([
		["foreign", new Date(BEGIN + 8 * DAY).toISOString(), []],
		["foreign", new Date(BEGIN + 6 * HOUR).toISOString(), [near]],
	]);
});
