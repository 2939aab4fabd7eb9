/** What people do in a run: ask, press twice, decide at the same time, and close what nobody knows with the truth in hand. */
import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, type PaymentState } from "#lib/payment-state.ts";
import type { Actor } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { acknowledgeDoubt } from "#server/payments/acknowledge-doubt.ts";
import { attachReference } from "#server/payments/attach-reference.ts";
import { correctPayout } from "#server/payments/correct-payout.ts";
import { DATABASE_DOUBT } from "#server/payments/database-doubt.ts";
import { decidePayout } from "#server/payments/decide-payout.ts";
import { refreshPayment } from "#server/payments/refresh-payment.ts";
import { requestPayout } from "#server/payments/request-payout.ts";
import { resumeSending } from "#server/payments/resume-sending.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { startDeposit } from "#server/payments/start-deposit.ts";
import { withdrawWord } from "#server/payments/withdraw-word.ts";
import { Violation } from "#tests/simulation/invariants.ts";
import type { Row } from "#tests/simulation/memory/rows.ts";
import type { Instance, World } from "#tests/simulation/world.ts";

export const PEOPLE: Readonly<Record<"maker" | "first" | "second" | "admin", Actor>> = {
	maker: { id: "maker", name: "Ibrahim", email: "maker@test.example", role: "maker" },
	first: { id: "first", name: "Awa", email: "first@test.example", role: "approver" },
	second: { id: "second", name: "Fatou", email: "second@test.example", role: "approver" },
	admin: { id: "admin", name: "Mariam", email: "admin@test.example", role: "admin" },
};

/** One payment from the wish to the decision; whoever finds the page dead tries again with the same key. */
export async function wantPayment(world: World, number: number): Promise<void> {
	const { random } = world;
	await world.scheduler.sleep(null, random.below(20_000), "a wish");
	const kind = random.chance(0.8) ? "payout" : "deposit";
	// An admin may ask and approve, but not both for the same payout.
	const maker = random.chance(0.7) ? PEOPLE.maker : PEOPLE.admin;
	const ask = kind === "payout" ? askPayout(world, maker, number) : askDeposit(world, maker, number);
	const payment = await untilAnswered(world, ask(0));
	if (payment && random.chance(0.1)) await askOtherwise(world, ask(1));
	if (!payment || kind === "deposit") return;
	await world.scheduler.sleep(null, random.below(5_000), "a decision");
	const deciders = random.chance(0.3) ? [PEOPLE.first, PEOPLE.second] : [PEOPLE.first];
	const own = random.chance(0.2) ? [maker] : [];
	const words = [...deciders, ...own].map((member) => decide(world, member, maker, payment.id, payment.version));
	const correction = random.chance(0.1) ? [correct(world, maker, payment)] : [];
	await Promise.all([...words, ...correction]);
	// Who comes later sees what it is by then: a second approver, or the same one after a correction.
	for (const member of [PEOPLE.second, PEOPLE.first, PEOPLE.admin]) {
		const row = world.store.committed("payment").find(({ id }) => id === payment.id);
		if (row?.state === "awaiting_approval") await decide(world, member, maker, payment.id, Number(row.version));
	}
	if (random.chance(0.2)) await checkNow(world, payment);
}

/** I7: the same key with another body is no second payment. */
async function askOtherwise(world: World, ask: Ask): Promise<void> {
	const answer = await insistently(world, ask);
	// A backup forgets keys, too.
	const isTaken = answer !== null && answer !== "refused" && !world.forgotten;
	if (isTaken) throw new Violation("I7", "one key took two bodies");
}

function correct(world: World, maker: Actor, payment: Payment): Promise<unknown> {
	world.options.count("correction asked");
	const change = { id: payment.id, version: payment.version, amount: "3000" };
	return insistently(world, (web) => correctPayout(world.contextOf(web, maker), change));
}

async function checkNow(world: World, { kind, id }: Payment): Promise<void> {
	await world.scheduler.sleep(null, world.random.below(60_000), "somebody presses check now");
	await insistently(world, (web) => refreshPayment(world.contextOf(web, PEOPLE.first), { kind, id }));
}

type Ask = (web: Instance) => Promise<Payment>;

function askPayout(world: World, maker: Actor, number: number): (more: number) => Ask {
	const facts = {
		currency: "XOF",
		operator: "orange-money-ci",
		country: "CI",
		destination: `+22507010203${number}0`,
		metadata: { note: "Rent" },
	};
	const amount = (more: number) => String(1_000 + number + more);
	return (more) => (web) =>
		requestPayout(world.contextOf(web, maker), { ...facts, amount: amount(more) }, `key-${number}-of-the-form`);
}

function askDeposit(world: World, maker: Actor, number: number): (more: number) => Ask {
	const facts = {
		currency: "XOF",
		operator: "wave-ci",
		country: "CI",
		phoneNumber: `+22507010204${number}0`,
	};
	const amount = (more: number) => String(2_000 + number + more);
	return (more) => (web) =>
		startDeposit(world.contextOf(web, maker), { ...facts, amount: amount(more) }, `key-${number}-of-the-form`);
}

