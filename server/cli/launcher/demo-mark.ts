/** Marks a demo database: its passwords are public, so it must never serve production, nor a production database a demo. */
import { sql } from "kysely";
import { UserFacingError } from "#server/errors.ts";
import type { Database } from "#server/store/database.ts";

const MARK = "demo";

/** Throws when the database has members outside the demo: demo data must not mix with a business's own. */
export async function markAsDemo(database: Database): Promise<void> {
	if (await isMarked(database)) return;
	const { count } = await database
		.selectFrom("member")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.executeTakeFirstOrThrow();
	if (count !== "0")
		throw new UserFacingError(
			"This database holds a business's own members; the demo leaves it alone. Set DATA_DIR to an empty folder for the demo.",
		);
	await database
		.insertInto("setting")
		.values({ name: MARK, value: sql`'{"demo":true}'::jsonb`, changed_at: new Date(), changed_by: null })
		.execute();
}

/** For every program that uses a real service. Throws a UserFacingError. */
export async function requireNoDemoData(database: Database): Promise<void> {
	if (await isMarked(database))
		throw new UserFacingError(
			"This database was made by the demo, whose passwords everybody knows. Set DATA_DIR or DATABASE_URL to one of your own.",
		);
}

export async function isMarked(database: Database): Promise<boolean> {
	return (
		(await database.selectFrom("setting").select("name").where("name", "=", MARK).executeTakeFirst()) !== undefined
	);
}
