/** What must hold after every step, whatever happened (payments.md I1 to I13). A broken one ends the run with its name. */
import { canMove, moneyMoved, type PaymentState } from "#lib/payment-state.ts";
import { factsDigest } from "#server/payments/facts.ts";
import { auditHash, FIRST_HASH } from "#server/store/audit-log.ts";
import type { FakeService, Post } from "#tests/simulation/fake-service.ts";
import type { Commit, MemoryStore } from "#tests/simulation/memory/memory-store.ts";
import type { Row } from "#tests/simulation/memory/rows.ts";

export class Violation extends Error {
	readonly invariant: string;
	constructor(invariant: string, message: string) {
		super(`${invariant}: ${message}`);
		this.invariant = invariant;
	}
}

export type Transitions = Map<string, number>;

/** Judges every commit as it is made. `transitions` counts what was seen. */
export class CommitJudge {
	readonly #store: () => MemoryStore;
	readonly transitions: Transitions;
	#head = FIRST_HASH;

	constructor(store: () => MemoryStore, transitions: Transitions) {
		this.#store = store;
		this.transitions = transitions;
	}

	/** Number → the payment that was last given a permit for it; also what a backup has forgotten. */
	readonly permits = new Map<string, string>();

	/** After a backup was put back. */
	reset(): void {
		this.#head = String(this.#store().committed("audit_entry").at(-1)?.hash ?? FIRST_HASH);
	}

	judge(changes: readonly Commit[]): void {
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
			// Approvals and corrections count while it waits; afterwards only a move changes the version.
			const isSaid = before.version !== after.version && to !== "awaiting_approval";
			if (isSaid) throw new Violation("I4", `${name} with another version`);
			return;
		}
		if (!canMove(from, to)) throw new Violation("I4", `${name} is not in the table`);
		if (Number(after.version) !== Number(before.version) + 1) throw new Violation("I4", `${name} without its version`);
		if (from === "unknown" || from === "may_have_left") this.#judgeLeaving(from, after);
		if (to === "sending") this.permits.set(String(after.phone_number), String(after.id));
		if (to === "sending") this.#judgePermit(after);
	}

	/** I5: by a reference, by a contradiction that people must look at, or by two people. */
	#judgeLeaving(from: PaymentState, after: Row): void {
		if (after.state === "settled_paid" || after.state === "settled_not_paid") {
			const people = this.#store()
				.committed("resolution")
				.filter((word) => word.payment_id === after.id && word.withdrawn_at === null);
			if (new Set(people.map((word) => word.member_id)).size < 2)
				throw new Violation("I5", "settled by fewer than two");
		} else if (after.reference === null && after.state !== "needs_review") {
			throw new Violation("I5", `${from} became ${after.state} without a reference`);
		}
	}

	/** I12: somebody else approved a payout, and approved these very facts; two people where the rules ask for two. */
	#judgePermit(after: Row): void {
		if (after.kind !== "payout") return;
		const words = this.#store()
			.committed("decision")
			.filter((word) => word.payment_id === after.id && word.verdict === "approve" && word.voided_at === null);
		const people = new Set(
			words.filter((word) => word.facts === factsDigest(after as never)).map((word) => word.member_id),
		);
		const needed = this.#store().committed("payout_rule").length > 0 ? 2 : 1;
		if (people.size < needed) throw new Violation("I12", `sent with ${people.size} of ${needed} approvers`);
		if (people.has(after.maker_id as never)) throw new Violation("I12", "approved by its maker");
		if (after.approver_id === null) throw new Violation("I12", "sent without an approver");
		if (after.approver_id === after.maker_id) throw new Violation("I12", "approved by its maker");
	}

	/** I10 */
	#judgeReference(after: Row): void {
		if (after.reference === null) return;
		const others = this.#store().committed("payment");
		const same = others.filter((row) => row.reference === after.reference && row.environment === after.environment);
		if (same.length > 1) throw new Violation("I10", `two payments have ${String(after.reference)}`);
	}

	/** I4: the chain of the record is whole, and nothing of it changes. */
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
		});
		if (hash !== after.hash) throw new Violation("I4", "an entry does not have its own hash");
		this.#head = hash;
	}
}

/** The payment that a POST is about: each has a number of its own. */
export function paymentOf(payments: readonly Row[], post: Pick<Post, "number">): Row | undefined {
	return payments.find((row) => row.phone_number === post.number);
}

/** I1, I2 and I12 at the moment the bytes are there. `forgotten`: a backup older than the payment was put back. */
export function judgeArrival(
	judge: CommitJudge,
	store: MemoryStore,
	service: FakeService,
	post: Post,
	forgotten: boolean,
): void {
	post.paymentId = judge.permits.get(post.number);
	// Who asks anew for what a backup has forgotten asks for another payment.
	const isSamePayment = (other: Post) => !forgotten || other.paymentId === post.paymentId;
	const same = service.posts.filter((other) => other.number === post.number && isSamePayment(other));
	if (same.length > 1) throw new Violation("I1", `${same.length} POSTs for one payment`);
	if (forgotten) return;
	const row = paymentOf(store.committed("payment"), post);
	const attempt = row && store.committed("attempt").find((each) => each.payment_id === row.id);
	if (!row) throw new Violation("I2", "a POST without a payment");
	if (!attempt) throw new Violation("I2", "a POST without a permit");
	// A worker that was put to sleep may have been given up meanwhile; what was decided before the permit may never change.
	const spent: readonly unknown[] = ["sending", "unknown", "settled_paid", "settled_not_paid"];
	if (!spent.includes(row.state)) throw new Violation("I2", `a POST while the database says ${String(row.state)}`);
	const isSame = row.amount === post.amount && row.currency === post.currency && row.kind === post.kind;
	if (!isSame) throw new Violation("I12", "another amount was sent than was approved");
}

/** I3, I6, I11 and I13: when all is quiet and the service has healed. */
export function judgeEnd(store: MemoryStore, service: FakeService, forgotten: boolean): void {
	const payments = store.committed("payment");
	for (const post of service.posts) {
		const row = paymentOf(payments, post);
		if (!row) {
			if (forgotten) continue;
			throw new Violation("I3", "the service made what no payment here admits");
		}
		const moved = moneyMoved(row.state as PaymentState);
		if (post.transaction && !forgotten && moved === "no") judgeNo(row, post);
		if (!post.transaction && row.state === "succeeded") throw new Violation("I6", "called paid, and was not made");
	}
	for (const row of payments) {
		const isSent = service.posts.some((post) => post.number === row.phone_number);
		if (!isSent && moneyMoved(row.state as PaymentState) === "yes") throw new Violation("I6", "paid without a POST");
		if (row.state === "sending") throw new Violation("I11", "still sending when all is quiet");
		if (row.state === "approved") throw new Violation("I11", "approved, and nobody sends it");
		if (row.state !== "pending" || row.reference === null) continue;
		const made = service.transactions.find((each) => each.reference === row.reference);
		if (made?.status === "success")
			throw new Violation("I11", "the service says success, and the payment is still open");
	}
}

function judgeNo(row: Row, post: Post): void {
	// What the service itself says failed, moved nothing: only an admin's list makes that final, and here it is empty.
	throw new Violation("I3", `made by the service (${post.fault}), but the desk says ${String(row.state)}`);
}
