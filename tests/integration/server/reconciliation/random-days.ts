/** Random days of a business: its payments, their outcomes, and when the desk learns of them and reads balances. Pure. */
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import { feeOf } from "#server/sandbox/ledger/fees.ts";
import type { SeedTransaction } from "#server/sandbox/seed/draft.ts";
import { type RandomBelow, seededRandom } from "#tests/support/random.ts";

/** Times in ms. */
export interface Told {
	id: string;
	kind: "deposit" | "payout";
	amount: AmountMinor;
	fee: AmountMinor;
	sentAt: number;
	/** The time at which the service accepted it; null: it never arrived. */
	takenAt: number | null;
	/** The time at which the payment was settled or given back. */
	endedAt: number | null;
	isPaid: boolean;
	/** The time of the service's first answer, or of its loss. */
	answeredAt: number;
	isLost: boolean;
	/** The time at which the desk knows the outcome; infinite: never. */
	knownAt: number;
}

/** The service reads the balance at `at`, and the desk sees it a little later. */
export interface Asked {
	at: number;
	seenAt: number;
}

export interface Business {
	currency: string;
	days: number;
	told: Told[];
	/** In the order of `seenAt`. */
	asked: Asked[];
	/** Moments at which somebody reads the screens: on one day in three, and after the last one. */
	reads: number[];
}

const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST_DAY = Date.parse("2026-01-05T00:00:00.000Z");
/** Paid in by another party before the first day. */
const FUNDS: AmountMinor = 90_000_000_000_00n;

/** Deterministic for a seed. `debits`: the service debits a payout at its permit, or when it ends well. */
export function makeBusiness(
	seed: number,
	currency: string,
	days: number,
	debits: Draft["debits"] = "first",
): Business {
	const random = seededRandom(seed);
	const told: Told[] = [];
	const asked: Asked[] = [];
	const look = (at: number) => asked.push({ at, seenAt: at + 1 + random(300) });
	const amounts: AmountMinor[] = [];
	for (let day = 0; day < days; day += 1) {
		const begin = FIRST_DAY + day * DAY;
		for (let count = random(5); count > 0; count -= 1) {
			const sentAt = begin + 6 * HOUR + random(17 * HOUR);
			told.push(makeDeposit(`${currency}-${seed}-${told.length}`, currency, sentAt, random));
		}
		for (const sentAt of payoutTimes(begin, random)) {
			const amount = random(6) === 0 ? (amounts.at(-1) ?? 5_000_00n) : BigInt(500 + random(240_000) * 5) * 100n;
			const payout = makePayout(
				`${currency}-${seed}-${told.length}`,
				{ currency, amount, sentAt, day, debits },
				random,
			);
			// A payment with a lost answer cannot be told from an equal one in the wallet.
			if (!payout.isLost || !amounts.slice(-40).includes(amount)) told.push(payout);
			if (!payout.isLost) amounts.push(amount);
			const before = 1 + random(200);
			asked.push({ at: sentAt - 1 - before, seenAt: sentAt - 1 });
			look(payout.answeredAt + 2 * SECOND + random(3 * SECOND));
			for (let wait = 2; wait <= 10; wait += 2)
				if (random(2) === 0) look(payout.answeredAt + wait * MINUTE + random(5 * SECOND));
		}
		for (let count = 3 + random(5); count > 0; count -= 1) look(begin + random(DAY));
		look(begin + DAY - 1 - random(20 * MINUTE));
	}
	asked.sort((a, b) => a.seenAt - b.seenAt);
	const reads: number[] = [];
	// On the first day there may be only one reading, which proves nothing.
	for (let day = 1; day < days; day += 1 + random(5))
		reads.push(FIRST_DAY + day * DAY + 12 * HOUR + random(12 * HOUR - MINUTE));
	reads.push(FIRST_DAY + (days + 1) * DAY);
	return { currency, days, told, asked, reads };
}

/** Some single payouts, and sometimes a batch, seconds apart. */
function payoutTimes(begin: number, random: RandomBelow): number[] {
	const times = Array.from({ length: random(4) }, () => begin + 6 * HOUR + random(18 * HOUR - 10 * MINUTE));
	if (random(3) > 0) return times;
	let at = begin + 7 * HOUR + random(16 * HOUR);
	for (let count = 2 + random(4); count > 0; count -= 1) {
		times.push(at);
		at += 300 + random(8 * SECOND);
	}
	return times.sort((a, b) => a - b);
}

