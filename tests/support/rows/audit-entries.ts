import type { Selectable } from "kysely";
import type { Database } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { throughAccount } from "#tests/support/database/program-accounts.ts";

type Entry = Selectable<Tables["audit_entry"]>;
type Like = Partial<Pick<Entry, "action" | "member_id" | "subject_id" | "subject_kind">>;

/** Oldest first. `like`: only entries with these values. */
export function auditEntries(database: Database, like: Like = {}): Promise<Entry[]> {
	return throughAccount(database, "owner")
		.selectFrom("audit_entry")
		.selectAll()
		.where((of) => of.and(like))
		.orderBy("id")
		.execute();
}

export async function newestEntry(database: Database, like?: Like): Promise<Entry> {
	const entry = (await auditEntries(database, like)).at(-1);
	if (!entry) throw new Error(`no audit entry like ${JSON.stringify(like)}`);
	return entry;
}
