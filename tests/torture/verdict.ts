/** Compares the service's books with the desk's: each payment of theirs must fit exactly one of ours, and the other way round. */
import { canMove, MAY_HAVE_MOVED_STATES, NEVER_LEFT_STATES, PAID_STATES } from "#lib/payment-state.ts";
import { verifyAudit } from "#server/audit/verify-audit.ts";
import type { Deployment } from "#tests/torture/deployment.ts";
import type { DeskPayment, Evidence, HeldTransaction } from "#tests/torture/evidence.ts";
import type { Order } from "#tests/torture/orders.ts";
import type { Loss, Question, Tally } from "#tests/torture/tally.ts";

export interface Check {
	/** A guarantee, as a sentence. */
	name: string;
	/** Empty if the guarantee held. */
	violations: string[];
	/** True if the machine's speed decides it too: a goal of the long run, no test. */
	isOfTime?: true;
}

/** States in which the service may have executed a payment without a contradiction by the desk. */
const ADMITS = new Set(MAY_HAVE_MOVED_STATES);
const SAYS_PAID = new Set(PAID_STATES);

/** An answer in transit at a power cut may be read a moment later; a permit is valid for PERMIT_MS. */
const LATE_MS = 1_000;
const PERMIT_MS = 20_000;
/** An admin must be asked within this time after a loss: programs start, and the service may fail when it is asked. */
const ASKED_WITHIN_MS = 120_000;

/** `losses` excuse exactly what was committed within them and is gone. */
export async function judge(
	deployment: Deployment,
	evidence: Evidence,
	orders: readonly Order[],
	{ losses, questions }: Pick<Tally, "losses" | "questions">,
): Promise<Check[]> {
	const { bad, entries } = await verifyAudit(deployment.database);
	return [
		check("no payment was sent twice: at most one POST for each reached the service", sentTwice(evidence, losses)),
		check("no payment was executed twice at the service", executedTwice(evidence)),
		check("every POST that reached the service had its permit in the database", postedWithoutPermit(evidence, losses)),
		check("all that the service executed is admitted by exactly one payment", unaccounted(evidence, losses)),
		check("what is said to be paid was executed", paidInWordsOnly(evidence)),
		check("what is said not to be paid was not executed", executedInSecret(evidence)),
		check("what is said not to be sent never reached the service", sentInSecret(evidence, losses)),
		check("no request that was accepted is lost", lostRequests(evidence, orders, losses)),
		check("one wish is one payment, however often the button was pressed", doubleWishes(evidence, orders)),
		check("every payment took only steps that the table lists, one version each", discrepancySteps(evidence)),
		check("the desk's pages say what its database says", evidence.pageDifferences),
		check(
			"what a lost database had sent stands in the mirror as lines that no payment explains",
			hiddenLosses(evidence, losses),
		),
		check("an admin was asked after every loss with payouts that had left", unasked(evidence, losses, questions)),
		check(`the audit chain is whole (${entries} entries)`, bad ? [`entry ${bad.id} is ${bad.fault}`] : []),
	];
}

function check(name: string, violations: string[]): Check {
	return { name, violations };
}

function sentTwice(evidence: Evidence, losses: readonly Loss[]): string[] {
	const excused = new Set(sentAgain(evidence, losses));
	return [...evidence.posts]
		.filter(([number, times]) => times.length > 1 && !excused.has(number))
		.map(([number, times]) => `${number}: ${times.map(clockTime).join(", ")}`);
}

/**
 * A whole machine went back to before the POST, and the service made nothing of it, or its transaction failed, so the wallet
 * shows nothing. Such a payout may be sent again, once in all.
 */
export function sentAgain({ posts, held }: Evidence, losses: readonly Loss[]): string[] {
	const left = Map.groupBy(
		held.filter(({ status }) => status !== "failed"),
		numberOf,
	);
	const whole = losses.filter(({ ofFolder }) => ofFolder);
	return [...posts]
		.filter(([, times]) => times.length > 1 && times.slice(0, -1).every((at) => isLost(whole, at)))
		.filter(([number, times]) => (left.get(number) ?? []).every(({ createdAt }) => createdAt >= Number(times.at(-1))))
		.map(([number]) => number);
}

function executedTwice({ held }: Evidence): string[] {
	return [...countBy(held, numberOf)]
		.filter(([, times]) => times > 1)
		.map(([number, times]) => `${number}: ${times} times`);
}

function postedWithoutPermit({ posts, payments }: Evidence, losses: readonly Loss[]): string[] {
	const permitted = new Set(payments.filter((payment) => payment.permitted).map(numberOf));
	return [...posts]
		.filter(([number, times]) => !permitted.has(number) && !times.every((at) => isLost(losses, at, PERMIT_MS)))
		.map(([number]) => number);
}

/** Pairs both sides by number and facts; a reference of ours must be the one that the service gave. */
function unaccounted(evidence: Evidence, losses: readonly Loss[]): string[] {
	const { held, payments } = evidence;
	const forgotten = new Set(forgottenOf(evidence, losses));
	return held
		.filter((transaction) => isExecuted(transaction) && !forgotten.has(transaction))
		.filter((transaction) => payments.filter((payment) => admits(payment, transaction)).length !== 1)
		.map((transaction) => `${transaction.reference} to ${transaction.number}`);
}

