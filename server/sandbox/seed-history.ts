/**
 * Generates ninety days of a plausible business. Pure: the same `now`, `days` and `seed` give the same history on every machine.
 * The wallet never falls below zero.
 */
import { EXPENSES, MARKETS, type Market } from "#server/sandbox/seed/business.ts";
import { type Calendar, createCalendar, DAY_MS } from "#server/sandbox/seed/calendar.ts";
import {
	type Draft,
	type DraftPlan,
	makeDraft,
	randomLetters,
	type SeedTransaction,
	totalMinor,
} from "#server/sandbox/seed/draft.ts";
import { makeParties, makeParty, type Parties, pickRegular } from "#server/sandbox/seed/parties.ts";
import { createRandom, type Random } from "#server/sandbox/seed/random.ts";
import type { FailureCode } from "#server/sandbox/transactions/outcomes.ts";
import { depositReference, withdrawalReference } from "#server/sandbox/transactions/references.ts";

// Ended transactions begin at least this long before `now`, because they need time to end; only open ones are younger.
const QUIET_MS = 45 * 60_000;

/** Returns transactions oldest first. The first one of each currency is a deposit that makes the opening balance. */
export function makeSeedHistory(options: { now: Date; days?: number; seed?: number }) {
	const { now, days = 90, seed = 1 } = options;
	const drafts: Draft[] = [];
	for (const [index, market] of MARKETS.entries()) {
		const random = createRandom(seed * 31 + index);
		drafts.push(...withinMeans(makeMarket(random, market, now, days)));
	}
	return { now, days, seed, transactions: withReferences(createRandom(seed), drafts) };
}

function makeMarket(random: Random, market: Market, now: Date, days: number): Draft[] {
	const from = new Date(now.getTime() - days * DAY_MS);
	const calendar = createCalendar(from, new Date(now.getTime() - QUIET_MS));
	const parties = makeParties(random, market);
	const movements = Math.round((market.movements * days) / 90);
	const sales = Math.round(movements * market.salesShare);
	return [
		makeOpening(random, market, from),
		...makeSales(random, market, calendar, parties, sales),
		...makePayouts(random, market, calendar, parties, movements - sales - 1),
		...makeOpenOnes(random, market, parties, now),
	];
}

function makeOpening(random: Random, market: Market, from: Date): Draft {
	const party = makeParty(random, market, "Apport");
	return makeDraft(random, {
		type: "deposit",
		currency: market.currency,
		party,
		purpose: { kind: "opening", party: "Apport", note: "Solde d’ouverture" },
		createdAt: new Date(from.getTime() - 3_600_000),
		result: "success",
		amountUnits: market.openingUnits,
	});
}

const DEPOSIT_FAILURES: readonly (readonly [FailureCode | "expired", number])[] = [
	["expired", 40],
	["insufficient_balance", 24],
	["not_approved", 18],
	["wrong_pin", 6],
	["payer_limit", 6],
	["unspecified", 4],
	["payer_not_found", 2],
];

function makeSales(random: Random, market: Market, calendar: Calendar, parties: Parties, count: number): Draft[] {
	const sale = (result: DraftPlan["result"], number: number) =>
		makeDraft(random, {
			type: "deposit",
			currency: market.currency,
			party: pickRegular(random, parties.customers),
			purpose: { kind: "sale", party: "Client", note: `Commande ${10_000 + number}` },
			createdAt: calendar.anyMoment(random),
			result,
		});
	const paid = Array.from({ length: count }, (_, number) => sale("success", number));
	const unpaid = Array.from({ length: Math.round(count * 0.07) }, (_, number) =>
		sale(random.weighted(DEPOSIT_FAILURES), count + number),
	);
	return [...paid, ...unpaid];
}

const PAYOUT_FAILURES: readonly (readonly [FailureCode, number])[] = [
	["recipient_not_found", 70],
	["unspecified", 30],
];

