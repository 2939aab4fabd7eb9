/** Proves a period of a wallet from the database: balance readings, the lines between, and what comes nearest to a gap. */
import { sql } from "kysely";
import type { ExplanationPart, FeeRule, ProofReading, Stretch } from "#lib/contracts/reconciliation.ts";
import { MAY_LACK_MONEY, type Verdict } from "#lib/line-verdicts.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import { effectOf, type Rule, ruleOf } from "#server/reconciliation/proof/effects.ts";
import { type Clues, explainGap, isDecided, type Subject } from "#server/reconciliation/proof/explain-gap.ts";
import type { Taken } from "#server/reconciliation/proof/on-their-way.ts";
import {
	type BalancePeriod,
	type OnItsWay,
	readOnTheirWay,
	readReadings,
	readSums,
	readTariff,
} from "#server/reconciliation/proof/proof-inputs.ts";
import {
	type Chain,
	type ChainInputs,
	heldIn,
	type Opening,
	openingPoint,
	pointOf,
	proveChain,
	timesOf,
} from "#server/reconciliation/proof/prove-chain.ts";
import { takenIn } from "#server/reconciliation/proof/residuals.ts";
import { readExceptionsBetween } from "#server/reconciliation/read-exceptions.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/listed.ts";

export interface Ask {
	/** The stored reading with which the period starts; null starts the period with the first reading there is. */
	opening: Opening | null;
	from: Date;
	/** The last reading at or before this time closes the period. */
	until: Date;
	/** Readings up to here help to interpret the closing one. */
	beyond: Date;
	rule: FeeRule;
	mayBeCut: boolean;
	/** Unreadable lines of the service's list, which may explain a gap. */
	unreadable: number;
	/** `way` is treated as in transit, whatever its state, and the lines of `lineIds` are left out. */
	apart?: { way: OnItsWay; lineIds: readonly string[] };
}

/** A person with the list must explain a day with more disagreements than this. */
const MOST_EXPLAINED = 10;

/** Returns the status `no_reading` when there are no two readings to compare. */
export async function proveStretch(store: Database, wallet: WalletKey, ask: Ask): Promise<Stretch> {
	const periods = await readReadings(store, wallet, ask.from, ask.beyond);
	const inputs = await readChainInputs(store, wallet, ask, periods);
	if (!inputs) return noReading(ask);
	const chain = proveChain(inputs, ruleOf(ask.rule));
	const closing = lastBefore(inputs, ask.until);
	const uneven = chain.uneven.filter(({ until }) => until <= (chain.chosen[closing]?.at ?? 0));
	const sums = measure(inputs, chain, closing);
	const isEven = sums.gap === 0n;
	const status = isEven ? "proved" : ask.mayBeCut ? "cut" : "gap";
	const { explanations, decided } = isEven
		? { explanations: [], decided: false }
		: await explain(store, wallet, inputs, chain, uneven);
	return {
		status,
		...(decided ? { isDecided: true as const } : {}),
		...(isEven || ask.unreadable === 0 ? {} : { unreadable: ask.unreadable }),
		opening: readingOf(inputs, chain, 0),
		closing: readingOf(inputs, chain, closing),
		totals: sums.totals,
		provedUntil: provedUntil(inputs, chain, closing),
		change: toDecimal(sums.change),
		explained: toDecimal(sums.change - sums.gap),
		gap: toDecimal(sums.gap),
		held: toDecimal(sums.held),
		rule: ask.rule,
		unsigned: sums.unsigned,
		explanations,
	};
}

