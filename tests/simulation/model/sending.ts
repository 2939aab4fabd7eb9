/**
 * From an approved payout to its one POST and its stored answer. At each `yield` anything else may happen: this process may be
 * killed, or sleep for hours. Between two yields there is one transaction or one call.
 */

import { DatabaseAway, MINUTE } from "#tests/simulation/model/base.ts";
import { Continuity } from "#tests/simulation/model/continuity.ts";
import type { Act } from "#tests/simulation/model/environment.ts";
import { type Outcome, type Payment, type Process, type State, WAITS } from "#tests/simulation/model/state.ts";

const PERMIT_MS = 3 * MINUTE;

export abstract class Sending extends Continuity {
	*send(process: Process, id: number): Act {
		const seen = { ...this.read(id) } as Payment;
		if (seen.state !== "approved") return;
		yield 0;
		if (this.isDoubted(process)) return;
		this.openGapIfTimeIsMissing(process);
		yield 0;
		const balance = this.world.service.balance;
		yield 0;
		this.ask().looks.push({ at: this.now, balance });
		yield 0;
		this.openGapIfTimeIsMissing(process);
		const startedAt = this.now;
		if (!this.keeps("permitFirst")) yield* this.post(process, seen, { id: -1, at: startedAt });
		yield 0;
		const permit = this.takePermit(seen);
		if (!permit) return;
		yield 0;
		const unused = yield* this.prepare(process, seen, permit);
		if (unused !== null) return yield* this.keep(process, this.outcome(seen, permit, unused));
		yield 0;
		const isLate = this.keeps("freshPermit") && this.now - startedAt > MINUTE;
		if (isLate) return yield* this.keep(process, this.outcome(seen, permit, "not_sent"));
		yield* this.post(process, seen, permit);
	}

	/** One transaction. */
	protected takePermit(seen: Payment): { id: number; at: number } | null {
		const database = this.ask();
		const payment = this.find(seen.id);
		if (!payment) return null;
		const isAsSeen = payment.state === "approved" && payment.version === seen.version;
		if (!isAsSeen && this.keeps("conditionalPermit")) return null;
		if (payment.attempt && this.keeps("oneAttempt")) return null;
		if ((database.stoppedAt !== null || database.doubt) && this.keeps("stopInPermit")) return null;
		if (database.gap && this.keeps("gapInPermit")) return null;
		if (this.now > payment.expiresAt && this.keeps("expiryInPermit")) return null;
		payment.attempt = { id: this.world.number(), at: this.now };
		this.move(payment, "sending");
		return payment.attempt;
	}

	/** Between the permit and the first byte: what must outlive the database is on the disk, and the permit still exists. */
	protected *prepare(process: Process, { id }: Payment, permit: { id: number }): Act<"not_sent" | "unknown" | null> {
		try {
			if (this.isDoubted(process)) return this.keeps("doubtedIsUnknown") ? "unknown" : "not_sent";
			const head = this.headOf(this.ask());
			yield 0;
			if (this.keeps("headFirst")) this.folder(process).head = head;
			yield 0;
			if (this.keeps("journalFirst")) this.folder(process).journal.push(id);
			yield 0;
			if (!this.keeps("readBack")) return null;
			return this.read(id)?.attempt?.id === permit.id ? null : "not_sent";
		} catch {
			return "not_sent";
		}
	}

	protected *post(process: Process, payment: Payment, permit: { id: number; at: number }): Act {
		const { service } = this.world;
		let answer = yield* service.post(process, payment);
		if (answer === "lost" && !this.keeps("onePost")) answer = yield* service.post(process, payment);
		if (answer === "no_connection") yield* this.keep(process, this.outcome(payment, permit, "not_sent"));
		else if (answer === "refused") yield* this.keep(process, this.outcome(payment, permit, "refused"));
		else if (answer === "lost" || "hint" in answer) {
			const state = this.keeps("lostIsUnknown") ? "unknown" : "refused";
			const hint = answer === "lost" ? null : answer.hint;
			yield* this.keep(process, { ...this.outcome(payment, permit, state), hint });
		} else yield* this.keep(process, { ...this.outcome(payment, permit, "pending"), reference: answer.reference });
	}

