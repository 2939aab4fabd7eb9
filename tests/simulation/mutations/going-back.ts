/** Rules for a world that goes back, and for answers of another's, taken out one by one; where two keep the same, both. */
import type { Edit, Mutation } from "#tests/simulation/mutations.ts";

const SEND = "server/payments/send/send-payment.ts";
const TAKE = "server/payments/send/take-permit.ts";
const DOUBT = "server/payments/stop/database-doubt.ts";
const HEADS = "server/store/head-file.ts";
const LIFE = "server/continuity/life.ts";

/** Whatever the wallet shows, nothing is held: what the heads alone keep. */
const NO_WITNESS: Edit = {
	file: "server/continuity/prove-wallets.ts",
	find: "const held = judgeWallet({ ...heard, isShared }, candidates);",
	replace: "const held = judgeWallet({ ...heard, isShared }, []);",
};

const NOT_HEARD: Edit = {
	file: "server/worker/head-keeper.ts",
	find: "writing ??= write();",
	replace: "",
};

export const GOING_BACK: readonly Mutation[] = [
	{
		name: "whatever the wallet shows, nothing is held",
		edits: [NO_WITNESS],
		breaks: ["I14"],
		scenario: "a machine that is put back with its folder",
	},
	{
		name: "a start is no gap",
		edits: [{ file: LIFE, find: `if (mark === null) return "start";`, replace: "if (mark === null) return null;" }],
		breaks: ["I14"],
		scenario: "a machine that is put back within seconds",
	},
	{
		name: "sleep is no gap, however long",
		edits: [{ file: LIFE, find: "const GAP_MS = 60_000;", replace: "const GAP_MS = 10 ** 12;" }],
		breaks: ["I14"],
		scenario: "a worker that slept through the night",
	},
	{
		name: "what a wallet holds expires as unsent",
		edits: [
			{
				file: "server/payments/approve/expire-payments.ts",
				find: `.whereRef("continuity_gap.currency", "=", "payment.currency")`,
				replace: `.whereRef("continuity_gap.currency", "<>", "payment.currency")`,
			},
		],
		breaks: ["I14"],
		scenario: "does not expire as unsent",
	},
	{
		name: "a line of just its amount holds no payout",
		edits: [
			{
				file: "server/continuity/judge-wallet.ts",
				find: "later.some((line) => line.amount === amount)",
				replace: "later.some((line) => line.amount < 0n)",
			},
		],
		breaks: ["I14"],
		scenario: "known by its line on a wallet",
	},
	{
		name: "a restored backup is not noticed, and the wallet is not heard",
		edits: [
			NO_WITNESS,
			{ file: DOUBT, find: "if (doubt === null) return false;", replace: "if (doubt !== undefined) return false;" },
		],
		breaks: ["I14"],
		scenario: "what a doubt has ended",
	},
	{
		name: "the head is not kept before the POST, nor heard of, and the wallet is not heard",
		edits: [
			NO_WITNESS,
			NOT_HEARD,
			{ file: SEND, find: "keepHead(system.config, permit.workerId, permit.head),", replace: "" },
		],
		breaks: ["I14"],
		scenario: "whose worker dies with the POST",
	},
	{
		name: "a machine does not keep what it hears that another sent, and the wallet is not heard",
		edits: [NO_WITNESS, NOT_HEARD],
		breaks: ["I14"],
		scenario: "another has heard of",
	},
	{
		name: "another server, or another timeline, is the same database",
		edits: [{ file: DOUBT, find: "? otherServer(known, now)", replace: "? null" }],
		breaks: ["I14"],
		scenario: "a standby that never heard",
	},
	{
		name: "any row of a worker is a neighbour, and the wallet is not heard",
		edits: [
			NO_WITNESS,
			{
				file: "server/store/living-workers.ts",
				find: `if (advanced.some((row) => row.knows_database)) return "yes";`,
				replace: `if (rows.length > 0) return "yes";`,
			},
		],
		breaks: ["I14"],
		scenario: "a new machine does not take",
	},
	{
		name: "permits are not journalled",
		edits: [{ file: SEND, find: "journalPermit(system.config, journalled(payment, permit)),", replace: "" }],
		breaks: ["I3"],
		scenario: "stands in the journal",
	},
	{
		name: "an answer whose attempt is gone is thrown away",
		edits: [
			{
				file: "server/payments/send/record-outcome.ts",
				find: "return keepUnlessKnown(system, trx, permit, outcome);",
				replace: `return "known";`,
			},
		],
		breaks: ["I15"],
		scenario: "whose attempt the database has forgotten",
	},
	{
		name: "what a doubt ends is called expired",
		edits: [
			{
				file: "server/payments/stop/acknowledge-doubt.ts",
				find: "if (lostTime) await markMayHaveLeft(",
				replace: "if (!lostTime) await markMayHaveLeft(",
			},
		],
		breaks: ["I14"],
		scenario: "what a doubt has ended",
	},
	{
		name: "what may have left is no duplicate",
		edits: [
			{
				file: "lib/payment-state.ts",
				find: `!["failed", "not_sent", "refused",`,
				replace: `!["failed", "may_have_left", "not_sent", "refused",`,
			},
		],
		breaks: ["I14"],
		scenario: "what may have left is asked about",
	},
	{
		name: "the permit is not read back before the first byte",
		edits: [
			{
				file: SEND,
				find: `return (await isPermitThere(system, permit)) ? null : "not_sent_doubted";`,
				replace: "return null;",
			},
		],
		breaks: ["I2"],
		scenario: "while its head is written",
	},
	{
		name: "a stop between the first look and the permit is not seen",
		edits: [
			{
				file: TAKE,
				find: "if (await isStoppedFor(trx, payment, system.config.environment)) throw new StoppedMeanwhile();",
				replace: "",
			},
		],
		breaks: ["I2"],
		scenario: "what stops all sending",
	},
	{
		name: "nobody asks for the time when the socket stands",
		edits: [
			{
				file: "server/payments/send/post-payment.ts",
				find: "isTooLate = !mayStillSend();",
				replace: "isTooLate = false;",
			},
		],
		breaks: ["I2"],
		scenario: "who sleeps for hours",
	},
	{
		name: "a head counts though people have gone on with another database, and the wallet is not heard",
		edits: [
			NO_WITNESS,
			{ file: HEADS, find: "before?.generation === next.generation &&", replace: "before &&" },
			{
				file: HEADS,
				find: "if (one.generation !== other.generation) return one.generation > other.generation;",
				replace: "",
			},
		],
		breaks: ["I14"],
		scenario: "after an acknowledged restore",
	},
	{
		name: "a reference in a failed answer is believed whatever its age",
		edits: [
			{
				file: "server/payments/watch/record-look.ts",
				find: `if (placed !== "within") return setHintAside(`,
				replace: "if (placed === undefined) return setHintAside(",
			},
		],
		breaks: ["I6"],
		scenario: "a failed answer that names",
	},
	{
		name: "a success is believed whatever its age",
		edits: [
			{
				file: "server/payments/send/record-outcome.ts",
				find: `if (placed !== "older") return outcome;`,
				replace: "return outcome;",
			},
		],
		breaks: ["I6"],
		scenario: "a success that was created before",
	},
	{
		name: "a line that the service has taken back speaks for the wallet",
		edits: [{ file: "server/continuity/read-unexplained.ts", find: "and withdrawn_at is null", replace: "" }],
		breaks: ["I11"],
		scenario: "a line that the service takes back",
	},
];
