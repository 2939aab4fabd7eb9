import { describe, expect, test } from "vitest";
import type { DayProof } from "#lib/contracts/reconciliation.ts";
import { minorOf } from "#lib/money.ts";
import type { Context } from "#server/context.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import {
	type Business,
	dayName,
	MINUTE,
	makeBusiness,
	type Told,
} from "#tests/integration/server/reconciliation/random-days.ts";
import {
	firstAfter,
	type Ledger,
	liveThrough,
	openRandomDesk,
} from "#tests/integration/server/reconciliation/random-desk.ts";
import { addMember, contextFor, fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const CURRENCIES = ["XOF", "XAF", "GNF", "UGX"];
const DAYS = 250;
// After the end of an attempt the desk goes on reading the balance for this long.
const LATEST_READING = 12 * MINUTE;

const db = await createTestDatabase();
const businesses = CURRENCIES.map((currency, place) =>
	makeBusiness(place + 1, currency, DAYS, place === 3 ? "last" : "first"),
);
const ledgers = await liveThrough(db, businesses);

/** Disagreements by source, and the number of questions to each. */
interface Heard {
	faults: Record<"evidence" | "proof" | "reconciliation" | "statement", string[]>;
	asked: { reads: number; evidence: number; days: number };
}

interface Wallet extends Heard {
	context: Context;
	business: Business;
	ledger: Ledger;
}

const wallets = await Promise.all(businesses.map(live));

async function live(business: Business): Promise<Wallet> {
	const clock = fixedClock(new Date(0));
	const config = testConfig({ WALLET_CURRENCIES: CURRENCIES.join() });
	const system = systemContext({ database: db.database, clock, config });
	const [maker, approver, admin] = [
		await addMember(db.database, "maker"),
		await addMember(db.database, "approver"),
		await addMember(db.database, "admin"),
	];
	const context = contextFor(system, admin);
	const ledger = ledgers.get(business.currency) ?? { steps: [], lines: [] };
	const faults = { evidence: [], proof: [], reconciliation: [], statement: [] };
	const wallet = { context, business, ledger, faults, asked: { reads: 0, evidence: 0, days: 0 } };
	const desk = openRandomDesk(context, [maker.id, approver.id, admin.id], business, ledger);
	const waiting = business.told.filter(({ isLost }) => isLost);
	for (const at of business.reads) {
		clock.advance(at - clock.now().getTime());
		await desk.knowUntil(at);
		await reconcileWallet(system, business);
		await proveDays(system, business);
		await checkNow(wallet);
		for (; waiting[0] && waiting[0].answeredAt + LATEST_READING < at; waiting.shift())
			await checkEvidence(wallet, waiting[0]);
	}
	// In order, because the pool is too small for all at once.
	for (let place = 0; place < business.days; place += 1) await checkDay(wallet, place);
	return wallet;
}

/** The balance without the money of payouts in transit equals the sum of the lines, by the ledger alone. */
function checkLook({ ledger }: Wallet, faults: string[], name: string, look: DayProof["closing"]): void {
	const lines = ledger.lines.slice(0, firstAfter(ledger.lines, Date.parse(look?.at ?? "")));
	const sum = lines.reduce((total, { type, amount, fee }) => total + (type === "deposit" ? amount : -amount) - fee, 0n);
	const held = minorOf(look?.balance ?? "0.01") - sum;
	if (minorOf(look?.held ?? "0.01") !== held)
		faults.push(`${name}: ${look?.held} are told to be on their way, ${held} are`);
}

async function checkNow(wallet: Wallet): Promise<void> {
	const { context, business, faults, asked } = wallet;
	const { current, days } = await readReconciliation(context, business);
	const now = context.clock.now();
	const last = Date.parse(days[0]?.closing?.seenAt ?? "");
	const isLooked = business.asked.some(({ seenAt }) => seenAt <= +now && !(seenAt <= last));
	if (current === null && !isLooked) return;
	const name = `${business.currency} at ${now.toISOString()}`;
	if (current?.status !== "proved") faults.reconciliation.push(`${name}: ${current?.status}, ${current?.gap}`);
	checkLook(wallet, faults.reconciliation, name, current?.closing ?? null);
	asked.reads += 1;
}

/** A reading before the refund shows the taken amount, if there was one. */
async function checkEvidence({ context, business, faults, asked }: Wallet, payout: Told): Promise<void> {
	const { id, kind, amount, fee, answeredAt, isPaid } = payout;
	const [from, until] = [payout.takenAt ?? Number.POSITIVE_INFINITY, isPaid ? null : payout.endedAt];
	const isSeen = business.asked.some(
		({ at, seenAt }) =>
			seenAt > answeredAt &&
			seenAt < answeredAt + LATEST_READING &&
			at >= from &&
			at < (until ?? Number.POSITIVE_INFINITY),
	);
	const { balance } = await readEvidence(context, { id, kind });
	const expected = isSeen ? `amount_and_fee ${-(amount + fee)}` : "unmoved 0";
	const found = `${balance.reading} ${minorOf(balance.rest ?? "0.01")}`;
	if (found !== expected) faults.evidence.push(`${id}: ${found} instead of ${expected}, ${JSON.stringify(balance)}`);
	asked.evidence += 1;
}

async function checkDay(wallet: Wallet, place: number): Promise<void> {
	const { context, business, ledger, faults, asked } = wallet;
	const { proof, lines } = await readDay(context, { currency: business.currency, day: dayName(place) });
	const { opening, closing, totals } = proof;
	const name = `${business.currency} ${proof.day}`;
	if (proof.status !== "proved") faults.proof.push(`${name}: ${proof.status}, ${proof.gap}`);
	if (place > 0) checkLook(wallet, faults.proof, name, opening);
	checkLook(wallet, faults.proof, name, closing);
	const [from, until] = [Date.parse(opening?.at ?? ""), Date.parse(closing?.at ?? "")];
	const own = ledger.lines.slice(firstAfter(ledger.lines, from), firstAfter(ledger.lines, until));
	const sumOf = (type: string) => own.reduce((sum, line) => sum + (line.type === type ? line.amount : 0n), 0n);
	const fees = own.reduce((sum, line) => sum + line.fee, 0n);
	const told = [totals.count, lines.length, minorOf(totals.in), minorOf(totals.out), minorOf(totals.fees)].join();
	const truth = [own.length, own.length, sumOf("deposit"), sumOf("withdrawal"), fees].join();
	if (told !== truth) faults.statement.push(`${name}: ${told} instead of ${truth}`);
	const last = lines.at(-1)?.balanceAfter;
	const end = minorOf(closing?.balance ?? "0.01") - minorOf(closing?.held ?? "0.01");
	if (last && minorOf(last) !== end) faults.statement.push(`${name}: the last line ends at ${last}, the day at ${end}`);
	asked.days += 1;
}

describe("a thousand random days, each payout and deposit on the sandbox's own ledger", () => {
	const count = (of: keyof Heard["asked"]) => wallets.reduce((sum, { asked }) => sum + asked[of], 0);

	test("are a thousand, read at hundreds of moments, with hundreds of payouts whose answer was lost", () => {
		expect(count("days")).toBe(1_000);
		expect(count("reads")).toBeGreaterThan(200);
		expect(count("evidence")).toBeGreaterThan(250);
		const held = wallets.flatMap(({ business }) => business.told.filter(({ endedAt }) => endedAt === null));
		expect(held.length).toBeGreaterThan(10);
	});

	test.each(["evidence", "proof", "reconciliation", "statement"] as const)(
		"the %s agrees with it, to the unit",
		(of) => {
			expect(wallets.flatMap(({ faults }) => faults[of])).toEqual([]);
		},
	);
});
