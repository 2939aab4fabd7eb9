/** Ways to break the rules of payments.md by replacing guards in the code. The simulation must see each of them. */

import { GOING_BACK } from "#tests/simulation/mutations/going-back.ts";
import type { Edit, Mutation } from "#tests/simulation/mutations/mutation.ts";

/** The conditional update without its condition, so that anybody moves the payment. */
const UNCONDITIONAL: readonly Edit[] = [{ guard: "state-is-the-one-seen" }, { guard: "version-is-the-one-seen" }];

const CALLED_NOT_SENT: Edit = {
	guard: "lost-payment-is-unknown",
	swap: { 'to: "unknown", event: "answer_lost"': `to: "not_sent", event: "not_sent"` },
};

export const MUTATIONS: readonly Mutation[] = [
	{
		name: "no permit: neither a conditional update nor an attempt that is unique",
		edits: [
			...UNCONDITIONAL,
			{ guard: "one-attempt-per-payment", put: "permittedAt = at;" },
			{ guard: "permit-is-read-back" },
		],
		breaks: ["I1", "I2", "I4"],
		scenario: "of workers that have the same job",
	},
	{
		name: "no unique attempt, and no condition at the permit",
		edits: [...UNCONDITIONAL, { guard: "lanes-are-counted", put: "return { reached, free: 16, obstacle: null };" }],
		statements: ["alter table attempt drop constraint attempt_one_per_payment"],
		breaks: ["I1", "I2", "I3", "I4"],
		scenario: "of workers that have the same job",
	},
	{
		name: "the permit is not durable: the POST leaves before its commit",
		edits: [
			{
				guard: "permit-before-post",
				put: "const early = postPayment(system, payment, finalFailures, mayStillSend);\n$&",
			},
			{
				guard: "one-post-per-permit",
				swap: { "await postPayment(system, payment, finalFailures, mayStillSend)": "await early" },
			},
		],
		breaks: ["I1", "I2", "I3", "I14"],
		seed: 2,
	},
	{
		name: "recovery sends again what got no answer",
		edits: [
			{
				guard: "lost-payment-is-unknown",
				put: `$&
		await trx.deleteFrom("attempt").where("payment_id", "=", payment.id).execute();
		await trx.updateTable("payment").set({ state: "approved" }).where("id", "=", payment.id).execute();`,
			},
		],
		breaks: ["I1", "I4"],
		scenario: "whose answer never comes",
	},
	{
		name: "a retry around the POST",
		edits: [
			{
				guard: "one-request-per-post",
				put: `const again = () => startOnService(system, payment, mayStillSend);
		const started = await again().catch(again);`,
			},
		],
		breaks: ["I1", "I14"],
		seed: 3,
	},
	{
		name: "an answer that is lost is taken for a refusal",
		edits: [
			{
				guard: "lost-answer-is-no-refusal",
				put: `return { ...common, state: "refused", content: { event: "refused", details } };`,
			},
		],
		breaks: ["I14", "I3"],
		seed: 1,
	},
	{
		name: "recovery calls a lost payment not sent",
		edits: [CALLED_NOT_SENT],
		breaks: ["I14", "I3"],
		scenario: "whose answer never comes",
	},
	{
		name: "a worker that slept between permit and POST sends all the same, and recovery called it not sent",
		edits: [{ guard: "who-slept-sends-nothing", put: "const isFresh = () => elapsedMs() >= 0;" }, CALLED_NOT_SENT],
		breaks: ["I14", "I2", "I3"],
		scenario: "who sleeps for hours",
	},
	{
		name: "an outcome is recorded for whoever brings it, again and again",
		edits: [
			{ guard: "one-answer-per-attempt" },
			{ guard: "late-answer-moves-nothing" },
			{ guard: "answer-moves-as-listed" },
			{ guard: "only-listed-moves" },
		],
		breaks: ["I4", "I5", "I6"],
		scenario: "when people have closed its payment",
	},
	{
		name: "a reference may belong to two payments",
		edits: [],
		statements: ["drop index payment_reference"],
		breaks: ["I10"],
		scenario: "a second payment is answered with",
	},
	{
		name: "an unknown payment is settled by one person",
		edits: [
			{ guard: "two-people-settle", put: `const [first = { outcome, amount, member: { name: "nobody" } }] = earlier;` },
		],
		statements: ["alter table payment disable trigger payment_two_people"],
		breaks: ["I5"],
		seed: 5,
	},
	{
		name: "the maker approves",
		edits: [{ guard: "maker-does-not-approve", put: "const own = false;" }],
		statements: [
			"alter table payment drop constraint approver_is_not_maker",
			"alter table decision disable trigger decision_other_person",
		],
		breaks: ["I12"],
		scenario: "who asked for a payout",
	},
	{
		name: "one approver is enough for any amount",
		edits: [{ guard: "large-amounts-take-two", swap: { "least(2": "least(1" } }],
		statements: ["alter table payment disable trigger payment_approvers"],
		breaks: ["I12"],
		seed: 1,
	},
	{
		name: "one key makes a payment each time",
		edits: [
			{
				guard: "one-key-one-payment",
				swap: { "key, digest": "key: key + (globalThis.keys = (globalThis.keys ?? 0) + 1), digest" },
			},
		],
		breaks: ["I7", "I1"],
		seed: 3,
	},
	{
		name: "nobody asks for the passkey's signature at the permit",
		edits: [{ guard: "approvals-are-signed" }],
		breaks: ["I12"],
		scenario: "that its passkey did not sign",
	},
	{
		name: "a passkey that the web program takes away for a moment is a new one, whose signature nobody asks for",
		edits: [
			{
				guard: "key-that-comes-back-is-no-new-one",
				swap: { "case when ${IN_FORCE} then approver_key.seen_at else now() end": "now()" },
			},
		],
		breaks: ["I12"],
		scenario: "that was gone for a moment",
	},
	{
		name: "people settle a payment before the latest line of its wallet could be there",
		edits: [
			{
				guard: "settlement-waits-for-late-lines",
				swap: { "Math.max(RESOLVE_AFTER_MS, await readLongestLag(database, payment))": "RESOLVE_AFTER_MS" },
			},
		],
		breaks: ["I6"],
		scenario: "whose lines come late",
	},
	...GOING_BACK,
];
