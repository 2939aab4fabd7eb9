/**
 * Models payouts in transit: their money may be in a balance although no line shows it, because the line is missing or came later. Pure.
 */

import type { AmountMinor } from "#lib/money.ts";
import { firstAt } from "#lib/pair-windows.ts";
import { effectOf, type Rule } from "#server/reconciliation/proof/effects.ts";
import type { OnItsWay, Tariff } from "#server/reconciliation/proof/proof-inputs.ts";

/** A payout in transit: between its permit and its end, a balance may or may not include it, independently of others. */
export interface Loose {
	id: string;
	/** Possible effects on the balance, the most usual first. */
	effects: readonly AmountMinor[];
	from: number;
	until: number;
	/** The payout's line came later, so the only question is whether the money was taken at once. */
	hasLine: boolean;
}

export type Taken = ReadonlyMap<string, AmountMinor>;

/** One interpretation of a reading: lines up to `at` precede it, and payouts are taken off before their line (`hold` 1) or with it (0). */
export interface Reading {
	at: number;
	seenAt: number;
	hold: number;
}

export interface OnTheirWay {
	byId: ReadonlyMap<string, Loose>;
	/** Effect of payouts whose line came later, if the service takes the money first. */
	lined(reading: Reading): AmountMinor;
	presumed(reading: Reading): AmountMinor;
	presumedOf(one: Loose, reading: Reading): AmountMinor;
	isLoose(one: Loose, reading: Reading): boolean;
	/** In permit order. */
	looseAt(reading: Reading): Loose[];
}

// Payouts may be taken in another order than sent: for this long nobody knows which was taken.
const TAKING_MS = 5_000;

/** Assumption: the service takes a payout's money at its permit, unless a reading shows otherwise. */
export function onTheirWay(ways: readonly OnItsWay[], tariff: Tariff, rule: Rule): OnTheirWay {
	const all = ways.map((way) => looseOf(way, tariff, rule)).sort((a, b) => a.from - b.from);
	const first = ({ effects }: Loose) => effects[0] ?? 0n;
	const [unlined, recent] = [all.filter(({ hasLine }) => !hasLine), all.filter(({ hasLine }) => hasLine)];
	const settled = ways.flatMap((way) => {
		const { type, amount, fee, from, until } = way;
		return fee === null || from + TAKING_MS >= until
			? []
			: [{ from: from + TAKING_MS, until, effect: effectOf(rule, type, amount, fee) }];
	});
	const lined = sumAt(settled);
	const isLoose = (one: Loose, { at, seenAt }: Reading) => one.from <= (one.hasLine ? at : seenAt) && one.until > at;
	const [sumUnlined, sumRecent] = [unlined, recent].map((some) =>
		sumAt(some.map((one) => ({ from: one.from, until: one.until, effect: first(one) }))),
	) as [(at: number) => AmountMinor, (at: number) => AmountMinor];
	return {
		byId: new Map(all.map((one) => [one.id, one])),
		lined: ({ at, hold }) => (hold === 0 ? 0n : lined(at)),
		presumed: ({ at, hold }) => sumUnlined(at) + (hold === 0 ? 0n : sumRecent(at)),
		presumedOf: (one, { at, hold }) => (one.from <= at && (!one.hasLine || hold !== 0) ? first(one) : 0n),
		isLoose,
		looseAt: (reading) => all.filter((one) => isLoose(one, reading)),
	};
}

/** Tells whether the payout's line came after the reading although its money was certainly taken off. */
export function isLined({ fee, from, until }: OnItsWay, { at, hold }: Reading): boolean {
	return fee !== null && hold !== 0 && from + TAKING_MS <= at && until > at;
}

function looseOf(way: OnItsWay, tariff: Tariff, rule: Rule): Loose {
	const { paymentId: id, type, amount, fee: known, from, until } = way;
	const hasLine = known !== null;
	const fees = hasLine ? [known] : [...(way.likelyFees ?? []), tariff(type, amount), 0n];
	const effects = [...new Set(fees.map((fee) => effectOf(rule, type, amount, fee)))];
	return { id, effects, from, until: hasLine ? Math.min(until, from + TAKING_MS) : until, hasLine };
}

/** A span includes its start and excludes its end. */
function sumAt(spans: readonly { from: number; until: number; effect: AmountMinor }[]): (at: number) => AmountMinor {
	const events = spans.flatMap(({ from, until, effect }) => [
		{ at: from, effect },
		{ at: until, effect: -effect },
	]);
	events.sort((a, b) => a.at - b.at);
	let total = 0n;
	const steps = events.map(({ at, effect }) => {
		total += effect;
		return { at, total };
	});
	const times = steps.map(({ at }) => at);
	return (at) => steps[firstAt(times, at, true) - 1]?.total ?? 0n;
}
