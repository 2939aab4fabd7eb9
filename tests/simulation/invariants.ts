/** Invariants after every commit (payments.md I1 to I15). A broken one ends the run with its name. */
import { awaitsReference, canMove, type PaymentState } from "#lib/payment-state.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { auditHash, FIRST_HASH } from "#server/store/audit-chain.ts";
import type { FakeService } from "#tests/simulation/fake-service.ts";
import type { Post } from "#tests/simulation/post.ts";
import type { Change, Row, SimulatedDatabase } from "#tests/simulation/postgres/simulated-database.ts";

export class Violation extends Error {
	readonly invariant: string;
	constructor(invariant: string, message: string) {
		super(`${invariant}: ${message}`);
		this.invariant = invariant;
	}
}

export type Transitions = Map<string, number>;

/** Final states that no person chooses; all of them mean that no money moved. */
const SAID_BY_THE_MACHINE: readonly PaymentState[] = ["not_sent", "refused", "expired"];

/** Judges every commit as it is made. `transitions` counts the observed ones. */
export class CommitJudge {
	readonly #database: SimulatedDatabase;
	readonly #service: () => FakeService;
	readonly #isExcused: (post: Post) => boolean;
	readonly transitions: Transitions;
	#head = FIRST_HASH;

	/** `isExcused`: true if a POST was lost with a database that was put back since, and left no trace. */
	constructor(
		database: SimulatedDatabase,
		service: () => FakeService,
		transitions: Transitions,
		isExcused: (post: Post) => boolean,
	) {
		this.#database = database;
		this.#service = service;
		this.#isExcused = isExcused;
		this.transitions = transitions;
	}

	/** Call it after a backup was put back. */
	reset(): void {
		this.#head = String(this.#database.committed("audit_entry").at(-1)?.hash ?? FIRST_HASH);
	}

	judge(changes: readonly Change[]): void {
		for (const { table, before, after } of changes) {
			if (table === "payment" && after) this.#judgePayment(before, after);
			if (table === "payment" && !after) throw new Violation("I4", "a payment was deleted");
			if (table === "audit_entry") this.#judgeEntry(before, after);
		}
	}

	#judgePayment(before: Row | undefined, after: Row): void {
		const [from, to] = [before?.state as PaymentState | undefined, after.state as PaymentState];
		const name = `${from ?? "new"} → ${to}`;
		this.transitions.set(name, (this.transitions.get(name) ?? 0) + 1);
		this.#judgeReference(after);
		if (before === undefined || from === undefined) {
			if (to !== "awaiting_approval" && to !== "approved") throw new Violation("I4", `a payment was born ${to}`);
			return;
		}
		if (from === to) {
			// Approvals and corrections change the version while a payout waits; afterwards only a move does.
			const isSaid = before.version !== after.version && to !== "awaiting_approval";
			if (isSaid) throw new Violation("I4", `${name} with another version`);
			return;
		}
		if (!canMove(from, to)) throw new Violation("I4", `${name} is not in the table`);
		if (Number(after.version) !== Number(before.version) + 1) throw new Violation("I4", `${name} without its version`);
		if (awaitsReference(from)) this.#judgeLeaving(from, after);
		if (to === "sending") this.#judgePermit(after);
		if (SAID_BY_THE_MACHINE.includes(to)) this.#judgeNo(after);
	}

	/** I14: whatever the database has forgotten, the machine does not say "no" about what the service holds. */
	#judgeNo(after: Row): void {
		const service = this.#service();
		const held = service.heldOf(after.id);
		if (!held) return;
		const post = service.posts.find(({ transaction }) => transaction?.reference === held.reference);
		if (!post || !this.#isExcused(post))
			throw new Violation("I14", `the service holds ${held.reference}, and the desk says ${String(after.state)}`);
	}

	/** I5: a payment leaves doubt by a reference, by a contradiction that people must look at, or by two people. */
	#judgeLeaving(from: PaymentState, after: Row): void {
		if (after.state === "settled_paid" || after.state === "settled_not_paid") {
			const people = this.#database
				.committed("resolution")
				.filter((word) => word.payment_id === after.id && word.withdrawn_at === null);
			if (new Set(people.map((word) => word.member_id)).size < 2)
				throw new Violation("I5", "settled by fewer than two");
		} else if (after.reference === null && after.state !== "needs_review") {
			throw new Violation("I5", `${from} became ${after.state} without a reference`);
		}
	}

	/** I12: another person approved exactly these facts; two people if the rules ask for two. */
	#judgePermit(after: Row): void {
		if (after.kind !== "payout") return;
		const words = this.#database
			.committed("decision")
			.filter((word) => word.payment_id === after.id && word.verdict === "approve" && word.voided_at === null);
		const people = new Set(
			words.filter((word) => word.facts === factsDigest(after as never)).map((word) => word.member_id),
		);
		const needed = this.#database.committed("payout_rule").length > 0 ? 2 : 1;
		if (people.size < needed) throw new Violation("I12", `sent with ${people.size} of ${needed} approvers`);
		if (people.has(after.maker_id as never)) throw new Violation("I12", "approved by its maker");
		if (after.approver_id === null) throw new Violation("I12", "sent without an approver");
		if (after.approver_id === after.maker_id) throw new Violation("I12", "approved by its maker");
	}

	/** I10 */
	#judgeReference(after: Row): void {
		if (after.reference === null) return;
		const others = this.#database.committed("payment");
		const same = others.filter((row) => row.reference === after.reference && row.environment === after.environment);
		if (same.length > 1) throw new Violation("I10", `two payments have ${String(after.reference)}`);
	}

	/** I4: the chain of the audit log is whole, and no entry changes. */
	#judgeEntry(before: Row | undefined, after: Row | null): void {
		if (before || !after) throw new Violation("I4", "an entry of the record was changed");
		if (after.previous_hash !== this.#head) throw new Violation("I4", "the record's chain is broken");
		const hash = auditHash(this.#head, {
			at: after.at as Date,
			memberId: after.member_id as string | null,
			action: String(after.action),
			subjectKind: String(after.subject_kind),
			subjectId: after.subject_id as string | null,
			details: after.details as Record<string, string>,
			address: after.address as string | null,
			userAgent: after.user_agent as string | null,
			memberName: after.member_name as string | null,
			writtenBy: String(after.written_by),
		});
		if (hash !== after.hash) throw new Violation("I4", "an entry does not have its own hash");
		this.#head = hash;
	}
}
