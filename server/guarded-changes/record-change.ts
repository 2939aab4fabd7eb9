import { CHANGE_KIND_FACTS, type ChangeKindFacts } from "#lib/change-kinds.ts";
import type { ChangeValues } from "#lib/contracts/change-request.ts";
import {
	type ChangeRow,
	type ChangeStep,
	differences,
	type GuardedChange,
} from "#server/guarded-changes/guarded-change.ts";
import { maskNumber } from "#server/log.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { writeSetting } from "#server/store/settings.ts";

type Happened = "asked" | "confirmed" | "took_effect" | "refused" | "withdrawn" | "expired" | "void";

/** Writes the audit log entry and notifies every screen, in the commit of the change. `by`: null for Cauri itself. */
export async function recordChange(
	trx: DatabaseTransaction,
	row: ChangeRow,
	{ at, by, happened }: { at: Date; by: string | null; happened: Happened },
): Promise<void> {
	const note: Record<string, string> = row.note === null ? {} : { note: row.note };
	await recordAudit(trx, {
		...{ at, memberId: by, action: `change.${happened}`, subjectKind: "change", subjectId: row.id },
		details: { change: row.kind, ...subjectOf(row), ...differences(row.before, row.after), ...note },
	});
	await publishUpdate(trx, { topic: "change_requests", id: row.id });
}

function subjectOf({ kind, subject }: ChangeRow): Record<string, string> {
	const facts: ChangeKindFacts = CHANGE_KIND_FACTS[kind];
	if (facts.subject === undefined) return {};
	return { [facts.subject]: facts.subject === "number" ? maskNumber(subject) : subject };
}

/** Locks the waiting request, as its decision does: call it before the audit turn. */
export async function lockWaiting(trx: DatabaseTransaction, about: Pick<ChangeRow, "kind" | "subject">): Promise<void> {
	const waiting = trx.selectFrom("change_request").select("id").where("state", "=", "waiting");
	await waiting.where("kind", "=", about.kind).where("subject", "=", about.subject).forUpdate().execute();
}

/**
 * Voids the waiting requests that were made against the previous state, in the commit of the change that took effect; `alone`: all that
 * would take effect by themselves.
 */
export async function voidChanges(
	trx: DatabaseTransaction,
	at: Date,
	about: Pick<ChangeRow, "kind" | "subject"> | "alone",
): Promise<void> {
	const rows = await trx
		.updateTable("change_request")
		.set({ state: "void" })
		.where((of) =>
			about === "alone" ? of("effective_at", "is not", null) : of.and({ kind: about.kind, subject: about.subject }),
		)
		.where("state", "=", "waiting")
		.returningAll()
		.execute();
	for (const row of rows) await recordChange(trx, row, { at, by: null, happened: "void" });
}

/** Describes a setting whose value is the state itself. `afterwards`: what else changes with it. */
export function guardedSetting<State extends ChangeValues>(
	name: string,
	action: string,
	{
		afterwards,
		...change
	}: Omit<GuardedChange<State>, "write"> & { afterwards?(trx: DatabaseTransaction): Promise<unknown> },
): GuardedChange<State> {
	return {
		...change,
		async write(trx, { before, after }, step) {
			await keepSetting(trx, { name, value: after, action, details: differences(before, after) }, step);
			await afterwards?.(trx);
		},
	};
}

export async function keepSetting(
	trx: DatabaseTransaction,
	{ name, value, action, details }: { name: string; value: object; action: string; details: Record<string, string> },
	{ at, by, confirmedBy }: ChangeStep,
): Promise<void> {
	await writeSetting(trx, name, value, { at, by });
	await recordAudit(trx, {
		...{ at, memberId: by, action, subjectKind: "setting", subjectId: name },
		details: { ...details, ...(confirmedBy ? { confirmedBy } : {}) },
	});
	await publishUpdate(trx, { topic: "settings", id: name });
}
