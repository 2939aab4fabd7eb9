import { Kysely, PostgresDialect } from "kysely";
import type { PoolClient } from "pg";
import { UserFacingError } from "#server/errors.ts";
import { type Database, openPool } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export interface OneConnection {
	client: PoolClient;
	/** Uses the same connection and so the same transaction as `client`. */
	database: Database;
}

/** Closes the connection after `run`; when `run` fails, open work is rolled back. Throws a UserFacingError when it cannot connect. */
export async function withOneConnection<T>(
	databaseUrl: string,
	applicationName: string,
	run: (connection: OneConnection) => Promise<T>,
): Promise<T> {
	const pool = openPool(databaseUrl, { application_name: applicationName, max: 1 });
	try {
		const client = await pool.connect().catch((cause: NodeJS.ErrnoException) => {
			throw new UserFacingError(`The database cannot be reached: ${cause.message || cause.code}.`, { cause });
		});
		const lent = { query: client.query.bind(client), release: () => undefined } as unknown as PoolClient;
		const database = new Kysely<Tables>({
			dialect: new PostgresDialect({
				pool: { connect: () => Promise.resolve(lent), end: () => Promise.resolve(), options: {} },
			}),
		});
		try {
			const result = await run({ client, database });
			client.release();
			return result;
		} catch (error) {
			client.release(true);
			throw error;
		}
	} finally {
		await pool.end();
	}
}
