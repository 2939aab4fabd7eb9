/** `--standby sync`: the primary dies for good amid payouts, and its synchronous standby, which lacks nothing, takes over. */
import type { PaymentState } from "#lib/payment-state.ts";
import { type Deployment, WALLETS } from "#tests/torture/deployment.ts";
import { postsWith, until } from "#tests/torture/single-payout.ts";
import type { Tally } from "#tests/torture/tally.ts";
import type { Check } from "#tests/torture/verdict.ts";

/** The primary dies when one payout in this many has left. */
const SHARE = 4;
const WAIT_MS = 60_000;
const HEAL_MS = 60_000;

/** Resolves when all `count` payouts have left or say that they have not. No admin may be asked, and no payout given up. */
export async function failOver(deployment: Deployment, tally: Tally, count: number): Promise<Check[]> {
	const { victim } = deployment;
	const standby = await victim.standby();
	if (!standby) throw new Error("no standby could be made");
	if (!(await victim.waitForStandby())) throw new Error("no standby is synchronous");
	const asked = tally.questions.length;
	const posts = () => postsWith(deployment, `"${WALLETS.undisturbed}"`);
	await until(async () => (await posts()) >= count / SHARE, WAIT_MS);
	await victim.killForGood();
	tally.killed("postmaster");
	const postedBefore = await posts();
	await victim.failOver(standby);
	const promotedAt = Date.now();
	// A permit from before the primary's death is used up; a payout whose first byte had not left by then says so.
	const unsent = async () => (await payoutsIn(deployment, "not_sent")).length;
	const all = await until(async () => (await posts()) + (await unsent()) >= count, HEAL_MS * 2);
	const healedMs = Date.now() - promotedAt;
	console.log(
		`          ${postedBefore} of ${count} payouts had left; all others had ${(healedMs / 1000).toFixed(1)} s after the promotion, but ${await unsent()} not sent`,
	);
	const given = await payoutsIn(deployment, "may_have_left");
	return [
		{
			name: `everything has left, or says that it has not, ${HEAL_MS / 1000} s after a synchronous standby took over`,
			violations: all && healedMs <= HEAL_MS ? [] : [`${healedMs} ms, ${await posts()} of ${count}`],
		},
		{
			name: "after that nobody is asked, and no payout is given up",
			violations: tally.questions
				.slice(asked)
				.map(({ kind }) => kind)
				.concat(given),
		},
	];
}

async function payoutsIn({ victim }: Deployment, state: PaymentState): Promise<string[]> {
	const rows = await victim.query<{ id: string }>("select id from payment where state = $1 and currency = $2", [
		state,
		WALLETS.undisturbed,
	]);
	return rows.map(({ id }) => id);
}
