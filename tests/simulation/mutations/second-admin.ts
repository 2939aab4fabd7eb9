/** One mutation for each kind of change that the database guards: it takes away the second admin. */
import type { TestedMutation } from "#tests/simulation/mutations/mutation.ts";
import { withoutInSql } from "#tests/simulation/mutations/sql-edits.ts";

const CHANGES = "integration/server/change-requests";
const PROVIDER = "integration/server/single-sign-on";

/** Kind of change, the function that guards it, file and name of the test. */
const GUARDED: readonly (readonly [kind: string, guard: string, file: string, test: string])[] = [
	["member_added", "guard_member", `${CHANGES}/guards`, "an approver"],
	["member_changed", "guard_member", `${CHANGES}/guards`, "a right"],
	["payout_rule", "guard_payout_rule", `${CHANGES}/guards`, "a rule that is raised"],
	["final_failure", "guard_setting", `${CHANGES}/guards`, "a word of final failure"],
	["payment_expiry", "guard_setting", `${CHANGES}/guards`, "a longer expiry"],
	["wallet_shared", "guard_setting", `${CHANGES}/guards`, "a wallet that is said to be shared"],
	["database_mismatch", "guard_setting", `${CHANGES}/guards`, "a mismatch that is taken away"],
	["second_factor_policy", "guard_setting", `${CHANGES}/second-factor`, "the setting, lowered or gone"],
	["second_factor_reset", "guard_factor", `${CHANGES}/second-factor`, "delete from passkey where member_id = :who"],
	["password_sign_in", "guard_setting", `${PROVIDER}/sign-in-rules`, "the database counts"],
	[
		"operator_changed",
		"guard_operator",
		"integration/server/settings/settings",
		"where payers are sent needs two admins",
	],
	[
		...(["new_numbers", "guard_setting", "integration/server/payments/new-numbers"] as const),
		"rests less only when a second admin agrees",
	],
	[
		...(["batch_failures", "guard_setting", "integration/server/batches/batch-failures"] as const),
		"more of a batch may fail only when a second admin agrees",
	],
	[
		...(["number_unblocked", "guard_blocked_number", "integration/server/payments/new-numbers"] as const),
		"cannot be taken out of the table past the second admin",
	],
	[
		...(["statement_reopened", "guard_statement_closing", "integration/server/statements/month-close"] as const),
		"the database itself refuses one person, and refuses to change what was closed",
	],
	[
		...(["sending_resumed", "guard_setting", "integration/server/payments/stop/stop-and-resume"] as const),
		"the database itself lets nobody take a stop away alone",
	],
	[
		...(["service_address", "guard_setting", "integration/server/payments/stop/same-service"] as const),
		"the database itself asks for two admins and the same wallet",
	],
];

export const SECOND_ADMIN: readonly TestedMutation[] = GUARDED.map(([kind, guard, file, test]) => ({
	name: `one admin is enough: ${kind}`,
	statements: [withoutInSql(guard, { [`guard_change('${kind}',`]: `concat('${kind}',` })],
	...{ file, test },
}));
