/** The service of the model: its books, and every way to answer wrongly or not at all. Nothing here is ever put back. */

import type { Act, ModelEnvironment } from "#tests/simulation/model/environment.ts";
import type { Payment, Post, Process, TopUp, Transaction } from "#tests/simulation/model/state.ts";

export type Answer = { reference: string } | { hint: string } | "lost" | "refused" | "no_connection";

const FAULTS = [
	"no_connection",
	"refused",
	"lost",
	"lost_before",
	"older_hint",
	"older_answer",
	"used_reference",
	"slow",
] as const;
const LONG_AGO_MS = 3 * 24 * 3_600_000;

export class ModelService {
	readonly posts: Post[] = [];
	readonly transactions: Transaction[] = [];
	/** Answers that reached a living process, with their times. */
	readonly handed: { reference: string; to: Process; at: number; paymentId: number }[] = [];
	readonly #world: ModelEnvironment;
	readonly topUps: TopUp[] = [];
	/** Either lines of payouts are late, or those of received money: if both were, the wallet would show neither. */
	readonly #isLate: boolean;
	balance = 2 ** 40;

	constructor(world: ModelEnvironment) {
		this.#world = world;
		this.#isLate = world.random.chance(0.5);
	}

	topUp(amount: number): void {
		const { now: at, random } = this.#world;
		this.balance += amount;
		this.topUps.push({ amount, at, listedAt: at + (this.#isLate ? 0 : random.below(90_000)) });
	}

	listedTopUps(): TopUp[] {
		return this.topUps.filter(({ listedAt }) => listedAt <= this.#world.now);
	}

	find(reference: string): Transaction | null {
		return this.transactions.find((each) => each.reference === reference) ?? null;
	}

	heldOf(paymentId: number): Transaction | null {
		return this.transactions.find((each) => each.paymentId === paymentId) ?? null;
	}

	/** The lines listed now; they carry no reference. */
	lines(): Transaction[] {
		return this.transactions.filter(({ listedAt }) => listedAt <= this.#world.now);
	}

	make(facts: Pick<Transaction, "paymentId" | "wish" | "amount">, at = this.#world.now): Transaction {
		const { random } = this.#world;
		const listedAt = at + (this.#isLate ? random.below(90_000) : 0);
		const made = { ...facts, reference: `TX-${this.transactions.length + 1}`, at, listedAt };
		this.transactions.push(made);
		if (at === this.#world.now) this.balance -= made.amount;
		return made;
	}

	*post(by: Process, payment: Payment): Act<Answer> {
		const { random } = this.#world;
		const fault = this.#world.isTrouble(0.5) ? random.pick(FAULTS) : "none";
		if (fault === "no_connection") return fault;
		const { id, wish, amount } = payment;
		const post: Post = { paymentId: id, wish, at: this.#world.now, by, transaction: null };
		this.#world.arrived(post, payment);
		this.posts.push(post);
		if (fault === "refused") return fault;
		if (fault !== "lost_before" && fault !== "older_hint")
			post.transaction = this.make({ paymentId: id, wish, amount });
		yield fault === "slow" ? random.below(100_000) : fault.startsWith("lost") ? 120_000 : random.below(2_000);
		if (fault.startsWith("lost")) return "lost";
		if (fault === "older_hint") return { hint: this.#older(amount).reference };
		const shown = fault === "older_answer" ? this.#older(amount) : post.transaction;
		if (!shown) return "lost";
		if (fault === "older_answer") return { hint: shown.reference };
		const other = this.transactions.find((each) => each.paymentId !== null && each.paymentId !== id);
		if (fault === "used_reference" && other) return { reference: other.reference };
		this.handed.push({ reference: shown.reference, to: by, at: this.#world.now, paymentId: id });
		return { reference: shown.reference };
	}

	/** Another payment of this amount, days ago. */
	#older(amount: number): Transaction {
		return this.make({ paymentId: null, wish: null, amount }, this.#world.now - LONG_AGO_MS);
	}
}
