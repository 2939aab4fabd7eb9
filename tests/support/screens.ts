/** Every screen of a desk that has something to show: what a sweep over all of them walks through. */

import { type DeskHand, deskHand } from "#tests/support/desk-hand.ts";
import type { Stack } from "#tests/support/stack.ts";

export interface Screen {
	name: string;
	path: string;
}

const FIXED: readonly Screen[] = [
	{ name: "Home", path: "/" },
	{ name: "Movements", path: "/movements" },
	{ name: "Movements, filtered to nothing", path: "/movements?minAmount=99999999999" },
	{ name: "Transactions", path: "/transactions" },
	{ name: "Transaction not found", path: "/transactions/TX-20260101-NOSUCH" },
	{ name: "Deposits", path: "/deposits" },
	{ name: "New deposit", path: "/deposits/new" },
	{ name: "Payouts", path: "/payouts" },
	{ name: "New payout", path: "/payouts/new" },
	{ name: "Approvals", path: "/approvals" },
	{ name: "Audit", path: "/audit" },
	{ name: "Members", path: "/settings/members" },
	{ name: "Operators", path: "/settings/operators" },
	{ name: "Configuration", path: "/settings/configuration" },
	{ name: "Nothing here", path: "/nothing-here" },
];

/** Starts one deposit of each flow and one payout that waits, as `maker`, and lists every screen. */
export async function allScreens(desk: Stack, maker: { email: string; password: string }): Promise<Screen[]> {
	const hand = await deskHand(desk.origin, maker);
	const deposits = await Promise.all(
		["wave-ci", "orange-money-ci", "mtn-ci"].map((operator) => startDeposit(hand, operator)),
	);
	const payout = await hand.requestPayout();
	return [
		...FIXED,
		...deposits.map(({ id, flow }) => ({ name: `Deposit by ${flow}`, path: `/deposits/${id}` })),
		{ name: "Payout that waits", path: `/payouts/${payout.id}` },
		{ name: "Transaction", path: `/transactions/${deposits[0]?.reference}` },
	];
}

async function startDeposit(hand: DeskHand, operator: string) {
	return hand.until(await hand.startDeposit({ operator }), "pending");
}
