/** Ways to break the rules of payments.md, as edits of the real sources. The simulation must see each of them. */

import { GOING_BACK } from "#tests/simulation/mutations/going-back.ts";

export interface Edit {
	/** End of the file's path. */
	file: string;
	find: string;
	replace: string;
}

export interface Mutation {
	name: string;
	edits: readonly Edit[];
	/** Any of these invariants may tell it first. */
	breaks: readonly string[];
	/** The directed scenario that shows it; without one the seeds must. */
	scenario?: string;
}

const TAKE = "server/payments/send/take-permit.ts";
const MOVE = "server/payments/move-payment.ts";
const SEND = "server/payments/send/send-payment.ts";
const POST = "server/payments/send/post-payment.ts";
const RECORD = "server/payments/send/record-outcome.ts";
const RECOVER = "server/payments/send/recover-attempts.ts";

/** The conditional update without its condition: whoever comes moves the payment. */
const UNCONDITIONAL: Edit = {
	file: MOVE,
	find: `.where("state", "=", payment.state)
		.where("version", "=", payment.version)`,
	replace: "",
};

/** Nor is it read back before the first byte. */
const NO_LAST_LOOK: Edit = {
	file: SEND,
	find: `return (await isPermitThere(system, permit)) ? null : "not_sent_doubted";`,
	replace: "return null;",
};

