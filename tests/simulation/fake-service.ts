/**
 * The service, over a network that goes on when the sender dies: its requests, its acts, and every way to answer wrongly or not
 * at all. It reads the committed database at the moment a POST arrives.
 */
import { createHash } from "node:crypto";
import { statusCause } from "#lib/failure-causes.ts";
import { toDecimal } from "#lib/money.ts";
import { ServiceError } from "#server/errors.ts";
import type { MovementChunk } from "#server/momo/movements/movement-stream.ts";
import type { DepositOrder, MayStillSend, PayoutOrder, Service, Started } from "#server/momo/service.ts";
import type { WireMovement, WirePayout } from "#server/momo/wire.ts";
import { type BooksOptions, FakeBooks, type Line, type Transaction } from "#tests/simulation/fake-books.ts";
import { type Fault, NEVER_ARRIVES, NOT_DONE } from "#tests/simulation/faults.ts";
import type { HandedOver, Post } from "#tests/simulation/post.ts";
import { type Process, type Running, running } from "#tests/simulation/scheduler.ts";
import { answerOf, detailOf, referenceIn, statusOf } from "#tests/simulation/service-answers.ts";

const LINES_OF_A_CHUNK = 4;
const TIME_OF_ALL_MS = 120_000;

/** A call that failed, or whose answer was lost. */
export class LostCall extends Error {}

export interface FakeServiceOptions extends BooksOptions {
	/** Every transaction succeeds at once, and none is reversed. */
	isPlain: boolean;
	/** Called when the bytes of a POST have arrived, before the service acts. */
	onArrival(post: Post): void;
	chooseFault(): Fault;
	/** The HTTP status that a read gets now instead of its answer. */
	readFault(): 401 | 503 | null;
	gate<T>(label: string, call: () => T): T;
}

export class FakeService {
	readonly posts: Post[] = [];
	readonly answers: HandedOver[] = [];
	readonly books: FakeBooks;
	readonly #options: FakeServiceOptions;

	constructor(options: FakeServiceOptions) {
		this.#options = options;
		this.books = new FakeBooks(options);
	}

	get transactions(): readonly Transaction[] {
		return this.books.transactions;
	}

	/** The service's transaction of this payment, from any of its POSTs. */
	heldOf(paymentId: unknown): Transaction | null {
		return this.posts.find((post) => post.paymentId === paymentId && post.transaction)?.transaction ?? null;
	}

	/** The service as one process sees it. */
	clientOf(process: Process): Service {
		const start = (kind: Post["kind"], order: PayoutOrder | DepositOrder, may: MayStillSend) =>
			this.#start(process, kind, order, may);
		const read = <T>(label: string, answer: () => T) => this.#read(process, label, answer);
		const find = (reference: string) => this.books.find(reference);
		return {
			startPayout: (order: PayoutOrder, may: MayStillSend) => start("payout", order, may),
			startDeposit: (order: DepositOrder, may: MayStillSend) => start("deposit", order, may) as Promise<Started<never>>,
			readStatus: (reference) => read(`GET status ${reference}`, () => statusOf(find(reference))),
			readDetail: (reference) => read(`GET detail ${reference}`, () => detailOf(find(reference))),
			readHistory: (reference) => read(`GET history ${reference}`, () => detailOf(find(reference))),
			readBalance: (currency) =>
				read(`GET balance ${currency}`, () => {
					const { balance, updatedAt } = this.books.balance();
					return { wallet_reference: "WF-1", balance, currency_code: currency, updated_at: updatedAt };
				}),
			streamMovements: (currency, known) => this.#stream(process, currency, known),
			timeAt: (ticks: number) => new Date(ticks + this.#options.clockOffMs),
			isCircuitOpen: () => false,
			close: async () => {},
		};
	}

	/** Few lines per chunk, so that an answer has some known chunks and a changed one. */
	async *#stream(
		process: Process,
		currency: string,
		known: ReadonlyMap<string, number> = new Map(),
	): AsyncGenerator<MovementChunk> {
		const lines = await this.#read(process, `GET movements ${currency}`, () => this.books.lines().map(movementOf));
		for (let start = 0; start < lines.length; start += LINES_OF_A_CHUNK) {
			const chunk = lines.slice(start, start + LINES_OF_A_CHUNK);
			const digest = createHash("sha256").update(JSON.stringify(chunk)).digest("base64url");
			yield { digest, lines: known.has(digest) ? null : chunk };
		}
	}

