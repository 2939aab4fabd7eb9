/** Orders and groups the facts of an audit entry for reading. */
import { type Cause, isCause } from "#lib/causes.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";

export type AuditDetail =
	| { kind: "money"; amount: string; currency: string }
	| { kind: "change"; from: string; to: string }
	| { kind: "cause"; cause: Cause }
	/** `key` has a label under `audit.details`; without a label the key itself is shown. */
	| { kind: "fact"; key: string; value: string };

// The subject comes first, then what the service answered, then what people wrote.
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
// The action's own text already contains these.
const SAID_ELSEWHERE = ["kind", "state", "amount", "currency", "from", "to", "payment"];

export function auditDetails({ action, details }: Pick<AuditEntry, "action" | "details">): AuditDetail[] {
	const listed: AuditDetail[] = [];
	if (details.amount && details.currency)
		listed.push({ kind: "money", amount: details.amount, currency: details.currency });
	const isRole = action === "member.role_changed";
	// An export's text contains none of its filters, so all of them are shown.
	const isExport = action.endsWith(".exported");
	const { note, status } = details;
	const keys = Object.keys(details)
		.filter((key) => key !== "note" || note !== status)
		.filter((key) => !SAID_ELSEWHERE.includes(key) || (isExport ? key !== "kind" : !isRole && isOwn(key, details)));
	for (const key of keys.sort((a, b) => place(a) - place(b))) {
		const value = details[key] ?? "";
		listed.push(key === "cause" && isCause(value) ? { kind: "cause", cause: value } : { kind: "fact", key, value });
	}
	if (isRole) listed.push({ kind: "change", from: details.from ?? "", to: details.to ?? "" });
	return listed;
}

/** True for `from` and `to` as days or amounts; where they are a payment's states, the action's text already contains them. */
function isOwn(key: string, details: Record<string, string>): boolean {
	return (key === "from" || key === "to") && details.state === undefined;
}

function place(key: string): number {
	const at = ORDER.indexOf(key);
	return at < 0 ? ORDER.length : at;
}

/** True for facts that need no label. */
export function isPlainDetail(key: string): boolean {
	return ["name", "email", "number", "note", "role"].includes(key);
}