export const MUTATIONS: readonly Mutation[] = [
	{
		name: "no permit: neither a conditional update nor an attempt that is unique",
		edits: [
			UNCONDITIONAL,
			{ file: TAKE, find: "await insertAttempt(trx, permit, timing);", replace: "at;" },
			NO_LAST_LOOK,
		],
		breaks: ["I1", "I2", "I4"],
	},
	{
		name: "no unique attempt, and no condition at the permit",
		edits: [
			UNCONDITIONAL,
			{
				file: "tests/simulation/memory/schema.ts",
				find: "export const SHAPES",
				replace: `snapshot.uniques = snapshot.uniques.filter(({ name }) => name !== "attempt_payment_id_key");
export const SHAPES`,
			},
		],
		breaks: ["I1", "I2", "I3", "I4"],
	},
	{
		name: "the permit is not durable: the POST leaves before its commit",
		edits: [
			{
				file: SEND,
				find: "const permit = await takeOrClose(",
				replace: `const early = postPayment(system, payment, finalFailures, mayStillSend);
	const permit = await takeOrClose(`,
			},
			{ file: SEND, find: "await postPayment(system, payment, finalFailures, mayStillSend)", replace: "await early" },
		],
		breaks: ["I1", "I2", "I3"],
	},
	{
		name: "recovery sends again what got no answer",
		edits: [
			{
				file: RECOVER,
				find: "if (moved && payment.kind",
				replace: `await trx.deleteFrom("attempt").where("payment_id", "=", payment.id).execute();
		await trx.updateTable("payment").set({ state: "approved" }).where("id", "=", payment.id).execute();
		if (moved && payment.kind`,
			},
		],
		breaks: ["I1", "I4"],
	},
	{
		name: "a retry around the POST",
		edits: [
			{
				file: POST,
				find: "const started = await startOnService(system, payment, guard);",
				replace: `const again = () => startOnService(system, payment, guard);
		const started = await again().catch(again);`,
			},
		],
		breaks: ["I1"],
	},
	{
		name: "an answer that is lost is taken for a refusal",
		edits: [
			{
				file: "server/payments/send/attempt-outcome.ts",
				find: `return { ...facts, state: "unknown", event: "answer_unclear" };`,
				replace: `return { ...facts, state: "refused", event: "refused" };`,
			},
		],
		breaks: ["I14", "I3"],
	},
	{
		name: "recovery calls a lost payment not sent",
		edits: [
			{ file: RECOVER, find: `to: "unknown", event: "answer_lost"`, replace: `to: "not_sent", event: "not_sent"` },
		],
		breaks: ["I14", "I3"],
	},
	{
		name: "a worker that slept between permit and POST sends all the same, and recovery called it not sent",
		edits: [
			{
				file: SEND,
				find: "const mayStillSend = () => elapsedMs() <= timing.permitFreshMs;",
				replace: "const mayStillSend = () => elapsedMs() >= 0;",
			},
			{ file: RECOVER, find: `to: "unknown", event: "answer_lost"`, replace: `to: "not_sent", event: "not_sent"` },
		],
		breaks: ["I14", "I2", "I3"],
	},
	{
		name: "an outcome is recorded for whoever brings it, again and again",
		edits: [
			{ file: RECORD, find: `.where("answered_at", "is", null)`, replace: "" },
			{
				file: RECORD,
				find: `if (payment.state !== "sending" && payment.state !== "unknown") return null;
	if (!canMove(payment.state, state)) return null;`,
				replace: "",
			},
			{ file: MOVE, find: "if (!canMove(payment.state, move.to))", replace: "if (payment.id === move.to)" },
		],
		breaks: ["I4", "I5", "I6"],
	},
	{
		name: "a reference may belong to two payments",
		edits: [
			{
				file: "tests/simulation/memory/schema.ts",
				find: "export const SHAPES",
				replace: `snapshot.uniques = snapshot.uniques.filter(({ name }) => name !== "payment_reference");
export const SHAPES`,
			},
		],
		breaks: ["I10"],
	},
	{
		name: "an unknown payment is settled by one person",
		edits: [
			{
				file: "server/payments/settle/settle-payment.ts",
				find: "if (first?.outcome !== outcome || first.amount !== amount) {",
				replace: "if (first !== undefined && (first.outcome !== outcome || first.amount !== amount)) {",
			},
			{
				file: "server/payments/settle/settle-payment.ts",
				find: "first: first.member.name",
				replace: `first: first?.member.name ?? ""`,
			},
			{
				file: "tests/simulation/memory/schema.ts",
				find: "demandTwoPeople(row, before, see);",
				replace: "",
			},
		],
		breaks: ["I5"],
	},
	{
		name: "the maker approves",
		edits: [
			{
				file: "server/payments/approve/decide-payout.ts",
				find: "const own = row.maker_id === context.member.id;",
				replace: "const own = false;",
			},
			{
				file: "tests/simulation/memory/schema.ts",
				find: "if (row.approver_id !== null && row.approver_id === row.maker_id) {",
				replace: "if (row.id === null) {",
			},
			{
				file: "tests/simulation/memory/schema.ts",
				find: "payment?.maker_id === row.member_id",
				replace: "payment === null",
			},
		],
		breaks: ["I12"],
	},
	{
		name: "one approver is enough for any amount",
		edits: [
			{ file: "lib/payout-rules.ts", find: "? 1 : 2;", replace: "? 1 : 1;" },
			{ file: "tests/simulation/memory/schema.ts", find: "demandApprovers(row, before, see);", replace: "" },
		],
		breaks: ["I12"],
	},
	{
		name: "one key makes a payment each time",
		edits: [
			{
				file: "tests/simulation/memory/schema.ts",
				find: "export const SHAPES",
				replace: `snapshot.uniques = snapshot.uniques.filter(({ name }) => name !== "payment_idempotency");
export const SHAPES`,
			},
			{
				file: "server/payments/request/start-payment.ts",
				find: `.where("idempotency_key", "=", key)`,
				replace: `.where("idempotency_key", "=", "another")`,
			},
		],
		breaks: ["I7", "I1"],
	},
	{
		name: "the record is written without its turn",
		edits: [
			{
				file: "server/store/audit-log.ts",
				find: "await sql`select pg_advisory_xact_lock($" + "{CHAIN_LOCK})`.execute(trx);",
				replace: "",
			},
		],
		breaks: ["I4"],
	},
	...GOING_BACK,
];
