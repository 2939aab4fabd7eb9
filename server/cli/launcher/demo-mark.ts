/** Marks a demo's database: its passwords are public, so no program with a real service may use it. A demo refuses a business's database. */
import { UserFacingError } from "#server/errors.ts";
import type { Database } from "#server/store/database.ts";
import { writeSetting } from "#server/store/settings.ts";

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
	await writeSetting(database, MARK, { demo: true }, { at: new Date(), by: null });
}

/** Throws a UserFacingError for a demo's database. Every program that uses a real service calls it. */
export async function requireNoDemoData(database: Database): Promise<void> {
	if (await isMarked(database))
		throw new UserFacingError(
			"This database was made by the demo, whose passwords everybody knows. Set DATA_DIR or DATABASE_URL to one of your own.",
		);
}

export async function isMarked(database: Database): Promise<boolean> {
	// Selects only `name`, because the database may be of a version with other columns.
	const row = await database.selectFrom("setting").select("name").where("name", "=", MARK).executeTakeFirst();
	return row !== undefined;
}