/** Returns null when there are no two readings to compare. */
export async function readChainInputs(
	store: Database,
	wallet: WalletKey,
	ask: Ask,
	periods: readonly BalancePeriod[],
): Promise<ChainInputs | null> {
	const seen = periods.filter(({ lastAt }) => !ask.opening || lastAt > ask.opening.seenAt);
	// A row of equal readings may extend beyond the end; its balance also holds at the end.
	const points = seen.map((look) => pointOf(look, look.firstAt <= +ask.until ? +ask.until : +ask.beyond));
	if (ask.opening) points.unshift(openingPoint(ask.opening));
	const closing = seen.findLastIndex(({ firstAt }) => firstAt <= +ask.until);
	if (points.length < 2 || closing < 0) return null;
	const times = timesOf(points);
	const [first, last] = [new Date(times[0] ?? 0), new Date(times.at(-1) ?? 0)];
	const { apart } = ask;
	const [sums, ways, tariff] = [
		await readSums(store, wallet, times, apart?.lineIds),
		await readOnTheirWay(store, wallet, first, last),
		await readTariff(store, wallet, last),
	];
	if (!apart) return { points, times, sums, ways, tariff };
	const others = ways.filter(({ paymentId }) => paymentId !== apart.way.paymentId);
	return { points, times, sums, ways: [apart.way, ...others], tariff };
}

function lastBefore({ points }: ChainInputs, until: Date): number {
	return points.findLastIndex(({ seenAt }) => seenAt <= +until);
}

function measure(inputs: ChainInputs, chain: Chain, closing: number) {
	const { rule, chosen } = chain;
	const { points, times, sums } = inputs;
	const [first, last] = [chosen[0], chosen[closing]];
	if (!first || !last) throw new Error("a chain has a first and a last look");
	const totals = { count: 0, in: 0n, out: 0n, fees: 0n };
	const unsigned = new Set<string>();
	for (const { bucket, type, count, amount, fee } of sums) {
		const end = times[bucket] ?? Number.POSITIVE_INFINITY;
		if (end <= first.at || end > last.at) continue;
		totals.count += count;
		const direction = movementDirection(type) ?? (Object.hasOwn(rule.types, type) ? rule.types[type] : undefined);
		if (!direction) {
			unsigned.add(type);
			continue;
		}
		totals[direction] += amount;
		totals.fees += fee;
	}
	return {
		unsigned: [...unsigned].sort(),
		totals: { ...totals, in: toDecimal(totals.in), out: toDecimal(totals.out), fees: toDecimal(totals.fees) },
		change: (points[closing]?.balance ?? 0n) - (points[0]?.balance ?? 0n),
		gap: last.residual - first.residual,
		held: heldIn(chain, last) - heldIn(chain, first),
	};
}

function readingOf(inputs: ChainInputs, chain: Chain, place: number): ProofReading | null {
	const [point, candidate] = [inputs.points[place], chain.chosen[place]];
	if (!point || !candidate) return null;
	return {
		balance: toDecimal(point.balance),
		at: new Date(candidate.at).toISOString(),
		seenAt: new Date(point.seenAt).toISOString(),
		hold: candidate.hold,
		taken: takenAsKept(takenIn(candidate, chain.ways)),
		held: toDecimal(heldIn(chain, candidate)),
	};
}

function takenAsKept(taken: Taken): NonNullable<ProofReading["taken"]> {
	return [...taken].map(([paymentId, effect]) => ({ paymentId, effect: toDecimal(effect) }));
}

function provedUntil({ points }: ChainInputs, { chosen }: Chain, closing: number): string | null {
	const first = chosen[0]?.residual;
	const place = chosen.slice(0, closing + 1).findLastIndex(({ residual }) => residual === first);
	const point = points[place];
	return point && place > 0 ? new Date(point.seenAt).toISOString() : null;
}

/** Explains each disagreeing pair of readings, since a pair spans less than the whole gap; at most `MOST_EXPLAINED` of them. */
async function explain(
	store: Database,
	wallet: WalletKey,
	inputs: ChainInputs,
	chain: Chain,
	uneven: Chain["uneven"],
): Promise<{ explanations: ExplanationPart[]; decided: boolean }> {
	// A payment that the proof already counts as taken explains nothing more.
	const ends = new Set(uneven.flatMap(({ from, until }) => [from, until]));
	const compared = chain.chosen.filter(({ at }) => ends.has(at));
	const taken = new Set(compared.flatMap((look) => [...takenIn(look, chain.ways).keys()]));
	const ways = inputs.ways.filter(({ paymentId }) => !taken.has(paymentId));
	const clues = await readClues(store, wallet, { ...inputs, ways });
	return {
		explanations: uneven.slice(0, MOST_EXPLAINED).flatMap((one) => explainGap(one, clues, chain.rule)),
		decided: uneven.every((one) => isDecided(one, clues, chain.rule)),
	};
}

