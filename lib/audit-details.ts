/** Orders and groups the facts of an audit entry for reading. */
import { type Cause, isCause } from "#lib/causes.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";

export type AuditDetail =
	| { kind: "money"; amount: string; currency: string }
	| { kind: "cause"; cause: Cause }
	/** `key` has a label under `audit.details` or `changes.field`; without a label the key itself is shown. */
	| { kind: "fact"; key: string; value: string };

// First the subject's facts, then those of the service's answer, then a person's text. Facts that are not listed here come last.
const ORDER = [
	"name",
	"email",
	"role",
	"number",
	"operator",
	"reference",
	"status",
	"httpStatus",
	"cause",
	"words",
	"note",
];
// Facts that the entry shows elsewhere: in the text of its action, in its link, as an amount or a change of role, and as counts of
// answers or by the name in `emergency`.
const SAID_ELSEWHERE = ["kind", "state", "amount", "currency", "from", "to", "payment", "answers", "emergencyMemberId"];

export function auditDetails({ action, details }: Pick<AuditEntry, "action" | "details">): AuditDetail[] {
	const listed: AuditDetail[] = [];
	if (details.amount && details.currency)
		listed.push({ kind: "money", amount: details.amount, currency: details.currency });
	const isRole = action === "member.role_changed";
	// An export's text contains none of its filters, so all of them are shown.
	const isExport = action.endsWith(".exported");
	const { note, status, password } = details;
	const keys = Object.keys(details)
		.filter((key) => (key !== "note" || note !== status) && (key !== "password" || password !== "false"))
		.filter((key) => !SAID_ELSEWHERE.includes(key) || (isExport ? key !== "kind" : !isRole && isShown(key, details)));
	for (const key of keys.sort((a, b) => place(a) - place(b))) {
		const value = details[key] ?? "";
		listed.push(key === "cause" && isCause(value) ? { kind: "cause", cause: value } : { kind: "fact", key, value });
	}
	if (isRole) listed.push({ kind: "fact", key: "role", value: `${details.from} → ${details.to}` });
	return listed;
}

/**
 * True for facts of SAID_ELSEWHERE that must be shown after all: `from` and `to` of an entry without `state`, and `currency` of an entry
 * without `amount` and `change`.
 */
function isShown(key: string, { state, amount, change }: Record<string, string>): boolean {
	if (key === "currency") return amount === undefined && change === undefined;
	return (key === "from" || key === "to") && state === undefined;
}

function place(key: string): number {
	const at = ORDER.indexOf(key);
	return at < 0 ? ORDER.length : at;
}