const TRIES = 6;

/** I7: every answer of one key is the same payment. */
async function untilAnswered(world: World, ask: Ask): Promise<Payment | null> {
	const answers: Payment[] = [];
	const once = async () => {
		const answer = await insistently(world, ask);
		if (answer !== null && answer !== "refused") answers.push(answer);
	};
	await Promise.all(world.random.chance(0.3) ? [once(), once()] : [once()]);
	if (new Set(answers.map(({ id }) => id)).size > 1 && !world.forgotten)
		throw new Violation("I7", "one key made two payments");
	return answers[0] ?? null;
}

/** A word of the desk ends it; anything else is a page that did not answer. */
function refusal(error: unknown): "refused" | null {
	if (error instanceof Violation) throw error;
	return error instanceof AppError ? "refused" : null;
}

function decide(world: World, member: Actor, maker: Actor, id: string, version: number): Promise<unknown> {
	const usual = world.random.chance(0.05) ? "reject" : "approve";
	const decision = member === maker && world.random.chance(0.5) ? "cancel" : usual;
	const word = { id, decision, version } as const;
	return insistently(world, (web) => decidePayout(world.contextOf(web, member), word));
}

/** Tries again while the page does not answer; null when it never did. */
async function insistently<T>(world: World, action: (web: Instance) => Promise<T>): Promise<T | "refused" | null> {
	for (let tries = 0; tries < TRIES; tries += 1) {
		const answer = await onSomeWeb(world, action).catch(refusal);
		if (answer) return answer;
		await world.scheduler.sleep(null, 2_000, "a second try");
	}
	return null;
}

/** Null when the process died under the request, or none is there. */
async function onSomeWeb<T>(world: World, action: (web: Instance) => Promise<T>): Promise<T | null> {
	const webs = world.instances.filter(({ name, alive }) => alive && name.startsWith("web"));
	if (webs.length === 0) return null;
	const web = world.random.pick(webs);
	let ended = false;
	const died = world.scheduler
		.step(
			null,
			"a page gives up",
			() => undefined,
			() => (web.alive && !ended ? Number.POSITIVE_INFINITY : 0),
		)
		.then(() => null);
	const answer = world
		.as(web, () => action(web))
		.finally(() => {
			ended = true;
		});
	return Promise.race([answer, died]);
}

/** An admin has looked at a database that is older than it should be, and goes on with it. */
export async function acknowledge(world: World): Promise<void> {
	const input = { reason: "the disk of the server died" };
	const answer = await insistently(world, (web) => acknowledgeDoubt(world.contextOf(web, PEOPLE.admin), input));
	if (answer !== "refused" && answer !== null) world.options.count("doubt acknowledged");
}

/** A worker may notice only now that the database is an older one: whoever opens the desk sees it within minutes. */
export async function answerDoubts(world: World): Promise<never> {
	for (;;) {
		await world.scheduler.sleep(null, 60_000, "an admin opens the desk");
		if (world.store.committed("setting").some(({ name }) => name === DATABASE_DOUBT)) await acknowledge(world);
	}
}

/** After the heal: an admin says go, and what nobody knows is closed by the reference or by two people. */
export async function closeWhatIsOpen(world: World): Promise<void> {
	await acknowledge(world);
	await insistently(world, (web) => resumeSending(world.contextOf(web, PEOPLE.admin)));
	for (const row of world.store.committed("payment")) {
		if (!isInDoubt(row.state as PaymentState)) continue;
		const post = world.service.posts.find((each) => each.number === row.phone_number);
		const reference = row.state !== "needs_review" ? post?.transaction?.reference : undefined;
		const isAttached = reference !== undefined && (await attach(world, row, reference));
		if (!isAttached) await settle(world, row, post?.transaction !== null && post !== undefined);
	}
}

async function attach(world: World, row: Row, reference: string): Promise<boolean> {
	const { kind, id, version } = row as unknown as Payment;
	const answer = await insistently(world, (web) =>
		attachReference(world.contextOf(web, PEOPLE.first), { kind, id, reference, version }),
	);
	world.options.count(answer === "refused" ? "reference refused" : "reference attached");
	return answer !== "refused";
}

async function settle(world: World, row: Row, isPaid: boolean): Promise<void> {
	for (const member of [PEOPLE.first, PEOPLE.second]) {
		const { kind, id, amount } = row as unknown as Payment;
		const version = Number(world.store.committed("payment").find((each) => each.id === id)?.version);
		const word = { outcome: isPaid ? "paid" : "not_paid", amount, reason: "seen in the portal", version } as const;
		const answer = await insistently(world, (web) =>
			settlePayment(world.contextOf(web, member), { ...word, kind, id }),
		);
		world.options.count(answer === "refused" ? "word refused" : "word said");
		if (member === PEOPLE.second || world.random.chance(0.8)) continue;
		await insistently(world, (web) => withdrawWord(world.contextOf(web, member), { kind, id }));
		await insistently(world, (web) => settlePayment(world.contextOf(web, member), { ...word, kind, id }));
	}
}
