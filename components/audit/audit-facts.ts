/** The flat facts of an entry in the order and grouping in which people read them. Pure. */
import type { AuditEntry } from "#lib/contracts/audit.ts";

export type AuditFact =
	| { kind: "money"; amount: string; currency: string }
	| { kind: "change"; from: string; to: string }
	/** `key` has words under `audit.details`; without words the key itself is shown. */
	| { kind: "fact"; key: string; value: string };

// First what it was about, then how it stood, then what was said.
const ORDER = ["name", "email", "role", "number", "operator", "reference", "status", "httpStatus", "note"];
// The action's own words say it already.
const SAID_ELSEWHERE = ["kind", "state", "amount", "currency", "from", "to", "payment"];

export function auditFacts({ action, details }: Pick<AuditEntry, "action" | "details">): AuditFact[] {
	const facts: AuditFact[] = [];
	if (details.amount && details.currency)
		facts.push({ kind: "money", amount: details.amount, currency: details.currency });
	const isRole = action === "member.role_changed";
	const { note, status } = details;
	const keys = Object.keys(details)
		.filter((key) => key !== "note" || note !== status)
		.filter((key) => !SAID_ELSEWHERE.includes(key) || (!isRole && isOwn(key, details)));
	for (const key of keys.sort((a, b) => place(a) - place(b)))
		facts.push({ kind: "fact", key, value: details[key] ?? "" });
	if (isRole) facts.push({ kind: "change", from: details.from ?? "", to: details.to ?? "" });
	return facts;
}

/** An export's days and amounts stand for themselves, a payment's are told by its words. */
function isOwn(key: string, details: Record<string, string>): boolean {
	return (key === "from" || key === "to") && details.state === undefined;
}

function place(key: string): number {
	const at = ORDER.indexOf(key);
	return at < 0 ? ORDER.length : at;
}

/** Where the thing itself can be seen; null when it has no page. */
export function subjectPath({ subjectKind, subjectId, details }: AuditEntry): string | null {
	if (!subjectId) return null;
	const id = encodeURIComponent(subjectId);
	if (subjectKind === "payment") return details.kind === "deposit" ? `/deposits/${id}` : `/payouts/${id}`;
	if (subjectKind === "transaction") return `/transactions/${id}`;
	if (subjectKind === "wallet") return `/movements?currency=${id}`;
	return null;
}