	async #start(
		process: Process,
		kind: Post["kind"],
		order: PayoutOrder | DepositOrder,
		mayStillSend: MayStillSend,
	): Promise<Started<WirePayout>> {
		const { scheduler } = this.#options;
		const sender = running.getStore();
		if (!sender?.paymentId) throw new Error("a POST without a job");
		const fault = this.#options.chooseFault();
		await scheduler.step(process, `POST ${kind}: ${fault}`, () => undefined);
		// The connection is open. After the last question nothing comes between its answer and the first byte.
		const fate = (await mayStillSend().catch(() => false)) ? this.#fate() : "late";
		if (fate === "late") throw new ServiceError("not_sent", "too_late");
		if (fate === "fails") throw new ServiceError("not_sent", "connect");
		if (NEVER_ARRIVES.includes(fault)) throw new ServiceError("not_sent", "connect");
		const giveUpAt = scheduler.now + TIME_OF_ALL_MS;
		const post = this.#write(kind, order, fault, { ...sender, paymentId: sender.paymentId });
		let isAnswered = false;
		// The bytes are on the wire from here on: the death of the sender changes nothing.
		void this.#carry(post).then(() => {
			isAnswered = true;
		});
		const readyAt = () => (isAnswered ? 0 : giveUpAt);
		await scheduler.step(
			process,
			"answer of the POST",
			() => isAnswered && this.#handOver(post, process, fate),
			readyAt,
		);
		if (!isAnswered) throw new ServiceError("unknown", "headers_timeout");
		if (fate === "loses") throw new ServiceError("unknown", "broken_off");
		return answerOf(post, this.books);
	}

	/** The planned failure of this call: no connection, or no answer. */
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
	async #carry(post: Post): Promise<void> {
		const { scheduler, random } = this.#options;
		const { fault } = post;
		await scheduler.sleep(null, random.below(200), "bytes of a POST arrive");
		post.at = scheduler.now;
		this.posts.push(post);
		this.#options.onArrival(post);
		if (!NOT_DONE.includes(fault)) post.transaction = this.#make(post);
		const delayMs = fault.startsWith("hang")
			? TIME_OF_ALL_MS * 2
			: fault === "slow"
				? random.below(110_000)
				: random.below(2_000);
		await scheduler.sleep(null, delayMs, "answer of the service arrives");
	}

	#write(
		kind: Post["kind"],
		order: PayoutOrder | DepositOrder,
		fault: Fault,
		sender: Running & { paymentId: string },
	): Post {
		const number = "destination" in order ? order.destination : `+${order.phoneNumber}`;
		const facts = { kind, amount: toDecimal(order.amountMinor), currency: order.currency, number };
		const { paymentId } = sender;
		return { ...facts, at: this.#options.scheduler.now, fault, paymentId, sender, transaction: null };
	}

	#make({ kind, amount, currency, fault }: Post): Transaction {
		const { random, scheduler, isPlain } = this.#options;
		const facts = { type: kind === "payout" ? "withdrawal" : "deposit", amount, currency };
		if (isPlain) return this.books.make({ ...facts, status: "success", becomes: null });
		// A final transaction may be reversed, which people must look at.
		const takenBack = random.chance(0.04) ? { status: "reversed", at: scheduler.now + 60_000 } : null;
		const later = { status: random.chance(0.9) ? "success" : "failed", at: scheduler.now + random.below(60_000) };
		const isPending = kind === "deposit" || random.chance(0.4);
		return this.books.make({
			...facts,
			status: fault === "unknown_status" ? "queued" : isPending ? "pending" : "success",
			becomes: isPending || fault === "unknown_status" ? later : takenBack,
		});
	}

	#handOver(post: Post, to: Process, fate: "made" | "loses"): void {
		const reference = fate === "made" ? referenceIn(() => answerOf(post, this.books)) : null;
		if (reference) this.answers.push({ post, reference, to, at: this.#options.scheduler.now });
	}

	async #read<T>(process: Process, label: string, answer: () => T): Promise<T> {
		const { scheduler } = this.#options;
		return scheduler.step(process, label, () => {
			const status = this.#options.readFault();
			if (status !== null)
				throw new ServiceError(status === 401 ? "refused" : "unknown", statusCause(status), { status });
			try {
				return this.#options.gate(label, answer);
			} catch (error) {
				throw error instanceof LostCall ? new ServiceError("unknown", "broken_off") : error;
			}
		});
	}
}

function movementOf({ type, amount, fee, currency, createdAt }: Line): WireMovement {
	return { movement_type: type, amount, fee_amount: fee, currency_code: currency, created_at: createdAt };
}
