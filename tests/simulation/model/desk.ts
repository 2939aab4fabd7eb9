/** The protocol of docs/payments.md as a desk keeps it: acts of people, and the rounds of a worker. */
import { DatabaseAway, MAY_HAVE_MOVED } from "#tests/simulation/model/base.ts";
import type { Act } from "#tests/simulation/model/environment.ts";
import { Sending } from "#tests/simulation/model/sending.ts";
import { type Payment, type Person, type Process, WAITS } from "#tests/simulation/model/state.ts";

const ROUND_MS = 15_000;

export class Desk extends Sending {
	request(key: string, wish: number): Payment | "twin" {
		const { payments } = this.world.database;
		const known = payments.find((payment) => payment.key === key);
		if (known && this.keeps("oneKey")) return known;
		const isTwin = (other: Payment) => other.wish === wish && other.key !== key;
		const mayHaveLeft = (other: Payment) => WAITS.includes(other.state) || MAY_HAVE_MOVED.includes(other.state);
		if (this.keeps("twins") && payments.some((other) => isTwin(other) && mayHaveLeft(other))) return "twin";
		const payment: Payment = {
			...{ id: this.world.number(), key, wish, amount: 2 ** wish, createdAt: this.now },
			expiresAt: this.now + this.world.approvalMs(),
			...{ state: "awaiting_approval" as const, version: 1, approvers: [], attempt: null },
			...{ reference: null, hint: null, settlers: [] },
		};
		payments.push(payment);
		this.record();
		return payment;
	}

	approve(id: number, person: Person): void {
		const payment = this.find(id);
		if (payment?.state !== "awaiting_approval") return;
		if (person === "maker" && this.keeps("otherApproves")) return;
		payment.approvers.push(person);
		this.move(payment, "approved");
	}

	/** Two people settle, one after another, by what the service's portal shows. */
	settle(id: number, person: Person, isPaid: boolean): void {
		const payment = this.find(id);
		if (payment?.state !== "unknown" && payment?.state !== "may_have_left") return;
		if (!payment.settlers.includes(person)) payment.settlers.push(person);
		if (payment.settlers.length < 2 && this.keeps("twoSettle")) return;
		this.move(payment, isPaid ? "settled_paid" : "settled_not_paid");
	}

	attach(id: number, reference: string): void {
		const payment = this.find(id);
		if (payment?.state !== "unknown" && payment?.state !== "may_have_left") return;
		if (this.isTaken(reference, id)) return;
		payment.reference = reference;
		this.move(payment, "pending");
	}

	stop(): void {
		this.world.database.stoppedAt ??= this.now;
	}

	/** Two admins go on with a suspect database: payouts that waited in it may have left. */
	acknowledge(): void {
		const { database } = this.world;
		if (!database.doubt) return;
		for (const payment of database.payments.filter(({ state }) => WAITS.includes(state)))
			this.move(payment, this.keeps("mayHaveLeft") ? "may_have_left" : "expired");
		Object.assign(database, { doubt: false, gap: null, generation: this.world.number() });
		this.record();
	}

	/** Answers for each payout that a wallet holds: it left, or it did not and may be sent. */
	answerWallet(hasLeft: (payment: Payment) => boolean): void {
		const { gap } = this.world.database;
		for (const id of gap?.held ?? []) {
			const payment = this.find(id);
			if (!payment || !gap) continue;
			if (hasLeft(payment)) this.move(payment, "may_have_left");
			else gap.released.push(id);
		}
		if (gap) gap.held = [];
	}

	*work(process: Process): Act {
		yield* this.untilDone(() => this.writeHeartbeat(process));
		for (;;) {
			yield 0;
			try {
				yield* this.round(process);
			} catch (error) {
				if (!(error instanceof DatabaseAway)) throw error;
			}
			yield ROUND_MS;
		}
	}

	protected *round(process: Process): Act {
		this.ask();
		this.keepHead(process);
		yield* this.mergeOutcomes(process);
		yield* this.writeHeartbeat(process);
		yield* this.prove(process);
		yield* this.recover();
		yield* this.expire(process);
		yield* this.watch();
		for (const { id, state } of [...this.ask().payments]) {
			if (state !== "approved") continue;
			yield 0;
			yield* this.send(process, id);
		}
	}

	protected *untilDone(action: () => Act): Act {
		for (;;) {
			try {
				return yield* action();
			} catch (error) {
				if (!(error instanceof DatabaseAway)) throw error;
				yield 1_000;
			}
		}
	}
}
