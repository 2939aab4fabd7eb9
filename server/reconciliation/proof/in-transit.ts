/** Models payouts in transit: a balance may lack their money before the date of their line, or without any line. Pure. */
import type { FeeRule } from "#lib/contracts/reconciliation.ts";
import { firstAt } from "#lib/match-times-to-windows.ts";
import type { AmountMinor } from "#lib/money.ts";
import { effectOf } from "#server/reconciliation/proof/effects.ts";
import type { Tariff, UnbookedPayout } from "#server/reconciliation/proof/proof-inputs.ts";

/** A payout between its permit and its end: a balance may include its debit or not, independently of other payouts. */
export interface InTransit {
	id: string;
	/** Possible effects on the balance, the most usual first. */
	effects: readonly AmountMinor[];
	from: number;
	until: number;
	/** The payout has a line of a later date: it is uncertain only whether the service debited it right at the permit. */
	hasLine: boolean;
}

export type Taken = ReadonlyMap<string, AmountMinor>;

/** One interpretation of a reading: lines up to `at` precede it, and payouts are debited before their line (`hold` 1) or with it (0). */
export interface Reading {
	at: number;
	seenAt: number;
	hold: number;
	/** Payouts that an earlier proof found debited, for a reading that it interpreted. */
	taken?: Taken;
}

export interface TransitModel {
	byId: ReadonlyMap<string, InTransit>;
	/** Effect of payouts that are certainly debited although their line is dated after the reading; zero if `hold` is 0. */
	lined(reading: Reading): AmountMinor;
	/** The same payouts, each with its effect. */
	linedAt(reading: Reading): (readonly [string, AmountMinor])[];
	presumed(reading: Reading): AmountMinor;
	presumedOf(one: InTransit, reading: Reading): AmountMinor;
	isInTransit(one: InTransit, reading: Reading): boolean;
	/** In permit order. */
	inTransitAt(reading: Reading): InTransit[];
}

// The service may debit payouts in another order than they were sent: it is certain to have debited one only this long after the permit.
const TAKING_MS = 5_000;

/** Assumption: the service debits a payout at its permit, unless a reading shows otherwise. */
export function modelTransit(unbooked: readonly UnbookedPayout[], tariff: Tariff, rule: FeeRule): TransitModel {
	const all = unbooked.map((payout) => toInTransit(payout, tariff, rule)).sort((a, b) => a.from - b.from);
	const first = ({ effects }: InTransit) => effects[0] ?? 0n;
	const [unlined, recent] = [all.filter(({ hasLine }) => !hasLine), all.filter(({ hasLine }) => hasLine)];
	const settled = unbooked.flatMap((payout) => {
		const { paymentId: id, type, amount, fee, from, until } = payout;
		return fee === null || from + TAKING_MS >= until
			? []
			: [{ id, from: from + TAKING_MS, until, effect: effectOf(rule, type, amount, fee) }];
	});
	const lined = sumAt(settled);
	const linedAt = ({ at, hold, taken }: Reading) =>
		settled.flatMap(({ id, from, until, effect }) =>
			from <= at && until > at && (taken ? taken.has(id) : hold !== 0) ? [[id, effect] as const] : [],
		);
	const isInTransit = (one: InTransit, { at, seenAt }: Reading) =>
		one.from <= (one.hasLine ? at : seenAt) && one.until > at;
	const [sumUnlined, sumRecent] = [unlined, recent].map((some) =>
		sumAt(some.map((one) => ({ from: one.from, until: one.until, effect: first(one) }))),
	) as [(at: number) => AmountMinor, (at: number) => AmountMinor];
	return {
		byId: new Map(all.map((one) => [one.id, one])),
		lined: (one) => (one.taken ? sumOf(new Map(linedAt(one))) : one.hold === 0 ? 0n : lined(one.at)),
		linedAt,
		presumed: ({ at, hold }) => sumUnlined(at) + (hold === 0 ? 0n : sumRecent(at)),
		presumedOf: (one, { at, hold }) => (one.from <= at && (!one.hasLine || hold !== 0) ? first(one) : 0n),
		isInTransit,
		inTransitAt: (reading) => all.filter((one) => isInTransit(one, reading)),
	};
}

export function sumOf(taken: Taken): AmountMinor {
	return [...taken.values()].reduce<AmountMinor>((sum, effect) => sum + effect, 0n);
}

function toInTransit(payout: UnbookedPayout, tariff: Tariff, rule: FeeRule): InTransit {
	const { paymentId: id, type, amount, fee: known, from, until } = payout;
	const hasLine = known !== null;
	const fees = hasLine ? [known] : [...(payout.likelyFees ?? []), tariff(type, amount), 0n];
	const effects = [...new Set(fees.map((fee) => effectOf(rule, type, amount, fee)))];
	return { id, effects, from, until: hasLine ? Math.min(until, from + TAKING_MS) : until, hasLine };
}

/** Returns the sum of the spans that contain a time; a span includes its start and excludes its end. */
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
