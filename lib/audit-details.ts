/** The flat facts of an entry in the order and grouping in which people read them. Pure. */
import { type Cause, isCause } from "#lib/causes.ts";
import type { AuditEntry } from "#lib/contracts/audit.ts";
import { oldCause } from "#lib/old-causes.ts";

export type AuditDetail =
	| { kind: "money"; amount: string; currency: string }
	| { kind: "change"; from: string; to: string }
	| { kind: "cause"; cause: Cause }
	/** `key` has words under `audit.details`; without words the key itself is shown. */
	| { kind: "fact"; key: string; value: string };

// First what it was about, then how it stood, then what was said.
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
// The action's own words say it already.
const SAID_ELSEWHERE = ["kind", "state", "amount", "currency", "from", "to", "payment"];

export function auditDetails({ action, details }: Pick<AuditEntry, "action" | "details">): AuditDetail[] {
	const listed: AuditDetail[] = [];
	if (details.amount && details.currency)
		listed.push({ kind: "money", amount: details.amount, currency: details.currency });
	const isRole = action === "member.role_changed";
	// The filters of an export stand for themselves: its words say none of them.
	const isExport = action.endsWith(".exported");
	const { note, status } = details;
	const keys = Object.keys(details)
		.filter((key) => key !== "note" || note !== status)
		.filter((key) => !SAID_ELSEWHERE.includes(key) || (isExport ? key !== "kind" : !isRole && isOwn(key, details)));
	for (const key of keys.sort((a, b) => place(a) - place(b))) {
		const value = details[key] ?? "";
		const cause = causeIn(key, value);
		listed.push(cause ? { kind: "cause", cause } : { kind: "fact", key: presentKey(action, key), value });
	}
	if (isRole) listed.push({ kind: "change", from: details.from ?? "", to: details.to ?? "" });
	return listed;
}

/** Entries are never rewritten: why a sign-in was refused stood under the name that is a person's reason. */
function presentKey(action: string, key: string): string {
	return action === "session.refused" && key === "reason" ? "fault" : key;
}

/** Entries are never rewritten: those from before causes were codes have their sentences as a note. */
function causeIn(key: string, value: string): Cause | null {
	if (key === "note") return oldCause(value);
	return key === "cause" && isCause(value) ? value : null;
}

/** Days and amounts stand for themselves, a payment's are told by its words. */
function isOwn(key: string, details: Record<string, string>): boolean {
	return (key === "from" || key === "to") && details.state === undefined;
}

function place(key: string): number {
	const at = ORDER.indexOf(key);
	return at < 0 ? ORDER.length : at;
}

/** Facts that say by themselves what they are: shown without a label. */
export function isPlainDetail(key: string): boolean {
	return ["name", "email", "number", "note", "role"].includes(key);
}

/** Facts whose values are codes of a closed list; those have texts of their own. */
export function isCodedDetail(key: string): boolean {
	return ["method", "purpose", "policy", "unexplained"].includes(key);
}
