import type { Kysely } from "kysely";
import { UserFacingError } from "#server/errors.ts";
import { findRunningPrograms, type LivingProgram } from "#server/store/programs/program-heartbeats.ts";
import { isAtLeast, leastVersion, readSchemaVersion } from "#server/store/schema-version.ts";

/** Throws a UserFacingError when a program runs that is too old for a missing migration. `onWait` as in `findRunningPrograms`. */
export async function requireNoOlderProgram<T>(database: Kysely<T>, onWait?: () => void): Promise<void> {
	const { missing } = await readSchemaVersion(database);
	if (missing.length === 0) return;
	const isTooOld = ({ version }: LivingProgram) => !missing.every((name) => isAtLeast(version, leastVersion(name)));
	const older = await findRunningPrograms(database, { isMeant: isTooOld, onWait });
	if (older.length > 0) throw new UserFacingError(refusal(missing, older));
}

function refusal(missing: readonly string[], older: readonly LivingProgram[]): string {
	const [least = ""] = missing.map(leastVersion).sort((a, b) => (isAtLeast(a, b) ? -1 : 1));
	const named = older.map(
		({ kind, version, machine, started_at }) =>
			`${kind} ${version} on ${machine}, since ${started_at.toISOString().slice(0, 16).replace("T", " ")} UTC`,
	);
	return `Nothing was migrated: the missing migrations (up to ${missing.at(-1)}) need programs of ${least} or newer, and older ones run (${named.join("; ")}). Stop them, then run npm run migrate again.`;
}
