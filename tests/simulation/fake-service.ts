/**
 * The service with its own books: what it was asked, what it did, and every way of not telling. Each POST crosses a network
 * that goes on when the sender dies. It asks the committed database what it says at the moment a POST arrives.
 */
import { toDecimal } from "#lib/money.ts";
import { ServiceError } from "#server/errors.ts";
import type { DepositOrder, MayStillSend, PayoutOrder, Service, Started } from "#server/momo/service.ts";
import type { WireDetail, WirePayout, WireStatus } from "#server/momo/wire.ts";
import type { Random } from "#tests/simulation/random.ts";
import type { Process, Scheduler } from "#tests/simulation/scheduler.ts";

export interface Post {
	kind: "deposit" | "payout";
	amount: string;
	currency: string;
	/** The number in the form of the desk, with its plus sign. */
	number: string;
	at: number;
	fault: Fault;
	/** Whose permit it came with, as the judge knows; the service does not. */
	paymentId?: string | undefined;
	/** What the service made of it, if it did. */
	transaction: Transaction | null;
}

export interface Transaction {
	reference: string;
	type: string;
	amount: string;
	currency: string;
	status: string;
	createdAt: string;
	processedAt: string | null;
	/** When a pending one becomes final, and as what. */
	becomes: { status: string; at: number } | null;
}

export const FAULTS = [
	"none",
	"slow",
	"refused_connection",
	"error_before",
	"error_after",
	"reset_after",
	"hang_after",
	"hang_before",
	"cut_with_reference",
	"no_reference",
	"other_amount",
	"no_amount",
	"other_opaque_id",
	"used_reference",
	"refused",
	"keys_refused",
	"unknown_status",
] as const;
export type Fault = (typeof FAULTS)[number];

/** Without a byte at the service: nothing left the house. */
const NEVER_ARRIVES: readonly Fault[] = ["refused_connection"];
const NOT_DONE: readonly Fault[] = ["error_before", "hang_before", "refused", "keys_refused"];
const TIME_OF_ALL_MS = 120_000;

/** A call that did not come through, or whose answer did not come back. */
export class LostCall extends Error {}

export interface FakeServiceOptions {
	scheduler: Scheduler;
	random: Random;
	/** Called when the bytes of a POST are there, before the service does anything. */
	onArrival(post: Post): void;
	chooseFault(): Fault;
	/** The HTTP status that a read gets now instead of its answer. */
	readFault(): 401 | 503 | null;
	gate<T>(label: string, call: () => T): T;
}

export class FakeService {
	readonly posts: Post[] = [];
	readonly transactions: Transaction[] = [];
	readonly #options: FakeServiceOptions;
	#balance = 100_000_000n;

	constructor(options: FakeServiceOptions) {
		this.#options = options;
	}

