/**
 * Compares the desk's acts and statements with the service's books (payments.md I1 to I3, I6, I11, I14, I15). Nothing puts these
 * books back, so what the desk has forgotten is judged all the same, except what nobody can know any more.
 */
import { moneyMoved, type PaymentState } from "#lib/payment-state.ts";
import type { FakeService } from "#tests/simulation/fake-service.ts";
import { Violation } from "#tests/simulation/invariants.ts";
import { filesOf } from "#tests/simulation/ports/files.ts";
import type { HandedOver, Post } from "#tests/simulation/post.ts";
import type { Row, SimulatedDatabase } from "#tests/simulation/postgres/simulated-database.ts";
import { type PutBack, wasForgotten, wasForgottenAtOnce } from "#tests/simulation/put-back.ts";
import type { Scheduler } from "#tests/simulation/scheduler.ts";

/** The part of a world that is judged. */
interface Judged {
	readonly scheduler: Scheduler;
	readonly database: SimulatedDatabase;
	readonly service: FakeService;
	readonly putBacks: PutBack[];
	readonly leaps: readonly { at: number; ms: number }[];
}

/** I1, I2, I12 and I14, when the bytes have arrived. */
export function judgeArrival(world: Judged, post: Post): void {
	const { database, service, putBacks } = world;
	const earlier = service.posts.filter((other) => other !== post && other.paymentId === post.paymentId);
	const known = earlier.filter((other) => !wasForgotten(world, other.at, { database: true }));
	if (known.length > 0) throw new Violation("I1", "a second POST for one payment");
	// Only the wallet knows a payout that the database has forgotten, as far as the service holds anything of it.
	const held = earlier.filter((other) => holds(world, other) && !isExcused(world, other));
	if (held.length > 0) throw new Violation("I14", "a second POST for one payment");
	// Put back after the database's last answer to the sender, so nothing could have told the sender.
	const isBlind = putBacks.some((each) => each.database && each.atStep >= (post.sender.answeredAtStep ?? 0));
	if (isBlind) return;
	const row = database.committed("payment").find(({ id }) => id === post.paymentId);
	const attempt = row && database.committed("attempt").find((each) => each.payment_id === row.id);
	if (!row) throw new Violation("I2", "a POST without a payment");
	if (!attempt) throw new Violation("I2", "a POST without a permit");
	if (row.state !== "sending") throw new Violation("I2", `a POST while the database says ${String(row.state)}`);
	const isSame = row.amount === post.amount && row.currency === post.currency && row.kind === post.kind;
	if (!isSame) throw new Violation("I12", "another amount was sent than was approved");
}

/**
 * The database has forgotten it, and it left no trace: it was refunded, or hidden, or is a deposit of a moment ago; or its trace
 * looks like that of an equal open payment.
 */
export function isExcused(world: Judged, post: Post): boolean {
	if (post.kind === "deposit" && wasForgottenAtOnce(world, post.at)) return true;
	if (post.kind === "payout" && wasHidden(world, post)) return true;
	if (!wasForgotten(world, post.at, { database: true })) return false;
	return !holds(world, post) || (post.kind === "payout" && hasIdleTwin(world, post));
}

/** Forgotten while its line was missing and money had come in without one: docs/payments.md, "Not promised". */
function wasHidden({ service, putBacks }: Judged, { transaction, at }: Post): boolean {
	return putBacks.some(
		(each) =>
			each.database && each.from < at && at <= each.at && transaction && service.books.wasHidden(transaction, each.at),
	);
}

/** A failed payout returned its money, so no wallet shows it any more. */
function holds({ service }: Judged, { transaction }: Post): boolean {
	return transaction !== null && service.books.find(transaction.reference)?.status !== "failed";
}

/**
 * An equal payout is open in the database that was put back, or is now, and the service never made it or refunded it without an
 * answer: the forgotten one's line and drop look like its own. One such twin excuses one payout.
 */
function hasIdleTwin(world: Judged, { paymentId, amount, currency, at }: Post): boolean {
	const { database, service, putBacks } = world;
	const later = putBacks.filter((each) => each.database && at <= each.at);
	const isEqual = (other: Row | Post) => other.amount === amount && other.currency === currency;
	const twins = database.committed("payment").filter((row) => {
		const isOpen = moneyMoved(row.state as PaymentState) === "maybe" || later.some(({ open }) => open.has(row.id));
		const made = service.heldOf(row.id);
		return row.id !== paymentId && isEqual(row) && isOpen && (!made || made.status === "failed");
	});
	const forgotten = new Set(
		service.posts
			.filter((post) => isEqual(post) && holds(world, post) && wasForgotten(world, post.at, { database: true }))
			.map((post) => post.paymentId),
	);
	return twins.length >= forgotten.size;
}