function makeDeposit(id: string, currency: string, sentAt: number, random: RandomBelow): Told {
	const amount = BigInt(500 + random(100_000) * 5) * 100n;
	const takenAt = sentAt + 20 + random(500);
	const endedAt = takenAt + SECOND + random(3 * MINUTE);
	const isPaid = random(8) > 0;
	return {
		...{ id, kind: "deposit", amount, fee: feeOf("deposit", amount, currency), sentAt, takenAt, endedAt, isPaid },
		...{ answeredAt: takenAt + 50, isLost: false, knownAt: endedAt + SECOND + random(MINUTE) },
	};
}

const ENDS = [
	"at once",
	"later",
	"hours later",
	"next day",
	"fails",
	"stuck",
	"lost",
	"lost later",
	"never taken",
	"lost and fails",
] as const;
const SHARES = [45, 18, 6, 4, 9, 1, 5, 3, 6, 4];

interface Draft {
	currency: string;
	day: number;
	debits: "first" | "last";
}

function makePayout(
	id: string,
	{ currency, amount, sentAt, day, debits }: Pick<Told, "amount" | "sentAt"> & Draft,
	random: RandomBelow,
): Told {
	// The tariff is not known on the first days.
	const end = day < 2 ? "at once" : pick(random);
	const isLost = end.includes("lost") || end === "never taken";
	const cameAt = sentAt + 20 + random(random(10) === 0 ? 3 * SECOND : 400);
	const delay =
		end === "at once" || end === "lost"
			? 1
			: end === "hours later"
				? 10 * MINUTE + random(5 * HOUR)
				: end === "next day"
					? 8 * HOUR + random(15 * HOUR)
					: 2 * SECOND + random(70 * SECOND);
	const endedAt = end === "stuck" || end === "never taken" ? null : cameAt + delay;
	const isPaid = endedAt !== null && !end.includes("fails");
	const takenAt = debits === "first" ? cameAt : isPaid ? endedAt : null;
	const answeredAt = cameAt + (delay === 1 ? 1 : 0) + 10 + random(300);
	const heardAt = delay === 1 ? answeredAt : (endedAt ?? Number.POSITIVE_INFINITY) + SECOND + random(45 * SECOND);
	return {
		...{ id, kind: "payout", amount, fee: feeOf("withdrawal", amount, currency), sentAt, answeredAt, isLost },
		...{ takenAt: end === "never taken" ? null : takenAt, endedAt },
		isPaid,
		knownAt: isLost ? sentAt + 4 * DAY + random(3 * DAY) : heardAt,
	};
}

function pick(random: RandomBelow): (typeof ENDS)[number] {
	const all = ENDS.flatMap((end, place) => Array.from({ length: SHARES[place] ?? 0 }, () => end));
	return all[random(all.length)] ?? "at once";
}

/** As in the sandbox's own books, which lack what the service never received. */
export function toTransactions({ currency, told }: Business): SeedTransaction[] {
	const funds = {
		type: "deposit",
		status: "success",
		amount: FUNDS,
		fee: 0n,
		takenAt: FIRST_DAY - HOUR,
		endedAt: FIRST_DAY - HOUR,
	} as const;
	const made = told.flatMap(({ kind, isPaid, takenAt, ...rest }) =>
		takenAt === null
			? []
			: [
					{
						...rest,
						takenAt,
						type: kind === "deposit" ? ("deposit" as const) : ("withdrawal" as const),
						status: rest.endedAt === null ? ("pending" as const) : isPaid ? ("success" as const) : ("failed" as const),
					},
				],
	);
	return [{ id: `${currency}-funds`, ...funds }, ...made].map(
		({ id, type, status, amount, fee, takenAt, endedAt }) => ({
			...{
				reference: `TX-${id}`,
				opaque_id: id,
				kind: type,
				status,
				currency,
				flow: null,
				expires_at: null,
				country: "CI",
			},
			...{ amount: toDecimal(amount), fee: toDecimal(fee), operator: "mtn-ci", operator_name: "MTN" },
			...{
				phone_number: "+2250501020304",
				created_at: new Date(takenAt),
				processed_at: endedAt === null ? null : new Date(endedAt),
			},
			history: [{ status, source: "operator", at: new Date(endedAt ?? takenAt) }],
			purpose: { kind: "supplier", party: "", note: "" },
		}),
	);
}

export function dayName(place: number): string {
	return new Date(FIRST_DAY + place * DAY).toISOString().slice(0, 10);
}