function makePayouts(random: Random, market: Market, calendar: Calendar, parties: Parties, count: number): Draft[] {
	const { currency } = market;
	const drafts: Draft[] = [];
	const pay = (
		party: Parties["staff"][number],
		kind: "salary" | "supplier" | "expense" | "refund",
		note: string,
		at: Date | null,
	) => {
		if (!at) return;
		const purpose = { kind, party: party.name, note };
		drafts.push(makeDraft(random, { type: "withdrawal", currency, party, purpose, createdAt: at, result: "success" }));
	};
	for (const day of calendar.paydays) {
		const month = day.toLocaleDateString("fr-FR", { month: "long", timeZone: "UTC" });
		for (const person of parties.staff) pay(person, "salary", `Salaire ${month}`, calendar.officeMoment(random, day));
	}
	for (let tries = 0; drafts.length < count && tries < count * 20; tries += 1) {
		const kind = random.weighted([["supplier", 60] as const, ["expense", 31] as const, ["refund", 9] as const]);
		const days = kind === "supplier" && random.chance(0.7) ? calendar.fridays : calendar.weekdays;
		const day = days[random.between(0, days.length - 1)];
		const at = day ? calendar.officeMoment(random, day) : null;
		if (kind === "supplier")
			pay(pickRegular(random, parties.suppliers), kind, `Facture ${random.between(1_800, 4_200)}`, at);
		if (kind === "expense") pay(pickRegular(random, parties.staff), kind, random.pick(EXPENSES), at);
		if (kind === "refund") pay(pickRegular(random, parties.customers), kind, "Remboursement", at);
	}
	const failures = drafts.filter(() => random.chance(0.03)).map((draft) => failedTwin(random, draft, parties));
	return [...drafts, ...failures];
}

/** Makes a failed payout with the same purpose as a paid one, 2 to 15 minutes before it. */
function failedTwin(random: Random, draft: Draft, parties: Parties): Draft {
	return makeDraft(random, {
		type: "withdrawal",
		currency: draft.currency,
		party: pickRegular(random, parties.suppliers),
		purpose: draft.purpose,
		createdAt: new Date(draft.created_at.getTime() - random.between(120_000, 900_000)),
		result: random.weighted(PAYOUT_FAILURES),
	});
}

function makeOpenOnes(random: Random, market: Market, parties: Parties, now: Date): Draft[] {
	const { currency } = market;
	const ago = (ms: number) => new Date(now.getTime() - ms);
	const fresh = Array.from({ length: market.openDeposits }, (_, index) =>
		makeDraft(random, {
			type: "deposit",
			currency,
			party: pickRegular(random, parties.customers),
			purpose: { kind: "sale", party: "Client", note: `Commande ${19_900 + index}` },
			createdAt: ago(random.between(20_000, 150_000)),
			result: "open",
		}),
	);
	const stuckParty = () => makeParty(random, market, "Client", "129");
	return [
		...fresh,
		makeDraft(random, {
			type: "deposit",
			currency,
			party: stuckParty(),
			purpose: { kind: "sale", party: "Client", note: "Commande 9981" },
			createdAt: ago(2 * DAY_MS + random.between(0, 3_600_000)),
			result: "stuck",
		}),
		makeDraft(random, {
			type: "withdrawal",
			currency,
			party: stuckParty(),
			purpose: { kind: "expense", party: "Coursier", note: "Livraison" },
			createdAt: ago(5 * 3_600_000 + random.between(0, 3_600_000)),
			result: "stuck",
		}),
	];
}

/** Follows the balance through time, and drops each payout that it would not have covered. */
function withinMeans(drafts: readonly Draft[]): Draft[] {
	type BalanceEvent = { at: number; draft: Draft; what: "begins" | "ends" };
	const events = drafts.flatMap((draft): BalanceEvent[] => [
		{ at: draft.created_at.getTime(), draft, what: "begins" },
		...(draft.processed_at ? [{ at: draft.processed_at.getTime(), draft, what: "ends" as const }] : []),
	]);
	events.sort((one, other) => one.at - other.at);
	const kept = new Set<Draft>();
	let balanceMinor = 0n;
	for (const { draft, what } of events) {
		const total = totalMinor(draft);
		if (what === "begins") {
			if (draft.kind === "withdrawal" && balanceMinor < total) continue;
			kept.add(draft);
			if (draft.kind === "withdrawal") balanceMinor -= total;
		} else if (kept.has(draft)) {
			if ((draft.kind === "deposit") === (draft.status === "success")) balanceMinor += total;
		}
	}
	return drafts.filter((draft) => kept.has(draft));
}

function withReferences(random: Random, drafts: readonly Draft[]): SeedTransaction[] {
	const numbers = new Map<string, number>();
	return drafts
		.toSorted((one, other) => +one.created_at - +other.created_at)
		.map((draft) => {
			if (draft.kind === "withdrawal")
				return { reference: withdrawalReference(draft.created_at, randomLetters(random, 8)), ...draft };
			const day = draft.created_at.toISOString().slice(0, 10);
			const number = (numbers.get(day) ?? 0) + 1;
			numbers.set(day, number);
			const operator = { code: draft.operator, country: draft.country };
			return { reference: depositReference(operator, draft.created_at, number), ...draft };
		});
}
