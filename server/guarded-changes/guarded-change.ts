/** A kind of change that a second admin must confirm when it relaxes a control: how to read it and how to write it. */
import type { Selectable } from "kysely";
import type { z } from "zod";
import type { ChangeKind } from "#lib/change-kinds.ts";
import type { ChangeValues } from "#lib/contracts/change-request.ts";
import type { SystemContext } from "#server/context.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export type ChangeRow = Selectable<Tables["change_request"]>;

export interface ChangeStep {
	at: Date;
	/** Null for the owner's command line, and for roles from the provider. */
	by: string | null;
	confirmedBy?: string | undefined;
}

export interface GuardedChange<State extends ChangeValues = ChangeValues> {
	kind: ChangeKind;
	schema: z.ZodType<State>;
	/** Locks the rows that must be locked before member rows. */
	lock?(trx: DatabaseTransaction): Promise<unknown>;
	/** Reads the current values as the database guard compares them. Throws an AppError when `after` is impossible. */
	read(trx: DatabaseTransaction, about: { subject: string; after: State }): Promise<ChangeValues>;
	/** Writes the change and its audit entry. The database accepts a change that relaxes no control, or one of a confirmed request. */
	write(trx: DatabaseTransaction, written: Written<State>, step: ChangeStep, system: SystemContext): Promise<unknown>;
}

export interface Written<State> {
	subject: string;
	before: ChangeValues;
	after: State;
	note: string | null;
	secret: string | null;
}

/** Returns true for a role from the provider's groups: the request is in the member's own name, and has no actor in the audit log. */
export function isByProvider({ kind, subject, asked_by }: Pick<ChangeRow, "kind" | "subject" | "asked_by">): boolean {
	return kind === "member_changed" && asked_by === subject;
}

/** Returns true when the change alters nothing. A field that `before` lacks counts as false. */
export function isInForce(before: ChangeValues, after: ChangeValues): boolean {
	return Object.keys(after).every((field) =>
		field in before ? before[field] === after[field] : after[field] === false,
	);
}

/** Returns "old → new" by field, for the audit log. */
export function differences(before: ChangeValues, after: ChangeValues): Record<string, string> {
	const changed = Object.keys(after).filter((field) => after[field] !== before[field]);
	return Object.fromEntries(
		changed.map((field) => [
			field,
			field in before ? `${before[field] ?? "–"} → ${after[field] ?? "–"}` : String(after[field]),
		]),
	);
}
