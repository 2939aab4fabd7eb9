import type { ChangeValues } from "#lib/contracts/change-request.ts";
import type { ChangeRow } from "#server/change-requests/ask/change-step.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type Happened = "asked" | "confirmed" | "took_effect" | "refused" | "withdrawn" | "expired" | "void";

/** In the record and told to every screen, in the commit of what happened. `by`: null for Cauri itself. */
export async function recordChange(
	trx: DatabaseTransaction,
	row: ChangeRow,
	{ at, by, happened }: { at: Date; by: string | null; happened: Happened },
): Promise<void> {
	await recordAudit(trx, {
		at,
		memberId: by,
		action: `change.${happened}`,
		subjectKind: "change",
		subjectId: row.id,
		details: { change: row.kind, ...aboutOf(row), ...differences(row.before, row.after), ...noteOf(row) },
	});
	await tellChange(trx, { topic: "change_requests", id: row.id });
}

/** A currency and a word say what it is about; members stand there by their name, a doubt is the only one. */
function aboutOf({ kind, subject }: ChangeRow): Record<string, string> {
	if (kind === "payout_rule") return { currency: subject };
	if (kind === "final_failure") return { status: subject };
	return kind === "member_changed" || kind === "second_factor_reset" ? { member: subject } : {};
}

function noteOf({ note }: ChangeRow): Record<string, string> {
	return note === null ? {} : { note };
}

/** Field → "old → new". */
function differences(before: ChangeValues, after: ChangeValues): Record<string, string> {
	const changed = Object.keys(after).filter((field) => after[field] !== before[field]);
	return Object.fromEntries(
		changed.map((field) => [
			field,
			field in before ? `${before[field] ?? "–"} → ${after[field] ?? "–"}` : String(after[field]),
		]),
	);
}
