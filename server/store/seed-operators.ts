/** The operators a new database starts with. An operator that is there stays as the admins made it. */
import { type Kysely, sql } from "kysely";
import { DEFAULT_OPERATORS } from "#lib/operators.ts";

export async function seedOperators<T>(database: Kysely<T>): Promise<void> {
	await sql`
		insert into operator (code, name, country, currency, flow, prefixes, dial_code, window_minutes, enabled)
		select code, name, country, currency, flow, prefixes, "dialCode", "windowMinutes", enabled
		from jsonb_to_recordset(${JSON.stringify(DEFAULT_OPERATORS)}::jsonb) as seed (
			code text, name text, country text, currency text, flow text, prefixes jsonb, "dialCode" text,
			"windowMinutes" integer, enabled boolean)
		on conflict (code) do nothing`.execute(database);
}
