/** Opens the desk's database, migrated. */
import { withDeskDatabase } from "#server/cli/launcher/desk-database.ts";
import { migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { type Database, openDatabase, openPool } from "#server/store/database.ts";

export type MemberTask = (database: Database) => Promise<string>;

export async function withMemberDatabase(env: NodeJS.ProcessEnv, task: MemberTask): Promise<string> {
	return withDeskDatabase(env, { program: "member" }, async (url) => {
		await migrateDatabase(url);
		const pool = openPool(url, { application_name: "cauri-member", max: 2 });
		try {
			return await task(openDatabase(pool));
		} finally {
			await pool.end();
		}
	});
}