async function readClues(store: Database, wallet: WalletKey, { times, ways, tariff }: ChainInputs): Promise<Clues> {
	const [from, until] = [new Date(times[0] ?? 0), new Date(times.at(-1) ?? 0)];
	const found = await readExceptionsBetween(store, wallet, from, until);
	const rows = await readDecidedLines(store, wallet, from, until);
	const explained = rows.filter(({ verdict }) => verdict !== "match");
	const subject = ({
		id,
		type,
		at,
		...line
	}: {
		id: string;
		type: string;
		at: number;
		amount: string;
		fee: string | null;
	}) => ({ id, type, at, ...amountsOf(line) }) satisfies Subject;
	const lines = [...found.lines, ...explained].map(subject);
	const payments = found.payments.map((payment) => subject({ ...payment, fee: null }));
	return {
		discrepancies: found.discrepancies,
		subjects: new Map([...lines, ...payments].map((each) => [each.id, each])),
		explainedIds: explained.map(({ id }) => id),
		decided: rows
			.filter(({ verdict }) => verdict === "match" || MAY_LACK_MONEY.includes(verdict))
			.map(({ paid, ...row }) => ({ ...subject(row), paid: paid === null ? null : minorOf(paid) })),
		ways,
		tariff,
	};
}

interface DecidedRow {
	id: string;
	type: string;
	amount: string;
	fee: string;
	at: number;
	verdict: Verdict;
	/** The amount of the payment to which people matched the line; null for other lines. */
	paid: string | null;
}

/** Reads lines that people explained, or matched to a payment of another amount. */
async function readDecidedLines(store: Database, wallet: WalletKey, from: Date, until: Date): Promise<DecidedRow[]> {
	const { rows } = await sql<Omit<DecidedRow, "at"> & { created_at: Date }>`
		select movement.id, movement.type, movement.amount, movement.fee, movement.created_at, said.verdict,
			coalesce(payment.paid_amount, payment.amount) as paid
		from (select distinct on (movement_id) movement_id, payment_id, verdict from reconciliation_decision
			where ${ofWallet(wallet)} and movement_id is not null and not awaits_second
			order by movement_id, id desc) as said
			join movement on movement.id = said.movement_id left join payment on payment.id = said.payment_id
		where said.verdict not in ('reopen', 'support') and movement.withdrawn_at is null
			and movement.created_at > ${from}::timestamptz and movement.created_at <= ${until}::timestamptz
			and coalesce(payment.paid_amount, payment.amount) is distinct from movement.amount`.execute(store);
	return rows.map(({ created_at, ...row }) => ({ ...row, at: created_at.getTime() }));
}

function amountsOf({ amount, fee }: { amount: string; fee: string | null }) {
	return { amount: minorOf(amount), fee: fee === null ? null : minorOf(fee) };
}

function noReading({ opening, rule }: Ask): Stretch {
	const look = opening && {
		balance: toDecimal(opening.balance),
		at: new Date(opening.at).toISOString(),
		seenAt: new Date(opening.seenAt).toISOString(),
		hold: opening.hold,
		...(opening.taken ? { taken: takenAsKept(opening.taken) } : {}),
	};
	return {
		...{ status: "no_reading", opening: look, closing: null, change: null, explained: null, gap: null },
		totals: { count: 0, in: "0.00", out: "0.00", fees: "0.00" },
		held: "0.00",
		provedUntil: null,
		...{ rule, unsigned: [], explanations: [] },
	};
}

/** Returns a line's effect on a day's running balance. */
export function lineEffect(rule: Rule, line: { type: string; amount: string; fee: string }): AmountMinor {
	return effectOf(rule, line.type, minorOf(line.amount), minorOf(line.fee));
}

/** Returns the balance to which a period's lines add. Money held in the opening is added back, since its line takes it off again. */
export function beforeLines({ balance, held }: ProofReading): AmountMinor {
	return minorOf(balance) - minorOf(held ?? "0.00");
}