	protected outcome({ id }: Payment, permit: { id: number }, state: State): Outcome {
		return { paymentId: id, attempt: permit.id, state, reference: null, hint: null };
	}

	/** Stores the outcome in the database, or in a file until it can. */
	protected *keep(process: Process, outcome: Outcome): Act {
		for (let tries = 0; tries < 3; tries += 1) {
			yield tries * 1_000;
			try {
				return this.take(outcome);
			} catch (error) {
				if (!(error instanceof DatabaseAway)) throw error;
			}
		}
		yield 0;
		if (this.keeps("filedOutcome")) this.folder(process).outcomes.push(outcome);
	}

	/** One transaction. */
	protected take({ paymentId, attempt, state, reference, hint }: Outcome): void {
		const database = this.ask();
		const payment = this.find(paymentId);
		const named = reference ?? hint;
		if (payment?.attempt?.id !== attempt) {
			if (named && this.keeps("orphanAnswer")) database.orphans.push(named);
			return;
		}
		if (hint) payment.hint = hint;
		const isFree = reference !== null && !this.isTaken(reference, paymentId);
		const isOpen = payment.state === "sending" || (payment.state === "unknown" && reference !== null);
		if (!isOpen && this.keeps("lateAnswer")) return;
		if (reference === null) this.move(payment, state);
		else if (isFree) {
			payment.reference = reference;
			this.move(payment, "pending");
		} else {
			payment.hint = reference;
			if (payment.state === "sending") this.move(payment, "unknown");
		}
	}

	protected *mergeOutcomes(process: Process): Act {
		const { outcomes } = this.folder(process);
		while (outcomes.length > 0) {
			const [outcome] = outcomes;
			if (outcome) this.take(outcome);
			outcomes.shift();
			yield 0;
		}
	}

	protected *recover(): Act {
		for (const payment of this.ask().payments) {
			if (payment.state !== "sending" || this.now < (payment.attempt?.at ?? 0) + PERMIT_MS) continue;
			if (this.keeps("recoveryAsksNobody")) this.move(payment, "unknown");
			else Object.assign(payment, { state: "approved", attempt: null });
		}
		yield 0;
	}

	protected *expire(process: Process): Act {
		const database = this.ask();
		if (this.isDoubted(process)) return;
		this.openGapIfTimeIsMissing(process);
		if (database.gap && this.keeps("heldStays")) return;
		for (const payment of database.payments) {
			const isOld = this.now > payment.expiresAt;
			if (isOld && WAITS.includes(payment.state)) this.move(payment, "expired");
		}
		yield 0;
	}

	/** Asks the service about payments with a reference, or with the hint of one. */
	protected *watch(): Act {
		for (const { id, state } of [...this.ask().payments]) {
			if (state !== "pending" && state !== "unknown") continue;
			yield 0;
			const seen = { ...this.read(id) } as Payment;
			const reference = seen.reference ?? seen.hint;
			const made = reference === null ? null : this.world.service.find(reference);
			yield 0;
			const payment = this.read(id);
			if (!made || !payment?.attempt || payment.version !== seen.version) continue;
			const isOurs = made.amount === payment.amount && made.at >= payment.attempt.at;
			if (!isOurs && this.keeps("referenceWindow")) {
				if (payment.state === "pending") this.contradict(payment);
				continue;
			}
			if (this.isTaken(made.reference, id)) continue;
			payment.reference = made.reference;
			this.move(payment, "succeeded");
		}
	}

	/** People must look at it. */
	protected contradict(payment: Payment): void {
		payment.reference = null;
		this.move(payment, "unknown");
	}
}
