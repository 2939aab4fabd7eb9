/** `--standby async`: the primary dies for good amid payouts, and a standby that lacks the last commits takes over. */

import { UNDER_WAY_STATES, WAITING_STATES } from "#lib/payment-state.ts";
import { WALLETS } from "#tests/torture/deployment.ts";
import { approveLeftovers } from "#tests/torture/leftovers.ts";
import { PROMOTION, promoteWithLosses } from "#tests/torture/promotion.ts";
import { postsWith, type TortureContext, until } from "#tests/torture/single-payout.ts";
import type { Tally } from "#tests/torture/tally.ts";
import type { Check } from "#tests/torture/verdict.ts";

/** The primary dies when one payout in this many has left. */
const SHARE = 4;
const WAIT_MS = 60_000;

/** Resolves when two admins have answered and nothing waits to be sent. The books tell what left once and twice. */
export async function loseCommits(context: TortureContext, tally: Tally, count: number): Promise<Check[]> {
	const { deployment, acting } = context;
	const { victim } = deployment;
	await until(async () => (await postsWith(deployment, `"${WALLETS.undisturbed}"`)) >= count / SHARE, WAIT_MS);
	const isMet = await promoteWithLosses(context, tally);
	const loss = tally.losses.at(-1);
	if (loss?.name !== PROMOTION) throw new Error("no standby could be promoted");
	const lost = await postsBetween(context, loss.from, loss.to);
	const asked = () => tally.questions.filter(({ at }) => at >= loss.to);
	await until(async () => asked().length > 0, WAIT_MS);
	const askedMs = Date.now() - loss.to;
	await until(
		async () => (await victim.query("select from setting where name = 'database_mismatch'")).length === 0,
		WAIT_MS,
	);
	await approveLeftovers(deployment, acting);
	const open = () =>
		victim.query("select from payment where state = any($1)", [[...WAITING_STATES, ...UNDER_WAY_STATES]]);
	await until(async () => (await open()).length === 0, WAIT_MS);
	const kinds = [...new Set(asked().map(({ kind }) => kind))].join(", ");
	console.log(
		`          ${lost} payouts left in the ${((loss.to - loss.from) / 1000).toFixed(1)} s that the standby has not heard of; asked after ${(askedMs / 1000).toFixed(1)} s: ${kinds}`,
	);
	return [
		{
			name: "payouts that the promoted standby knows as approved had left before",
			violations: isMet && lost > 0 ? [] : [`${lost} payouts`],
		},
		{
			name: "the desk asks two admins after an asynchronous standby took over",
			violations: asked().length > 0 ? [] : ["nobody was asked"],
		},
	];
}

async function postsBetween({ deployment }: TortureContext, from: number, to: number): Promise<number> {
	const { rows } = await deployment.books.query<{ posts: string }>(
		"select count(*) as posts from sandbox.request where method = 'POST' and at between $1 and $2",
		[new Date(from), new Date(to)],
	);
	return Number(rows[0]?.posts ?? 0);
}
