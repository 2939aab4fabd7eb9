/** Pages of one version on the tables of another would show, and write, what is not so; demo members never sign in to real money. */
import { demandNoDemoData } from "#server/cli/launcher/demo-mark.ts";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { demandOwnSchema, SchemaError } from "#server/store/schema-version.ts";

export interface GuardOptions {
	isSandbox: boolean;
	/** Told what was found when the database came back. */
	leave: (error: Error) => void;
}

const LOOK_AGAIN_MS = 2_000;

/**
 * Throws a SchemaError or a LaunchError. While the database is away the pages say so and heal by themselves, so nobody waits for
 * it here: then it is looked at as soon as it is there, and `leave` is told.
 */
export async function guardDatabase(databaseUrl: string, { isSandbox, leave }: GuardOptions): Promise<void> {
	const fault = await look(databaseUrl, isSandbox);
	if (isConclusive(fault)) throw fault;
	if (fault === null) return;
	const timer = setInterval(async () => {
		const later = await look(databaseUrl, isSandbox);
		if (later === null || isConclusive(later)) clearInterval(timer);
		if (isConclusive(later)) leave(later);
	}, LOOK_AGAIN_MS);
	timer.unref();
}

function isConclusive(fault: Error | null): fault is SchemaError | LaunchError {
	return fault instanceof SchemaError || fault instanceof LaunchError;
}

async function look(databaseUrl: string, isSandbox: boolean): Promise<Error | null> {
	const pool = openPool(databaseUrl, { application_name: "cauri-web", max: 1, statement_timeout: 5_000 });
	try {
		const database = openDatabase(pool);
		await demandOwnSchema(database);
		if (!isSandbox) await demandNoDemoData(database);
		return null;
	} catch (error) {
		return error as Error;
	} finally {
		await pool.end();
	}
}