/** Judges once everything is quiet and the service has healed. */
export async function judgeEnd(world: Judged): Promise<void> {
	const everything = await world.database.copy();
	const payments = world.database.committed("payment");
	for (const post of world.service.posts) judgePost(world, post);
	for (const row of payments) judgePayment(world, row);
	for (const answer of world.service.answers) judgeAnswer(world, answer, everything);
}

/** I3, I6 and I14. */
function judgePost(world: Judged, post: Post): void {
	const row = world.database.committed("payment").find(({ id }) => id === post.paymentId);
	if (!post.transaction) return;
	const isForgotten = wasForgotten(world, post.at, { database: true });
	if (isExcused(world, post)) return;
	if (!row) {
		judgeLost(world, post);
		return;
	}
	if (moneyMoved(row.state as PaymentState) !== "no") return;
	// A person ended what the database had forgotten to have sent, by the facts that they were shown.
	const isWordOfPeople = row.state === "cancelled" || row.state === "rejected";
	if (isWordOfPeople && isForgotten) return;
	// A payout that the service calls failed moved nothing: only an admin's list makes that final, and this list is empty.
	throw new Violation(
		isForgotten ? "I14" : "I3",
		`made by the service (${post.fault}), but the desk says ${String(row.state)}`,
	);
}

/** I3: a payment that the database has forgotten is in the journal, unless that was put back or lost as well. */
function judgeLost(world: Judged, post: Post): void {
	if (!wasForgotten(world, post.at, { database: true }))
		throw new Violation("I3", "the service made what no payment here admits");
	const { machine } = post.sender.process as { machine?: number };
	if (machine !== undefined && wasForgotten(world, post.at, { machine })) return;
	const isNamed = [...filesOf(world.scheduler)].some(
		([path, text]) => path.includes("journal") && text.includes(post.paymentId),
	);
	if (!isNamed) throw new Violation("I3", "the service made what neither a payment nor the journal admits");
}

function judgePayment({ service }: Judged, row: Row): void {
	const state = row.state as PaymentState;
	const held = service.heldOf(row.id);
	if (state === "succeeded" && !held) throw new Violation("I6", "called paid, and was not made");
	if (moneyMoved(state) === "yes" && !service.posts.some((post) => post.paymentId === row.id))
		throw new Violation("I6", "paid without a POST");
	if (state === "sending") throw new Violation("I11", "still sending when all is quiet");
	if (state === "approved") throw new Violation("I11", "approved, and nobody sends it");
	if (row.reference === null) return;
	const made = service.books.find(String(row.reference));
	const isBelieved = state === "pending" || state === "succeeded" || state === "failed";
	if (made?.isForeign && isBelieved) throw new Violation("I6", `${state} by a transaction that is another's`);
	if (state === "pending" && made?.status === "success")
		throw new Violation("I11", "the service says success, and the payment is still open");
}

/** A process that lives this long after an answer has stored it somewhere. */
const KEPT_WITHIN_MS = 300_000;

/** I15: an answer with a reference that reached a living process is stored somewhere, unless that was put back. */
function judgeAnswer(world: Judged, { reference, to, at, post }: HandedOver, everything: string): void {
	const payment = world.database.committed("payment").find(({ id }) => id === post.paymentId);
	if (payment?.reference === reference || payment?.hint_reference === reference) return;
	const { diedAt } = to as { diedAt?: number | null };
	if (diedAt && diedAt - at < KEPT_WITHIN_MS) return;
	if (world.putBacks.some((each) => each.at >= at && timeToAct(world, at, each.from) <= KEPT_WITHIN_MS)) return;
	if (!everything.includes(reference) && !isInAFile(world, reference))
		throw new Violation("I15", `the answer ${reference} is nowhere`);
}

/** The part of the time between two moments in which anything could happen. */
function timeToAct({ leaps }: Judged, from: number, until: number): number {
	const asleep = leaps.filter(({ at }) => at >= from && at < until);
	return until - from - asleep.reduce((total, { ms }) => total + ms, 0);
}

function isInAFile({ scheduler }: Judged, reference: string): boolean {
	return [...filesOf(scheduler).values()].some((text) => text.includes(reference));
}
