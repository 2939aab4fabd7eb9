/** Rules against put-backs and against answers about other payments, removed one by one, or with rules of the same effect. */
import type { Edit, Mutation } from "#tests/simulation/mutations/mutation.ts";

/** The wallet holds nothing, so only the heads keep the promise. */
const NO_WALLET_CHECK: Edit = {
	guard: "wallet-is-read",
	put: "const held = judgeWallet({ ...snapshot, isShared }, []);",
};

/** Before a permit nobody asks whether another system sends from the wallet. */
const NOT_WATCHED: Edit = { guard: "fall-is-a-gap", put: "if (until) return { isOurs: true, reached: null };" };

const NOT_RECEIVED: Edit = { guard: "received-head-is-kept" };

export const GOING_BACK: readonly Mutation[] = [
	{
		name: "whatever the wallet shows, nothing is held",
		edits: [NO_WALLET_CHECK],
		breaks: ["I14"],
		scenario: "a machine that is put back with its folder",
	},
	{
		name: "a start is no gap, and the wallet is not watched",
		edits: [NOT_WATCHED, { guard: "start-is-a-gap", put: "if (last === null) return null;" }],
		breaks: ["I14"],
		scenario: "a machine that is put back within seconds",
	},
	{
		name: "sleep is no gap, however long, and the wallet is not watched",
		edits: [NOT_WATCHED, { guard: "minute-is-a-gap", put: "const GAP_MS = 10 ** 12;" }],
		breaks: ["I14"],
		scenario: "a worker that slept through the night",
	},
	{
		name: "a proof ends the gap that was found while it was under way, and the wallet is not watched",
		edits: [NOT_WATCHED, { guard: "gap-survives-its-proof" }],
		breaks: ["I14"],
		scenario: "found while a proof is under way",
	},
	{
		name: "a gap that is found again is the same one, and the wallet is not watched",
		edits: [NOT_WATCHED, { guard: "gap-found-again-is-another" }],
		breaks: ["I14"],
		scenario: "found while a proof is under way",
	},
	{
		name: "what may have left costs nothing",
		edits: [
			{
				guard: "may-have-left-may-cost",
				swap: { "...PAID_STATES]": `...PAID_STATES].filter((state) => state !== "may_have_left")` },
			},
		],
		breaks: ["I14"],
		scenario: "a machine that has no journal of it",
	},
	{
		name: "a hold that was money of ours proposes to share the wallet",
		edits: [{ guard: "money-of-ours-proposes-nothing", swap: { "where was_ours is not true group": "group" } }],
		breaks: ["I14"],
		scenario: "no wallet is proposed as shared",
	},
	{
		name: "what a wallet holds expires as unsent",
		edits: [{ guard: "held-does-not-expire", swap: { '"="': `"<>"` } }],
		breaks: ["I14"],
		scenario: "does not expire as unsent",
	},
	{
		name: "a line of just its amount holds no payout",
		edits: [{ guard: "line-of-its-amount-holds", swap: { "line.amount === amount": "line.amount < 0n" } }],
		breaks: ["I14"],
		scenario: "known by its line on a wallet",
	},
	{
		name: "a restored backup is not noticed, and the wallet is not read",
		edits: [
			NO_WALLET_CHECK,
			{ guard: "copy-with-our-heads-is-seen" },
			{ guard: "mismatch-stops-sending", put: "if (mismatch !== undefined) return false;" },
		],
		breaks: ["I14"],
		scenario: "what a doubt has ended",
	},
	{
		name: "the head is not kept before the POST, nor received, and the wallet is not read",
		edits: [NO_WALLET_CHECK, NOT_RECEIVED, { guard: "head-on-disk-before-post" }],
		breaks: ["I14"],
		scenario: "whose worker dies with the POST",
	},
	{
		name: "a machine does not keep the head that another sent, and the wallet is not read",
		edits: [NO_WALLET_CHECK, NOT_RECEIVED],
		breaks: ["I14"],
		scenario: "another has heard of",
	},
	{
		name: "another server, or another timeline, is the same database, and the wallet is not read",
		edits: [
			NO_WALLET_CHECK,
			{ guard: "other-server-is-another-database", swap: { "otherServer(known, now)": "null" } },
		],
		breaks: ["I14"],
		scenario: "a standby that never heard",
	},
	{
		name: "a machine goes on after a move although another has not reported, and the wallet is not read",
		edits: [
			NO_WALLET_CHECK,
			{
				guard: "who-was-alive-is-awaited",
				swap: { "?.awaits": '?.awaits?.filter((id) => id.startsWith("worker 2"))' },
			},
		],
		breaks: ["I14"],
		scenario: "a standby that never heard of a permit",
	},
	{
		name: "any row of a worker is a neighbour, and the wallet is not read",
		edits: [NO_WALLET_CHECK, { guard: "neighbour-knows-this-database", put: `if (rows.length > 0) return "yes";` }],
		breaks: ["I14"],
		scenario: "a new machine does not take",
	},
	{
		name: "permits are not journalled",
		edits: [{ guard: "journal-on-disk-before-post" }],
		breaks: ["I3"],
		scenario: "stands in the journal",
	},
	{
		name: "an answer whose attempt is gone is thrown away",
		edits: [{ guard: "orphan-answer-is-kept", swap: { "keepUnlessKnown(system, trx, permit, outcome)": `"known"` } }],
		breaks: ["I15"],
		scenario: "whose attempt the database has forgotten",
	},
	{
		name: "what a doubt ends is called expired",
		edits: [
			{
				guard: "lost-time-may-have-left",
				put: `const mayHaveLeft = waiting;
	const ended = { event: "expired_by_service", ...actor };
	await movePayments(trx, at, waiting.map((payment) => ({ payment, happening: ended })), { to: "expired" });`,
			},
		],
		breaks: ["I14"],
		scenario: "what a doubt has ended",
	},
	{
		name: "the permit is not read back before the first byte",
		edits: [{ guard: "permit-is-read-back" }],
		breaks: ["I2", "I14"],
		scenario: "while its head is written",
	},
	{
		name: "a stop between the first look and the permit is not seen",
		edits: [{ guard: "stop-before-permit-wins" }, { guard: "stop-after-permit-is-heeded" }],
		breaks: ["I2"],
		scenario: "what stops all sending",
	},
	{
		name: "nobody asks for the time when the socket stands",
		edits: [{ guard: "one-request-per-post", swap: { mayStillSend: "async () => true" } }],
		breaks: ["I2"],
		scenario: "who sleeps for hours",
	},
	{
		name: "a head counts though people have gone on with another database, and the wallet is not read",
		edits: [
			NO_WALLET_CHECK,
			{
				guard: "head-of-another-generation-is-kept",
				swap: { "before?.generation === next.generation": "before" },
			},
			{ guard: "newer-generation-is-further" },
		],
		breaks: ["I14"],
		scenario: "after an acknowledged restore",
	},
	{
		name: "a reference in a failed answer is believed whatever its age",
		edits: [{ guard: "hint-of-another-time-is-set-aside", swap: { 'placed !== "within"': "placed === undefined" } }],
		breaks: ["I6"],
		scenario: "a failed answer that names",
	},
	{
		name: "a success is believed whatever its age",
		edits: [{ guard: "older-success-is-not-believed", put: "return outcome;" }],
		breaks: ["I6"],
		scenario: "a success that was created before",
	},
	{
		name: "a line that the service has taken back speaks for the wallet",
		edits: [{ guard: "withdrawn-line-says-nothing", swap: { "and withdrawn_at is null": "" } }],
		breaks: ["I11"],
		scenario: "a line that the service takes back",
	},
	{
		name: "an answer counts for whatever a wallet shows by then",
		edits: [{ guard: "answer-is-to-what-was-seen", swap: { "(finding && seenOf(finding)) === answer.seen": "true" } }],
		breaks: ["I14"],
		scenario: "to what a wallet showed before",
	},
	{
		name: "a transaction of hours after the deadline is believed",
		edits: [{ guard: "later-transaction-is-anothers", put: 'return "within";' }],
		breaks: ["I6"],
		scenario: "made hours after the deadline",
	},
	{
		name: "limits and twins are not asked about at the permit",
		edits: [{ guard: "twins-and-limits-at-the-permit" }],
		breaks: ["I12"],
		scenario: "a limit that is set between",
	},
	{
		name: "what has expired is sent",
		edits: [{ guard: "expired-is-not-sent" }, { guard: "expiry-is-asked-in-the-permit" }],
		breaks: ["I12"],
		scenario: "beyond the time of its approval",
	},
	{
		name: "expiry is not asked in the permit",
		edits: [{ guard: "expiry-is-asked-in-the-permit" }],
		breaks: ["I12"],
		scenario: "what expires while its wallet is read",
	},
	{
		name: "a database that was started anew is the same one",
		edits: [NOT_WATCHED, { guard: "restart-is-a-gap" }],
		breaks: ["I14"],
		scenario: "who slept at the wallet",
	},
	{
		name: "a payout of ours explains what the balance shows at any later time",
		edits: [{ guard: "own-payouts-explain-what-is-near" }],
		breaks: ["I14"],
		scenario: "as much money that comes in",
	},
	{
		name: "a balance that nobody here explains is no gap",
		edits: [NOT_WATCHED],
		breaks: ["I14"],
		scenario: "what another copy",
	},
	{
		name: "a copy of the desk with the same place for its heads is not looked for",
		edits: [{ guard: "copy-with-our-heads-is-seen" }],
		breaks: ["I14"],
		scenario: "keeps its heads in the same place",
	},
];
