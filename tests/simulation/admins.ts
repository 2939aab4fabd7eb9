/** Acts of admins in a run: answer mismatches, and settle unknown payouts by the truth. */
import type { Payment } from "#lib/contracts/payment.ts";
import { awaitsReference, isInDoubt, type PaymentState } from "#lib/payment-state.ts";
import type { HeldPayoutAnswer } from "#lib/payments/wallet-answers.ts";
import type { Actor } from "#server/context.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { listWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { attachReference } from "#server/payments/resolve/attach-reference.ts";
import { giveVerdict } from "#server/payments/resolve/give-verdicts.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { withdrawVerdict } from "#server/payments/resolve/withdraw-verdict.ts";
import { acknowledgeByTwo, answerWalletByTwo, resumeByTwo } from "#tests/simulation/acknowledge-by-two.ts";
import { insistently, PEOPLE } from "#tests/simulation/people.ts";
import type { Row } from "#tests/simulation/postgres/simulated-database.ts";
import type { World } from "#tests/simulation/world.ts";

/** Admins go on with a database or a wallet that is not as it should be. */
export async function acknowledge(world: World): Promise<void> {
	await answerWallets(world);
	const input = { reason: "the disk of the server died" };
	const answer = await insistently(world, (web) =>
		acknowledgeByTwo(world.contextOf(web, PEOPLE.admin), PEOPLE.deputy, input.reason),
	);
	if (answer !== "refused" && answer !== null) world.options.count("doubt acknowledged");
}

/** Answers for each held payout as the service's own portal shows it. */
async function answerWallets(world: World): Promise<void> {
	const gaps = await insistently(world, (web) => listWalletGaps(world.contextOf(web, PEOPLE.admin)));
	if (gaps === null || gaps === "refused") return;
	for (const { currency, finding, held } of gaps.wallets) {
		if (finding === null) continue;
		const answers = held.map(({ id }) => ({ paymentId: id, answer: wordOn(world, id) }));
		const input = { currency, seen: finding.seen, answers, reason: "as the service's portal shows it" };
		const answer = await insistently(world, (web) =>
			answerWalletByTwo(world.contextOf(web, PEOPLE.admin), PEOPLE.deputy, input),
		);
		if (answer !== null) world.options.count(answer === "refused" ? "wallet not answered" : "wallet answered");
	}
}

function wordOn({ service, random }: World, id: string): HeldPayoutAnswer {
	if (service.heldOf(id)) return "left";
	return random.chance(0.8) ? "release" : "expire";
}

/** True if Home asks an admin to look at the database or at a wallet. */
export function waitsForAdmins({ database }: World): boolean {
	const isDoubted = database.committed("setting").some(({ name }) => name === DATABASE_MISMATCH);
	return isDoubted || database.committed("continuity_gap").some(({ finding }) => finding !== null);
}

/** A worker may notice only now that the database is an older one; an admin who opens the desk sees it within minutes. */
export async function answerMismatches(world: World): Promise<never> {
	for (;;) {
		await world.scheduler.sleep(null, 60_000, "an admin opens the desk");
		if (waitsForAdmins(world)) await acknowledge(world);
	}
}

/** After the heal: an admin resumes sending, and unknown payouts are settled by their reference or by two people. */
export async function closeWhatIsOpen(world: World): Promise<void> {
	await acknowledge(world);
	await insistently(world, (web) => resumeByTwo(world.contextOf(web, PEOPLE.admin), PEOPLE.deputy));
	for (const row of world.database.committed("payment")) {
		const state = row.state as PaymentState;
		if (!isInDoubt(state)) continue;
		const held = world.service.heldOf(row.id);
		const isAttached = awaitsReference(state) && held !== null && (await attach(world, row, held.reference));
		if (!isAttached) await settle(world, row, held !== null);
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
		const version = Number(world.database.committed("payment").find((each) => each.id === id)?.version);
		const word = { outcome: isPaid ? "paid" : "not_paid", amount, reason: "seen in the portal", version } as const;
		const answer = await sayAsSeen(world, member, { ...word, kind, id });
		world.options.count(answer === "refused" ? "word refused" : "word said");
		if (member === PEOPLE.second || world.random.chance(0.8)) continue;
		await insistently(world, (web) => withdrawVerdict(world.contextOf(web, member), { kind, id }));
		await sayAsSeen(world, member, { ...word, kind, id });
	}
}

/** A verdict on the evidence that the member's page shows. */
export function sayAsSeen(
	world: World,
	member: Actor,
	said: Omit<Parameters<typeof giveVerdict>[1], "evidence">,
): Promise<unknown> {
	return insistently(world, async (web) => {
		const context = world.contextOf(web, member);
		const { digest: evidence } = await readEvidence(context, said);
		return giveVerdict(context, { ...said, evidence });
	});
}
