import type { AuditEntry } from "#lib/contracts/audit.ts";

/** Where the thing itself can be seen; null when it has no page. */
export function subjectPath({ subjectKind, subjectId, details }: AuditEntry): string | null {
	if (!subjectId) return null;
	const id = encodeURIComponent(subjectId);
	if (subjectKind === "payment") return details.kind === "deposit" ? `/deposits/${id}` : `/payouts/${id}`;
	if (subjectKind === "transaction") return `/transactions/${id}`;
	if (subjectKind === "wallet") return `/movements?currency=${id}`;
	return null;
}
