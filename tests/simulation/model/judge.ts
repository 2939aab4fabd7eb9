/** The invariants of docs/payments.md that the model can state, judged at each commit, at each POST, and at the end. */

import type { ModelEnvironment } from "#tests/simulation/model/environment.ts";
import type { ModelService } from "#tests/simulation/model/service.ts";
import {
	NEXT,
	type Payment,
	type Post,
	SAYS_PAID,
	SAYS_UNPAID,
	type State,
	WAITS,
} from "#tests/simulation/model/state.ts";

export class Broken extends Error {
	readonly invariant: string;
	constructor(invariant: string, words: string) {
		super(`${invariant}: ${words}`);
		this.invariant = invariant;
	}
}

/** A process that lives this long after an answer has stored it somewhere. */
const KEPT_WITHIN_MS = 300_000;

export class ModelJudge {
	readonly #world: ModelEnvironment<ModelService>;
	#seen = new Map<number, { state: State; version: number }>();

	constructor(world: ModelEnvironment<ModelService>) {
		this.#world = world;
	}

	/** Call it after a put-back, because the observed rows are gone. */
	reset(): void {
		this.#seen = new Map(this.#world.database.payments.map(({ id, state, version }) => [id, { state, version }]));
	}

	judgeArrival(post: Post, seen: Payment): void {
		const { database, service, putBacks } = this.#world;
		const earlier = service.posts.filter(({ paymentId }) => paymentId === post.paymentId);
		const isForgotten = ({ at }: Post) => putBacks.some((each) => each.database && each.from < at && at <= each.at);
		if (earlier.some((other) => !isForgotten(other))) throw new Broken("I1", "a second POST for one payment");
		if (earlier.some(({ transaction }) => transaction)) throw new Broken("I14", "what the service holds is sent again");
		// Put back since the database's last answer to the sender, so nothing could have told the sender.
		if (putBacks.some((each) => each.database && each.step >= this.#world.previousStep)) return;
		const payment = database.payments.find(({ id }) => id === post.paymentId);
		if (payment?.state !== "sending" || !payment.attempt) throw new Broken("I2", "a POST without a permit");
		const { stoppedAt } = database;
		if (stoppedAt !== null && payment.attempt.at > stoppedAt) throw new Broken("I2", "a permit after all was stopped");
		if (payment.attempt.at > payment.expiresAt) throw new Broken("I12", "a permit on approvals that had expired");
		if (payment.approvers.length === 0 || payment.approvers.includes("maker"))
			throw new Broken("I12", "approved by its maker");
		if (payment.amount !== seen.amount) throw new Broken("I12", "another amount than was approved");
	}

	/** Call it after each commit. */
	judgeRows(): void {
		for (const { id, state, version, reference, attempt, settlers } of this.#world.database.payments) {
			const before = this.#seen.get(id);
			if (before?.version === version && before.state === state) continue;
			this.#seen.set(id, { state, version });
			if (!before) continue;
			if (before.state !== state && !NEXT[before.state].includes(state))
				throw new Broken("I4", `${before.state} → ${state}`);
			if (version !== before.version + 1) throw new Broken("I4", `${state} without its version`);
			const isSettled = state === "settled_paid" || state === "settled_not_paid";
			if (isSettled && settlers.length < 2) throw new Broken("I5", "settled by one person");
			if (before.state === "unknown" && !isSettled && reference === null)
				throw new Broken("I5", "unknown left without a reference");
			if (reference !== null) this.#judgeReference(id, reference, state);
			if (state === "succeeded" && !attempt) throw new Broken("I6", "paid without a POST");
			const held = this.#world.service.heldOf(id);
			if (SAYS_UNPAID.includes(state) && held) throw new Broken("I14", `the service holds what is called ${state}`);
			if (SAYS_PAID.includes(state) && !held) throw new Broken("I6", "called paid, and was not made");
		}
	}

	#judgeReference(id: number, reference: string, state: State): void {
		const others = this.#world.database.payments.filter((other) => other.id !== id && other.reference === reference);
		if (others.length > 0) throw new Broken("I10", "a reference of two payments");
		const made = this.#world.service.find(reference);
		if (state === "succeeded" && made?.paymentId !== id)
			throw new Broken("I6", "a transaction that is another's is believed");
	}

	/** Call it once everything has healed. */
	judgeEnd(): void {
		const { database, service, folders, putBacks } = this.#world;
		const wishes = new Map<number, number>();
		for (const { paymentId, wish, at, reference } of service.transactions) {
			if (paymentId === null || wish === null) continue;
			const payment = database.payments.find(({ id }) => id === paymentId);
			// A database without the payment cannot recognise a repeated request; only the journal names it, for people.
			if (payment) wishes.set(wish, (wishes.get(wish) ?? 0) + 1);
			const isForgotten = putBacks.some((each) => each.database && each.from < at && at <= each.at);
			if (payment && (SAYS_UNPAID.includes(payment.state) || WAITS.includes(payment.state)))
				throw new Broken(isForgotten ? "I14" : "I3", `${reference} is made, and called ${payment.state}`);
			const isJournalled = [...folders.values()].some(({ journal }) => journal.includes(paymentId));
			const isJournalLost = putBacks.some((each) => each.machines.length > 0 && each.from < at && at <= each.at);
			if (!payment && !isJournalled && !isJournalLost) throw new Broken("I3", `nobody knows of ${reference}`);
		}
		for (const [wish, times] of wishes) if (times > 1) throw new Broken("I14", `wish ${wish} is paid ${times} times`);
		for (const { state, reference } of database.payments) {
			const isOpen = state === "sending" || state === "approved" || (state === "pending" && reference !== null);
			if (isOpen) throw new Broken("I11", `still ${state} when all is quiet`);
		}
	}

	/** I15, before people look for what was lost. */
	judgeAnswers(): void {
		const { database, folders, putBacks, service } = this.#world;
		const files = [...folders.values()].flatMap(({ outcomes }) => outcomes.map(({ reference }) => reference));
		const known = [
			...database.payments.flatMap(({ reference, hint }) => [reference, hint]),
			...database.orphans,
			...files,
		];
		for (const { reference, to, at } of service.handed) {
			const livedOn = to.alive || (to.diedAt ?? 0) - at > KEPT_WITHIN_MS;
			const isForgotten = putBacks.some((each) => each.at >= at && each.from <= at + KEPT_WITHIN_MS);
			if (livedOn && !isForgotten && !known.includes(reference)) throw new Broken("I15", `${reference} is nowhere`);
		}
	}
}
