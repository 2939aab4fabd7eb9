/** Proves a period of a wallet from its balance readings and the lines between them, and looks for explanations of a gap. */
import { sql } from "kysely";
import type { ExplanationPart, FeeRule, ProofReading, Stretch } from "#lib/contracts/reconciliation.ts";
import { MAY_LACK_MONEY, type Verdict } from "#lib/line-verdicts.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { directionOf } from "#lib/movements/kept-direction.ts";
import { type Clues, type DecidedLine, explainGap, isDecided } from "#server/reconciliation/proof/explain-gap.ts";
import { sumOf } from "#server/reconciliation/proof/in-transit.ts";
import {
	type BalancePeriod,
	readReadings,
	readSums,
	readTariff,
	readUnbooked,
	type UnbookedPayout,
} from "#server/reconciliation/proof/proof-inputs.ts";
import {
	type Chain,
	type ChainInputs,
	disagreeing,
	heldIn,
	type Opening,
	pointOf,
	proveChain,
	timesOf,
} from "#server/reconciliation/proof/prove-chain.ts";
import { takenIn } from "#server/reconciliation/proof/residuals.ts";
import { readExceptionsBetween } from "#server/reconciliation/read-exceptions.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

export interface Period {
	/** The stored reading with which the period starts; null starts the period with the first reading there is. */
	opening: Opening | null;
	/** The last reading at or before this time closes the period. */
	until: Date;
	/** Readings up to this time help to interpret the closing one. */
	beyond: Date;
	/** Treats `payout` as in transit, whatever its state, and leaves out the lines of `lineIds`. */
	apart?: { payout: UnbookedPayout; lineIds: readonly string[] };
}

export interface Ask extends Period {
	/** Without an opening, readings count from this time on. */
	from: Date;
	rule: FeeRule;
	mayBeCut: boolean;
	/** The number of unreadable lines in the service's list, which may explain a gap. */
	unreadable: number;
}

/** If more pairs of readings disagree, only the first ones are explained: a person must go through the lines. */
const MOST_EXPLAINED = 10;

