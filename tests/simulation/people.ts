/** Acts of people in a run: request, press twice, decide at the same time, and settle unknown payouts by the truth. */
import type { Payment } from "#lib/contracts/payment.ts";
import type { Actor } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { correctPayout } from "#server/payments/request/correct-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { startDeposit } from "#server/payments/request/start-deposit.ts";
import { refreshPayment } from "#server/payments/watch/refresh-payment.ts";
import { Violation } from "#tests/simulation/invariants.ts";
import type { Instance, World } from "#tests/simulation/world.ts";

export const PEOPLE: Readonly<Record<"maker" | "first" | "second" | "admin" | "deputy", Actor>> = {
	maker: { id: "maker", name: "Ibrahim", email: "maker@test.example", role: "maker" },
	first: { id: "first", name: "Awa", email: "first@test.example", role: "approver" },
	second: { id: "second", name: "Fatou", email: "second@test.example", role: "approver" },
	admin: { id: "admin", name: "Mariam", email: "admin@test.example", role: "admin" },
	/** Only confirms what an admin asks for. */
	deputy: { id: "deputy", name: "Moussa", email: "deputy@test.example", role: "admin" },
};

export interface Wish {
	/** Identifies its payee and its key. */
	number: number;
	/** In whole units. */
	amount: number;
	/** Requested again with another form, which has another key. */
	form?: number;
	/** Intended, though it looks like another one. */
	isMeant?: boolean;
}

/** One payment from the wish to the decision; a person whose page fails tries again with the same key. */
export async function wantPayment(world: World, wish: Wish): Promise<void> {
	const { random } = world;
	await world.scheduler.sleep(null, random.below(20_000), "a wish");
	const kind = random.chance(0.8) ? "payout" : "deposit";
	// An admin may ask and approve, but not both for the same payout.
	const maker = random.chance(0.7) ? PEOPLE.maker : PEOPLE.admin;
	const ask = kind === "payout" ? askPayout(world, maker, wish) : askDeposit(world, maker, wish);
	const payment = await untilAnswered(world, ask(0));
	if (payment && random.chance(0.1)) await askOtherwise(world, payment, ask(1));
	if (!payment || kind === "deposit") return;
	await world.scheduler.sleep(null, random.below(5_000), "a decision");
	const deciders = random.chance(0.3) ? [PEOPLE.first, PEOPLE.second] : [PEOPLE.first];
	const own = random.chance(0.2) ? [maker] : [];
	const words = [...deciders, ...own].map((member) => decide(world, member, maker, payment.id, payment.version));
	const correction = random.chance(0.1) ? [correct(world, maker, payment)] : [];
	await Promise.all([...words, ...correction]);
	// A later person sees the present state: a second approver, or the same one after a correction.
	for (const member of [PEOPLE.second, PEOPLE.first, PEOPLE.admin]) {
		const row = world.database.committed("payment").find(({ id }) => id === payment.id);
		if (row?.state === "awaiting_approval") await decide(world, member, maker, payment.id, Number(row.version));
	}
	if (random.chance(0.2)) await checkNow(world, payment);
	if (random.chance(0.06) && wish.form === undefined) await wantAgain(world, wish);
}

/** The same payee and amount once more, in another form: an intended duplicate. */
async function wantAgain(world: World, wish: Wish): Promise<void> {
	world.options.count("asked for again");
	await wantPayment(world, { ...wish, form: 2, isMeant: true });
}

/** I7: the same key with another body is no second payment. */
async function askOtherwise(world: World, first: Payment, ask: Ask): Promise<void> {
	const answer = await insistently(world, ask);
	if (answer === null || answer === "refused" || !isKnown(world, first)) return;
	throw new Violation("I7", "one key took two bodies");
}

/** A backup also forgets keys. */
function isKnown(world: World, { id }: Payment): boolean {
	return world.putBacks.length === 0 || world.database.committed("payment").some((row) => row.id === id);
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

function keyOf({ number, form = 1 }: Wish): string {
	return `key-${number}-of-the-form-${form}`;
}

type Ask = (web: Instance) => Promise<Payment>;

export function askPayout(world: World, maker: Actor, wish: Wish): (more: number) => Ask {
	const facts = {
		currency: "XOF",
		operator: "orange-money-ci",
		country: "CI",
		destination: `+22507010203${wish.number}0`,
		metadata: { note: "Rent" },
	};
	const amount = (more: number) => String(wish.amount + more);
	return (more) => async (web) => {
		const asked = { ...facts, amount: amount(more) };
		const ask = (said: object) => requestPayout(world.contextOf(web, maker), { ...asked, ...said }, keyOf(wish));
		return ask({}).catch((error: unknown) => {
			const isSeen = wish.isMeant && error instanceof AppError && error.code === "duplicate_suspected";
			if (!isSeen) throw error;
			return ask({ duplicate: { of: error.payments, reason: "a second order of the same goods" } });
		});
	};
}

function askDeposit(world: World, maker: Actor, wish: Wish): (more: number) => Ask {
	const facts = { currency: "XOF", operator: "wave-ci", country: "CI", phoneNumber: `+22507010204${wish.number}0` };
	const amount = (more: number) => String(1_000 + wish.amount + more);
	return (more) => (web) => startDeposit(world.contextOf(web, maker), { ...facts, amount: amount(more) }, keyOf(wish));
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
	const known = answers.filter((answer) => isKnown(world, answer));
	if (new Set(known.map(({ id }) => id)).size > 1) throw new Violation("I7", "one key made two payments");
	return answers[0] ?? null;
}

/** A refusal by the desk ends it; any other error is a page that did not answer. */
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
export async function insistently<T>(
	world: World,
	action: (web: Instance) => Promise<T>,
): Promise<T | "refused" | null> {
	for (let tries = 0; tries < TRIES; tries += 1) {
		const answer = await onSomeWeb(world, action).catch(refusal);
		if (answer) return answer;
		await world.scheduler.sleep(null, 2_000, "a second try");
	}
	return null;
}

/** Null when the process died during the request, or no web program runs. */
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
