/** Table `setting`: values that admins change, and facts that Cauri stores about this database. */
import { type Expression, sql } from "kysely";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

export async function selectSetting(database: Database, name: string) {
	return database
		.selectFrom("setting")
		.modifyFront(PREPARED)
		.select(["value", "changed_at"])
		.where("name", "=", name)
		.executeTakeFirst();
}

/** A missing or unreadable value means the default `fallback`. */
export async function readSetting<T>(database: Database, name: string, schema: z.ZodType<T>, fallback: T): Promise<T> {
	const parsed = schema.safeParse((await selectSetting(database, name))?.value);
	return parsed.success ? parsed.data : fallback;
}

/** `by`: null for Cauri itself. */
export async function writeSetting(
	database: Database,
	name: string,
	value: object,
	{ at, by }: { at: Date | Expression<Date>; by: string | null },
): Promise<void> {
	const row = { value: JSON.stringify(value), changed_at: at, changed_by: by };
	await database
		.insertInto("setting")
		.values({ name, ...row })
		.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
		.execute();
}

interface Stop {
	name: string;
	value: object;
	action: string;
	/** Null when Cauri itself stops sending. */
	memberId: string | null;
	details: Record<string, string>;
	/** True overwrites the value of an existing stop. */
	replaces?: boolean;
}

/** Inserts the setting that stops sending. Lock order: payment rows, the audit turn, then settings. */
export async function stopOnce(trx: DatabaseTransaction, at: Date, stop: Stop): Promise<void> {
	await awaitAuditTurn(trx);
	const row = { value: JSON.stringify(stop.value), changed_at: at, changed_by: stop.memberId };
	const inserted = await trx
		.insertInto("setting")
		.values({ name: stop.name, ...row })
		.onConflict((conflict) => {
			const same = conflict.column("name");
			return stop.replaces ? same.doUpdateSet(row) : same.doNothing();
		})
		.returning("name")
		.executeTakeFirst();
	// A person's reason is recorded even when sending is already stopped.
	if (!inserted && stop.memberId === null) return;
	await recordAudit(trx, {
		...{ at, memberId: stop.memberId, action: stop.action },
		...{ subjectKind: "setting", subjectId: stop.name, details: stop.details },
	});
	await publishUpdate(trx, { topic: "status", id: null });
}

/** The fingerprint of the service key, which the worker stores for the web program. */
const SERVICE_KEY = "service_key";
const keySchema = z.object({ fingerprint: z.string() });

type KeyConfig = Pick<Config, "keyFingerprint">;

/** Writes the fingerprint if it changed, and returns whether it did: key files can be renewed while a worker runs. */
export async function noteKeyFingerprint(database: Database, { keyFingerprint }: KeyConfig): Promise<boolean> {
	const value = JSON.stringify({ fingerprint: keyFingerprint });
	const row = { value, changed_at: sql<Date>`now()`, changed_by: null };
	const written = await database
		.insertInto("setting")
		.values({ name: SERVICE_KEY, ...row })
		.onConflict((conflict) =>
			conflict.column("name").doUpdateSet(row).where("setting.value", "is distinct from", sql<never>`${value}::jsonb`),
		)
		.returning("name")
		.executeTakeFirst();
	return written !== undefined;
}

/** Returns an empty text until a worker has stored a fingerprint. */
export async function readKeyFingerprint(database: Database): Promise<string> {
	return (await readSetting(database, SERVICE_KEY, keySchema, { fingerprint: "" })).fingerprint;
}