/** Returns the status `no_reading` when there are no two readings to compare. */
export async function provePeriod(store: Database, wallet: WalletKey, ask: Ask): Promise<Stretch> {
	const from = ask.opening ? new Date(ask.opening.seenAt) : ask.from;
	const periods = await readReadings(store, wallet, from, ask.beyond);
	const inputs = await readChainInputs(store, wallet, ask, periods);
	if (!inputs) return noReading(ask);
	const chain = proveChain(inputs, ask.rule);
	const closing = inputs.points.findLastIndex(({ seenAt }) => seenAt <= +ask.until);
	const sums = measure(inputs, chain, closing);
	const agree = sums.gap === 0n;
	const status = agree ? "proved" : ask.mayBeCut ? "cut" : "gap";
	const { explanations, decided } = agree
		? { explanations: [], decided: false }
		: await explain(store, wallet, inputs, { ...chain, chosen: chain.chosen.slice(0, closing + 1) });
	return {
		status,
		...(decided ? { isDecided: true as const } : {}),
		...(agree || ask.unreadable === 0 ? {} : { unreadable: ask.unreadable }),
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

export async function readChainInputs(
	store: Database,
	wallet: WalletKey,
	{ opening, until, beyond, apart }: Period,
	periods: readonly BalancePeriod[],
): Promise<ChainInputs | null> {
	const seen = periods.filter(({ lastAt }) => !opening || lastAt > opening.seenAt);
	// A period of equal readings may last beyond the end of the asked period; its balance also held at that end.
	const points = seen.map((period) => pointOf(period, period.firstAt <= +until ? +until : +beyond));
	if (opening) points.unshift({ balance: opening.balance, seenAt: opening.seenAt, times: [opening.at], opening });
	const closing = seen.findLastIndex(({ firstAt }) => firstAt <= +until);
	if (points.length < 2 || closing < 0) return null;
	const times = timesOf(points);
	const [first, last] = [new Date(times[0] ?? 0), new Date(times.at(-1) ?? 0)];
	const [sums, unbooked, tariff] = [
		await readSums(store, wallet, times, apart?.lineIds),
		await readUnbooked(store, wallet, first, last),
		await readTariff(store, wallet, last),
	];
	if (!apart) return { points, times, sums, unbooked, tariff };
	const others = unbooked.filter(({ paymentId }) => paymentId !== apart.payout.paymentId);
	return { points, times, sums, unbooked: [apart.payout, ...others], tariff };
}

function measure(inputs: ChainInputs, chain: Chain, closing: number) {
	const { rule, chosen } = chain;
	const { points, times, sums } = inputs;
	const [first, last] = [chosen[0], chosen[closing]];
	if (!first || !last) throw new Error("a chain has a first and a last reading");
	const totals = { count: 0, in: 0n, out: 0n, fees: 0n };
	const unsigned = new Set<string>();
	for (const { bucket, type, count, amount, fee } of sums) {
		const end = times[bucket] ?? Number.POSITIVE_INFINITY;
		if (end <= first.at || end > last.at) continue;
		totals.count += count;
		const direction = directionOf(rule, type);
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
	const { balance, seenAt } = point;
	const taken = takenIn(candidate, chain.transit);
	return asKept({ ...candidate, balance, seenAt, taken, held: sumOf(taken) });
}

function asKept({ balance, at, seenAt, hold, taken, held }: Opening): ProofReading {
	return {
		balance: toDecimal(balance),
		at: new Date(at).toISOString(),
		seenAt: new Date(seenAt).toISOString(),
		hold,
		taken: [...taken].map(([paymentId, effect]) => ({ paymentId, effect: toDecimal(effect) })),
		held: toDecimal(held),
	};
}

function provedUntil({ points }: ChainInputs, { chosen }: Chain, closing: number): string | null {
	const first = chosen[0]?.residual;
	const place = chosen.slice(0, closing + 1).findLastIndex(({ residual }) => residual === first);
	const point = points[place];
	return point && place > 0 ? new Date(point.seenAt).toISOString() : null;
}

/** Explains each disagreeing pair of readings by itself, since the pair spans less time than the whole period. */
async function explain(
	store: Database,
	wallet: WalletKey,
	inputs: ChainInputs,
	chain: Chain,
): Promise<{ explanations: ExplanationPart[]; decided: boolean }> {
	const pairs = disagreeing(chain.chosen);
	// A payout that the proof already counts as debited explains nothing more.
	const ends = new Set(pairs.flatMap(({ from, until }) => [from, until]));
	const compared = chain.chosen.filter(({ at }) => ends.has(at));
	const taken = new Set(compared.flatMap((reading) => [...takenIn(reading, chain.transit).keys()]));
	const unbooked = inputs.unbooked.filter(({ paymentId }) => !taken.has(paymentId));
	const clues = await readClues(store, wallet, { ...inputs, unbooked });
	return {
		explanations: pairs.slice(0, MOST_EXPLAINED).flatMap((one) => explainGap(one, clues, chain.rule)),
		decided: pairs.every((one) => isDecided(one, clues, chain.rule)),
	};
}

async function readClues(store: Database, wallet: WalletKey, { times, unbooked, tariff }: ChainInputs): Promise<Clues> {
	const [from, until] = [new Date(times[0] ?? 0), new Date(times.at(-1) ?? 0)];
	const { discrepancies, subjects } = await readExceptionsBetween(store, wallet, from, until);
	const decided = await readDecidedLines(store, wallet, from, until);
	const explained = decided.filter(({ verdict }) => verdict !== "match");
	return {
		discrepancies,
		subjects: new Map([...subjects, ...explained].map((each) => [each.id, each])),
		explainedIds: explained.map(({ id }) => id),
		...{ decided: decided.filter(mayCloseGap), unbooked, tariff },
	};
}

type DecidedRow = DecidedLine & { verdict: Verdict; reason: string };

export function mayCloseGap({ verdict }: DecidedRow): boolean {
	return verdict === "match" || MAY_LACK_MONEY.includes(verdict);
}

/** Reads lines that people explained, or matched to a payment of another amount, oldest first. */
export async function readDecidedLines(
	store: Database,
	wallet: WalletKey,
	from: Date,
	until: Date,
): Promise<DecidedRow[]> {
	type Row = Pick<DecidedRow, "id" | "type" | "verdict" | "reason">;
	const { rows } = await sql<Row & { amount: string; fee: string; created_at: Date; paid: string | null }>`
		select movement.id, movement.type, movement.amount, movement.fee, movement.created_at, decision.verdict, decision.reason,
			coalesce(payment.paid_amount, payment.amount) as paid
		from (select distinct on (movement_id) movement_id, payment_id, verdict, reason from reconciliation_decision
			where ${ofWallet(wallet)} and movement_id is not null and not awaits_second
			order by movement_id, id desc) as decision
			join movement on movement.id = decision.movement_id left join payment on payment.id = decision.payment_id
		where decision.verdict not in ('reopen', 'support') and movement.withdrawn_at is null
			and movement.created_at > ${from}::timestamptz and movement.created_at <= ${until}::timestamptz
			and coalesce(payment.paid_amount, payment.amount) is distinct from movement.amount
		order by movement.created_at, movement.id`.execute(store);
	return rows.map(({ created_at, amount, fee, paid, ...row }) => ({
		...{ ...row, amount: minorOf(amount), fee: minorOf(fee), at: created_at.getTime() },
		paid: paid === null ? null : minorOf(paid),
	}));
}

function noReading({ opening, rule }: Ask): Stretch {
	return {
		...{
			status: "no_reading",
			opening: opening && asKept(opening),
			closing: null,
			change: null,
			explained: null,
			gap: null,
		},
		totals: { count: 0, in: "0.00", out: "0.00", fees: "0.00" },
		held: "0.00",
		provedUntil: null,
		...{ rule, unsigned: [], explanations: [] },
	};
}

/** Returns the balance to which a period's lines are added. Money debited before its line is added back: the line debits it again. */
export function beforeLines({ balance, held }: ProofReading): AmountMinor {
	return minorOf(balance) - minorOf(held);
}
