/** The service's own books: transactions, the wallet's balance and its lines, listed late, withdrawn or on time. */
import { minorOf, toDecimal } from "#lib/money.ts";
import type { Random } from "#tests/simulation/random.ts";
import type { Scheduler } from "#tests/simulation/scheduler.ts";

export interface Transaction {
	reference: string;
	/** `withdrawal` or `deposit`. */
	type: string;
	amount: string;
	currency: string;
	status: string;
	createdAt: string;
	processedAt: string | null;
	/** The later status of a pending transaction, and its time. */
	becomes: { status: string; at: number } | null;
	/** Made by the business's shop with the same keys, or long ago. */
	isForeign: boolean;
}

export interface Line {
	type: string;
	amount: string;
	fee: string;
	currency: string;
	createdAt: string;
	/** By the simulation's time, like `listedFrom`. */
	madeAt: number;
	listedFrom: number;
	/** True once the service no longer lists it. */
	isWithdrawn: boolean;
	reference: string;
}

export interface BooksOptions {
	scheduler: Scheduler;
	random: Random;
	/** The offset of the service's clock. */
	clockOffMs: number;
	/** The longest time between a transaction and its line. */
	linesLateMs: number;
	/** In hundredths of a percent, rounded down to whole units. */
	feeRate: number;
}

const UNIT = 100n;
const LONG_AGO_MS = 3 * 24 * 3_600_000;

export class FakeBooks {
	readonly transactions: Transaction[] = [];
	/** Lists each line this long after its transaction from now on; null: after a random time. */
	listsAfterMs: number | null = null;
	/** In hundredths of a percent, rounded down to whole units. */
	feeRate: number;
	readonly #lines: Line[] = [];
	readonly #options: BooksOptions;
	#balance = 100_000_000n;
	#changedAt: string;

	constructor(options: BooksOptions) {
		this.#options = options;
		this.feeRate = options.feeRate;
		this.#changedAt = this.time();
	}

	/** A time by the service's own clock. */
	time(agoMs = 0): string {
		return new Date(this.#options.scheduler.now + this.#options.clockOffMs - agoMs).toISOString();
	}

	balance(): { balance: string; updatedAt: string } {
		this.#settle();
		return { balance: toDecimal(this.#balance), updatedAt: this.#changedAt };
	}

	/** The lines that the service lists now. */
	lines(): Line[] {
		this.#settle();
		return this.#lines.filter((line) => !line.isWithdrawn && line.listedFrom <= this.#options.scheduler.now);
	}

	find(reference: string): Transaction | null {
		this.#settle();
		return this.transactions.find((each) => each.reference === reference) ?? null;
	}

	/** A payout takes its amount from the wallet at once; a deposit gives it when it succeeds. */
	make(
		facts: Pick<Transaction, "type" | "amount" | "currency" | "status" | "becomes">,
		isForeign = false,
	): Transaction {
		const createdAt = this.time();
		const processedAt = facts.status === "success" ? createdAt : null;
		const reference = `TX-${String(this.transactions.length + 1).padStart(4, "0")}`;
		const made: Transaction = { ...facts, reference, createdAt, processedAt, isForeign };
		this.transactions.push(made);
		if (made.type === "withdrawal" || made.status === "success") this.#write(made);
		return made;
	}

	/** A transaction of the business's own shop, with the same keys and on the same wallet. */
	makeForeign(type: "deposit" | "withdrawal", amount: string): Transaction {
		return this.make({ type, amount, currency: "XOF", status: "success", becomes: null }, true);
	}

	/** A transaction of days ago with its line: another payment of this amount, unrelated to ours. */
	makeOlder(amount: string, currency: string): Transaction {
		const known = this.transactions.find((each) => each.amount === amount && each.reference.startsWith("TX-OLD"));
		if (known) return known;
		const createdAt = this.time(LONG_AGO_MS);
		const facts = { type: "withdrawal", amount, currency, status: "success", becomes: null, isForeign: true };
		const older = { ...facts, reference: `TX-OLD-${amount}`, createdAt, processedAt: createdAt };
		this.transactions.push(older);
		return older;
	}

	/** Carries out what is due: a pending transaction becomes final, a failed one returns its money and loses its line. */
	#settle(): void {
		for (const each of this.transactions) {
			if (!each.becomes || each.becomes.at > this.#options.scheduler.now) continue;
			each.status = each.becomes.status;
			each.processedAt = this.time();
			each.becomes = null;
			if (each.type === "deposit" && each.status === "success") this.#write(each);
			if (each.type === "withdrawal" && each.status === "failed") this.takeBack(each);
		}
	}

	#write({ type, amount, currency, reference }: Transaction): void {
		const { scheduler, random, linesLateMs } = this.#options;
		const minor = minorOf(amount);
		const fee = type === "withdrawal" ? ((minor * BigInt(this.feeRate)) / 10_000n / UNIT) * UNIT : 0n;
		this.#change(type === "withdrawal" ? -(minor + fee) : minor);
		this.#lines.push({
			type,
			amount,
			fee: toDecimal(fee),
			currency,
			createdAt: this.time(),
			madeAt: scheduler.now,
			listedFrom: scheduler.now + (this.listsAfterMs ?? (linesLateMs === 0 ? 0 : random.below(linesLateMs))),
			isWithdrawn: false,
			reference,
		});
	}

	/** True if at some moment since, neither this line nor one of received money was listed, so the balance showed neither in full. */
	wasHidden({ reference }: Transaction, since: number): boolean {
		const own = this.#lines.find((each) => each.reference === reference);
		if (!own) return false;
		const isBeside = ({ madeAt, listedFrom }: Line) => Math.max(since, madeAt) < Math.min(listedFrom, own.listedFrom);
		return this.#lines.some((each) => each.type === "deposit" && isBeside(each));
	}

	/** Returns the money, and no longer lists the line. */
	takeBack({ reference }: Transaction): void {
		const line = this.#lines.find((each) => each.reference === reference);
		if (!line || line.isWithdrawn) return;
		line.isWithdrawn = true;
		this.#change(minorOf(line.amount) + minorOf(line.fee));
	}

	#change(by: bigint): void {
		this.#balance = this.#balance + by;
		this.#changedAt = this.time();
	}
}