	/** As one process sees it. */
	clientOf(process: Process): Service {
		const start = (kind: Post["kind"], order: PayoutOrder | DepositOrder, may?: MayStillSend) =>
			this.#start(process, kind, order, may);
		const read = <T>(label: string, answer: () => T) => this.#read(process, label, answer);
		const wordOf = (reference: string) => this.#find(reference);
		return {
			startPayout: (order, may) => start("payout", order, may),
			startDeposit: (order, may) => start("deposit", order, may) as Promise<Started<never>>,
			readStatus: (reference) => read(`GET status ${reference}`, () => statusOf(wordOf(reference))),
			readDetail: (reference) => read(`GET detail ${reference}`, () => detailOf(wordOf(reference))),
			readHistory: (reference) => read(`GET history ${reference}`, () => detailOf(wordOf(reference))),
			readBalance: (currency) =>
				read(`GET balance ${currency}`, () => ({
					wallet_reference: "WF-1",
					balance: toDecimal(this.#balance),
					currency_code: currency,
					updated_at: this.#time(),
				})),
			streamMovements: () => {
				throw new Error("no movements in the simulation");
			},
			timeAt: (ticks) => new Date(ticks),
			close: async () => {},
		};
	}

	async #start(
		process: Process,
		kind: Post["kind"],
		order: PayoutOrder | DepositOrder,
		mayStillSend: MayStillSend = () => true,
	): Promise<Started<WirePayout>> {
		const { scheduler } = this.#options;
		const fault = this.#options.chooseFault();
		const fate = await scheduler.step(process, `POST ${kind}: ${fault}`, () =>
			mayStillSend() ? this.#fate() : "late",
		);
		if (fate === "late") throw new ServiceError("not_sent", "the connection stood too late");
		if (fate === "fails") throw new ServiceError("not_sent", "connection refused");
		if (NEVER_ARRIVES.includes(fault)) throw new ServiceError("not_sent", "connection refused");
		const giveUpAt = scheduler.now + TIME_OF_ALL_MS;
		let answer: (() => Started<WirePayout>) | undefined;
		// From here on the bytes are on the wire: the death of the sender changes nothing.
		const answered = this.#carry(kind, order, fault).then((made) => {
			answer = made;
		});
		void answered;
		await scheduler.step(
			process,
			"answer of the POST",
			() => undefined,
			() => (answer ? 0 : giveUpAt),
		);
		if (!answer) throw new ServiceError("unknown", "no answer in time");
		if (fate === "loses") throw new ServiceError("unknown", "connection reset");
		return answer();
	}

	/** Planned for this call: no connection, or no answer. */
	#fate(): "made" | "fails" | "loses" {
		let fate: "made" | "fails" | "loses" = "fails";
		try {
			this.#options.gate("POST", () => {
				fate = "loses";
			});
			return "made";
		} catch (error) {
			if (error instanceof LostCall) return fate;
			throw error;
		}
	}

	/** The network and the service: an answer, or a way of giving none. */
	async #carry(
		kind: Post["kind"],
		order: PayoutOrder | DepositOrder,
		fault: Fault,
	): Promise<() => Started<WirePayout>> {
		const { scheduler, random } = this.#options;
		await scheduler.sleep(null, random.below(200), "bytes of a POST arrive");
		const post = this.#receive(kind, order, fault);
		this.#options.onArrival(post);
		if (!NOT_DONE.includes(fault)) post.transaction = this.#make(post);
		const delayMs = fault.startsWith("hang")
			? TIME_OF_ALL_MS * 2
			: fault === "slow"
				? random.below(110_000)
				: random.below(2_000);
		await scheduler.sleep(null, delayMs, "answer of the service arrives");
		return () => answerOf(post, fault, this.transactions);
	}

	#receive(kind: Post["kind"], order: PayoutOrder | DepositOrder, fault: Fault): Post {
		const number = "destination" in order ? order.destination : `+${order.phoneNumber}`;
		const facts = { kind, amount: toDecimal(order.amountMinor), currency: order.currency, number };
		const post: Post = { ...facts, at: this.#options.scheduler.now, fault, transaction: null };
		this.posts.push(post);
		return post;
	}

	#make({ kind, amount, currency, fault }: Post): Transaction {
		const { random, scheduler } = this.#options;
		// What was final may be taken back: that is for people to look at.
		const takenBack = random.chance(0.04) ? { status: "reversed", at: scheduler.now + 60_000 } : null;
		const later = { status: random.chance(0.9) ? "success" : "failed", at: scheduler.now + random.below(60_000) };
		const isPending = kind === "deposit" || random.chance(0.4);
		const made: Transaction = {
			reference: `TX-${this.transactions.length + 1}`,
			type: kind === "payout" ? "withdrawal" : "deposit",
			amount,
			currency,
			status: fault === "unknown_status" ? "queued" : isPending ? "pending" : "success",
			createdAt: this.#time(),
			processedAt: null,
			becomes: isPending || fault === "unknown_status" ? later : takenBack,
		};
		if (made.status === "success") made.processedAt = made.createdAt;
		this.transactions.push(made);
		return made;
	}

	async #read<T>(process: Process, label: string, answer: () => T): Promise<T> {
		const { scheduler } = this.#options;
		return scheduler.step(process, label, () => {
			const status = this.#options.readFault();
			if (status !== null)
				throw new ServiceError(status === 401 ? "refused" : "unknown", `answered ${status}`, { status });
			try {
				return this.#options.gate(label, answer);
			} catch (error) {
				throw error instanceof LostCall ? new ServiceError("unknown", "connection reset") : error;
			}
		});
	}

	#find(reference: string): Transaction | null {
		const found = this.transactions.find((each) => each.reference === reference) ?? null;
		if (found?.becomes && found.becomes.at <= this.#options.scheduler.now) {
			found.status = found.becomes.status;
			found.processedAt = this.#time();
			found.becomes = null;
		}
		return found;
	}

	#time(): string {
		return new Date(this.#options.scheduler.now).toISOString();
	}
}

function answerOf(post: Post, fault: Fault, all: readonly Transaction[]): Started<WirePayout> {
	const made = post.transaction;
	switch (fault) {
		case "error_before":
		case "error_after":
			throw new ServiceError("unknown", "answered 500", { status: 500 });
		case "reset_after":
		case "hang_after":
		case "hang_before":
			throw new ServiceError("unknown", "connection reset");
		case "cut_with_reference":
			throw new ServiceError("unknown", "answer cut", { status: 200, hintReference: made?.reference });
		case "no_reference":
			throw new ServiceError("unknown", "no reference", { status: 200 });
		case "no_amount":
			throw new ServiceError("unknown", "amount cannot be read", { status: 200, contradiction: true });
		case "refused":
			throw new ServiceError("refused", "invalid operator", { status: 422 });
		case "keys_refused":
			throw new ServiceError("refused", "forbidden", { status: 403 });
		default:
			if (!made) throw new Error("an answer needs a transaction");
			return started(made, fault, all);
	}
}

function started(made: Transaction, fault: Fault, all: readonly Transaction[]): Started<WirePayout> {
	const first = all.find((each) => each.type === made.type);
	const reference = fault === "used_reference" && first ? first.reference : made.reference;
	return {
		httpStatus: 200,
		excerpt: "",
		answer: {
			reference,
			opaque_id: fault === "other_opaque_id" ? "somebody-else" : null,
			transaction_type: made.type,
			type: "fiat",
			status: made.status === "success" || made.status === "queued" ? made.status : "pending",
			amount: fault === "other_amount" ? "1.00" : made.amount,
			currency: made.currency,
			operator_name: "Orange",
			created_at: made.createdAt,
			processed_at: made.processedAt,
		} as WirePayout,
	};
}

function statusOf(made: Transaction | null): WireStatus | null {
	if (!made) return null;
	const { reference, type, status, amount, currency, createdAt, processedAt } = made;
	return {
		reference,
		transaction_type: type,
		status,
		amount,
		currency,
		created_at: createdAt,
		processed_at: processedAt,
	};
}

function detailOf(made: Transaction | null): WireDetail | null {
	if (!made) return null;
	const { reference, type, status, amount, currency } = made;
	return { reference, transaction_type: type, status, amount, currency, history: [] };
}
