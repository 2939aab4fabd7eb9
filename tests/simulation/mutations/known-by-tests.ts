/** Rules that people's acts break, not faults: the simulation plays no such act, so a test of the desk on PostgreSQL must fail. */
import type { TestedMutation } from "#tests/simulation/mutations/mutation.ts";
import { SECURITY_ROWS } from "#tests/simulation/mutations/security-rows.ts";
import { withoutInSql } from "#tests/simulation/mutations/sql-edits.ts";

const SERVER = "integration/server";

export const KNOWN_BY_TESTS: readonly TestedMutation[] = [
	{
		name: "the audit log is written without taking turns (I4)",
		edits: [{ guard: "record-takes-turns" }],
		file: `${SERVER}/store/audit-log`,
		test: "concurrent writers still make one unbroken chain",
	},
	{
		name: "a held wallet stops deposits too (rule 23)",
		edits: [{ guard: "held-wallet-stops-no-deposit" }],
		file: `${SERVER}/continuity/sent-before-restore`,
		test: "stops no deposit, no look-up and no payout of another wallet",
	},
	{
		name: "another account's wallet is taken for ours (rule 16)",
		edits: [{ guard: "another-wallet-is-not-ours" }],
		file: `${SERVER}/continuity/other-account`,
		test: "nothing leaves through it: a payout asks whose wallet it is before its permit",
	},
	{
		name: "a list is kept without asking whose it is (rule 16)",
		edits: [{ guard: "lines-of-our-wallet" }],
		file: `${SERVER}/continuity/other-account`,
		test: "its balance and its lines are not kept beside ours",
	},
	{
		name: "the connection does not ask whether its request may still leave (rule 18)",
		edits: [{ guard: "time-is-asked-at-the-socket" }],
		file: `${SERVER}/momo/one-post`,
		test: "that came too late when its connection stood is not sent: the connection is closed without a byte",
	},
	{
		name: "too little money ends a payout (rule 24)",
		edits: [{ guard: "too-little-money-is-a-wait", swap: { '"balance_low"': '"over_limit"' } }],
		file: `${SERVER}/payments/send/enough-money`,
		test: "of twelve payouts two leave, ten wait for the top-up and leave then, and none ends",
	},
	{
		name: "a disk that cannot be written ends a payout (rule 24)",
		edits: [{ guard: "unwritable-disk-is-a-wait" }],
		file: `${SERVER}/payments/stop/known-database`,
		test: "that cannot be written is a wait: no payout ends, and all leave when it can be written again",
	},
	{
		name: "a later payout that fits goes before the oldest (rule 24)",
		edits: [{ guard: "whoever-waits-longest-goes-first", swap: { "place === -1 ? leaving.length : place": "0" } }],
		file: `${SERVER}/payments/send/enough-money`,
		test: "whoever waits longest goes first: a later payout that would fit stays behind",
	},
	{
		name: "a limit of the day ends a payout (rule 24)",
		edits: [{ guard: "limit-of-the-day-is-a-wait", swap: { '"limit_reached"': '"over_limit"' } }],
		file: `${SERVER}/payments/rules/payout-limits`,
		test: "what was asked for yesterday does not leave on a day that is used up",
	},
	{
		name: "a limit that two admins raise leaves waiting what waits for tomorrow (rule 24)",
		edits: [{ guard: "changed-limit-ends-its-waits" }],
		file: `${SERVER}/payments/rules/payout-limits`,
		test: "a limit that two admins raise lets it leave the same day, without waiting for the next",
	},
	{
		name: "the stop is not asked for among the preconditions (rule 25)",
		edits: [{ guard: "stop-prevents-sending" }],
		file: `${SERVER}/payments/stop/stop-and-resume`,
		test: "stops everything, at once",
	},
	{
		name: "equal payments are matched whatever their time (rule 27)",
		edits: [{ guard: "nearest-times-are-matched-first", swap: { "10_000, 120_000, ": "" } }],
		file: "unit/server/reconciliation/matching/match-lines",
		test: "one line for two payments at the same minute is ambiguous; at their own times it is the nearer one's",
	},
	{
		name: "one line too many leaves thousands in doubt (rule 27)",
		edits: [
			{
				guard: "of-thousands-one-is-named",
				swap: { " || (!isAlone && owed.length + lines.length > MOST_TO_COMPARE)": "" },
			},
		],
		file: "unit/server/reconciliation/matching/match-lines",
		test: "a line too many",
	},
	{
		name: "lines of others that come late propose to share no wallet (rule 15)",
		edits: [{ guard: "late-lines-are-recorded" }],
		file: `${SERVER}/continuity/propose-shared`,
		test: "lines that come after the drop which held the payouts count as well: a service may write them later",
	},
	{
		name: "nothing that loosens needs a second admin",
		statements: [withoutInSql("guard_change", { "is_owner_at_work() or": "true or" })],
		file: `${SERVER}/change-requests/guards`,
		test: "whatever a verb does, the database lets nobody loosen alone",
	},
	{
		name: "who asked for a change confirms it",
		statements: [withoutInSql("guard_change_request", { "new.decided_by = old.asked_by or": "" })],
		file: `${SERVER}/change-requests/guards`,
		test: "is confirmed by another admin alone, who is one, and whose own password it is",
	},
	{
		name: "a change is confirmed without a proof",
		statements: ["alter table change_request disable trigger change_request_with_proof"],
		file: `${SERVER}/change-requests/confirmation-proof`,
		test: "is refused by the database without a proof that is spent in the same transaction",
	},
	{
		name: "who has just lost a right is not there: an hour of one's own begins",
		statements: [withoutInSql("is_alone", { " or rights_until > now() - interval '14 days'": "" })],
		file: `${SERVER}/change-requests/admin-alone`,
		test: "is nobody who has just taken the right from the others",
	},
	{
		name: "only an admin who was disabled counts as there, an approver does not",
		statements: [
			withoutInSql("guard_member", {
				"when was >= 2 and will < was then now()": "when was = 3 and will < was then now()",
			}),
		],
		file: `${SERVER}/change-requests/admin-alone`,
		test: "does not pay alone on Saturday by disabling the approvers on Friday",
	},
	{
		name: "one admin lets a held payout go",
		statements: ["alter table payment_event disable trigger payment_event_release"],
		file: `${SERVER}/continuity/answer-wallet`,
		test: "lets nothing go by one admin alone, and nothing changes until another confirms",
	},
	{
		name: "another wallet at the other address is the same service",
		statements: [withoutInSql("guard_setting", { "not is_same_wallet(": "false and is_same_wallet(" })],
		file: `${SERVER}/payments/stop/same-service`,
		test: "the database itself asks for two admins and the same wallet",
	},
	{
		name: "a line that one answer lacks is withdrawn",
		edits: [{ guard: "second-answer-withdraws", put: "const missed = 0;" }],
		file: `${SERVER}/wallets/withdrawn-lines`,
		test: "a line that one answer alone lacks stays in every sum",
	},
	{
		name: "an import by one person explains money that two must explain",
		edits: [
			{
				guard: "import-explains-no-large-line",
				swap: {
					"and not explained_by_two(imported.transaction_type, imported.currency, imported.amount)": "",
				},
			},
		],
		file: `${SERVER}/reconciliation/two-people-explain`,
		test: "an imported transaction is no way around it: it is proposed, and two people explain the line",
	},
	{
		name: "one person explains any amount",
		statements: [withoutInSql("explained_by_two", { "approvers_needed(of_currency, of_amount) > 1": "false" })],
		file: `${SERVER}/reconciliation/two-people-explain`,
		test: "the database itself counts: a program that says it counts is not believed",
	},
	{
		name: "a password opens the desk for whom the provider's groups admit no longer",
		edits: [{ guard: "provider-admits-to-the-password", put: 'return "always";' }],
		file: `${SERVER}/single-sign-on/sign-in-rules`,
		test: "opens nothing, nor does a passkey alone, for whom the provider's groups admit no longer, until they do again",
	},
	{
		name: "an admin whose word does not count yet changes settings and members",
		edits: [{ guard: "new-rights-change-nothing" }],
		file: `${SERVER}/http/rights-of-actions`,
		test: "an admin whose word does not count yet changes nothing of settings and members",
	},
	{
		name: "one admin ends the protection of what a lost database sent",
		statements: ["alter table forgotten_permit disable trigger forgotten_permit_two_admins"],
		file: `${SERVER}/continuity/forgotten-permits`,
		test: "stops an equal payout until two admins close it: the database itself counts",
	},
	{
		name: "one refusal of a balance stops the whole desk",
		edits: [
			{ guard: "keys-are-refused-twice", swap: { "(await isUnreadAgain(system, payment, fault.code))": "true" } },
		],
		file: `${SERVER}/payments/send/keys-refused`,
		test: "a 401 at the balance is a wait, which stops sending when it comes again some seconds later",
	},
	{
		name: "a NUL character in a body reaches the database",
		edits: [{ guard: "unreadable-text-is-refused" }],
		file: `${SERVER}/http/nul-in-body`,
		test: "answers a NUL character in an id of its body with 400 or 401, never 500",
	},
	{
		name: "the service's keys travel over plain http",
		edits: [{ guard: "keys-travel-encrypted" }],
		file: "unit/server/plain-http",
		test: "its keys travel over plain http on this machine alone",
	},
	...SECURITY_ROWS,
	{
		name: "one admin lets a wallet go that nobody could read",
		statements: [withoutInSql("loosens", { "or after -> 'unread' = 'true' and before -> 'unread' = 'false'": "" })],
		file: `${SERVER}/continuity/answer-wallet`,
		test: "lets a wallet go that cannot be read, by two admins",
	},
	{
		name: "a stop leaves the resumption standing that was asked for before it (rule 25)",
		edits: [{ guard: "stop-voids-a-resumption" }],
		file: `${SERVER}/payments/stop/stop-and-resume`,
		test: "a resumption that was asked for before a new stop is void",
	},
	{
		name: "who asks for payouts may not stop them (rule 25)",
		edits: [{ guard: "makers-stop" }],
		file: `${SERVER}/payments/stop/stop-and-resume`,
		test: "stops everything, at once",
	},
	{
		name: "the provider's groups make an approver beside an admin of the desk",
		statements: [withoutInSql("is_admin_there", { "exists (": "false and exists (" })],
		file: `${SERVER}/single-sign-on/provider-roles`,
		test: "is asked for in the person's name, and counts at once when an admin confirms it",
	},
];
