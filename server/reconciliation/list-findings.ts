/** The queue: what the machine could not tell, and people have not yet. */
import type { Finding } from "#lib/contracts/reconciliation.ts";
import { nameDoubtful } from "#server/reconciliation/name-doubtful.ts";
import { type Oddity, pairOddities } from "#server/reconciliation/pair-oddities.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-facts.ts";
import { type LeftOver, readLeftOver } from "#server/reconciliation/read-oddities.ts";
import { pick, readLines, readPayments } from "#server/reconciliation/show-subjects.ts";

const SHOWN = 50;

export async function listFindings(
	store: Store,
	wallet: WalletKey,
): Promise<{ findings: Finding[]; findingCount: number }> {
	const open = openOddities(await readLeftOver(store, wallet));
	const shown = open.slice(0, SHOWN);
	const lines = await readLines(
		store,
		shown.flatMap(({ lineIds, likeIds }) => [...lineIds, ...likeIds]),
	);
	const alone = shown
		.filter(({ paymentIds }) => paymentIds.length === 0)
		.flatMap(({ lineIds }) => pick(lines, lineIds));
	const doubtful = await nameDoubtful(store, wallet, alone);
	const payments = await readPayments(store, [
		...shown.flatMap(({ paymentIds }) => paymentIds),
		...new Set([...doubtful.values()].flat()),
	]);
	const findings = shown.map(({ lineIds, paymentIds, likeIds, at, ...rest }) => ({
		...rest,
		at: new Date(at).toISOString(),
		lines: pick(lines, lineIds),
		payments: pick(payments, paymentIds),
		like: pick(lines, likeIds),
		mayBe: pick(payments, [...new Set(lineIds.flatMap((id) => doubtful.get(id) ?? []))]),
	}));
	return { findings, findingCount: open.length };
}

/** Alarms first, then the newest. A payment that somebody spoke for does not wait for a person; a line that belongs to it does. */
export function openOddities({ lines, payments, parked }: LeftOver): Oddity[] {
	const open = pairOddities(lines, payments).filter(
		({ lineIds, paymentIds }) => lineIds.length > 0 || !paymentIds.every((id) => parked.has(id)),
	);
	return [...open.filter(({ alarm }) => alarm), ...open.filter(({ alarm }) => !alarm)];
}