function admits(payment: DeskPayment, transaction: HeldTransaction): boolean {
	const sameFacts =
		payment.kind === transaction.kind &&
		payment.number === transaction.number &&
		payment.amount === transaction.amount &&
		payment.currency === transaction.currency;
	// A payment under review may carry the reference that caused the review.
	const sameReference =
		payment.reference === null || payment.reference === transaction.reference || payment.state === "needs_review";
	return sameFacts && sameReference && ADMITS.has(payment.state);
}

function paidInWordsOnly({ held, payments }: Evidence): string[] {
	const paid = new Set(held.filter(({ status }) => status === "success").map(numberOf));
	return payments.filter(({ state, number }) => SAYS_PAID.has(state) && !paid.has(number)).map(named);
}

function executedInSecret({ held, payments }: Evidence): string[] {
	const executed = new Set(held.filter(isExecuted).map(numberOf));
	return payments.filter(({ state, number }) => !ADMITS.has(state) && executed.has(number)).map(named);
}

/** A whole machine may lack a POST of which the service made nothing: `executedInSecret` judges the others. */
function sentInSecret({ posts, payments }: Evidence, losses: readonly Loss[]): string[] {
	const unsent = new Set(NEVER_LEFT_STATES);
	const whole = losses.filter(({ ofFolder }) => ofFolder);
	const known = (number: string) => (posts.get(number) ?? []).some((at) => !isLost(whole, at));
	return payments.filter(({ state, number }) => unsent.has(state) && known(number)).map(named);
}

function lostRequests({ payments }: Evidence, orders: readonly Order[], losses: readonly Loss[]): string[] {
	const known = new Map(payments.map((payment) => [payment.id, payment]));
	return orders
		.filter(({ acceptedAt }) => acceptedAt !== null && !isLost(losses, acceptedAt))
		.filter((order) => [...order.ids].some((id) => known.get(id)?.number !== order.number))
		.map((order) => `${order.number}: ${[...order.ids].join(", ")}`);
}

function doubleWishes({ payments }: Evidence, orders: readonly Order[]): string[] {
	const made = countBy(payments, numberOf);
	return orders
		.filter(({ number, ids }) => ids.size > 1 || (made.get(number) ?? 0) > 1)
		.map(({ number }) => `${number}: ${made.get(number) ?? 0} payments`);
}

function discrepancySteps({ payments }: Evidence): string[] {
	return payments
		.filter(({ steps }) =>
			steps.some((step, index) => {
				const before = steps[index - 1];
				if (before === undefined) return step.version !== 1;
				if (before.version === step.version) return before.state !== step.state;
				return step.version !== before.version + 1 || !canMove(before.state, step.state);
			}),
		)
		.map(named);
}

/** Money has moved or may still move: a payout takes the wallet's money at once, a deposit only when the payer has paid. */
export function isExecuted({ kind, status }: HeldTransaction): boolean {
	return status === "success" || (kind === "payout" && status === "pending");
}

function isLost(losses: readonly Loss[], at: number, lateMs = LATE_MS): boolean {
	return losses.some(({ ofDatabase, from, to }) => ofDatabase && at >= from && at <= to + lateMs);
}

/** Executed, but the desk has no payment for it, because a lost database sent it. */
export function forgottenOf({ held, posts, payments }: Evidence, losses: readonly Loss[]): HeldTransaction[] {
	const known = new Set(payments.map(numberOf));
	return held.filter(
		(transaction) =>
			isExecuted(transaction) &&
			!known.has(transaction.number) &&
			(posts.get(transaction.number) ?? []).every((at) => isLost(losses, at, PERMIT_MS)),
	);
}

function hiddenLosses(evidence: Evidence, losses: readonly Loss[]): string[] {
	return forgottenOf(evidence, losses)
		.filter(
			({ currency, amount, status }) => status === "success" && !evidence.unexplained.has(`${currency} ${amount}`),
		)
		.map(({ reference, number }) => `${reference} to ${number}`);
}

/** Payouts that the present database has as approved had left: sending must have stopped until an admin answered. */
function unasked({ posts }: Evidence, losses: readonly Loss[], questions: readonly Question[]): string[] {
	const hadLeft = ({ number }: Order, { from, to }: Loss) =>
		(posts.get(number) ?? []).some((at) => at >= from && at <= to + LATE_MS);
	return losses
		.filter((loss) => loss.ofDatabase && loss.waiting.some((order) => hadLeft(order, loss)))
		.filter(({ to }) => !questions.some(({ at }) => at >= to && at <= to + ASKED_WITHIN_MS))
		.map(({ name, to }) => `${name} at ${clockTime(to)}`);
}

function clockTime(at: number): string {
	return new Date(at).toISOString().slice(11, 19);
}

function named({ id, state, number }: DeskPayment): string {
	return `${id} to ${number} is ${state}`;
}

function numberOf({ number }: { number: string }): string {
	return number;
}

export function countBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, number> {
	const counts = new Map<K, number>();
	for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
	return counts;
}
