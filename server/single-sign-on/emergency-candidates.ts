/** Lists admins with a password of their own: one of them keeps password sign-in when passwords are switched off. */
import { NO_PASSWORD } from "#server/access/password-sign-in.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export function emergencyCandidates(database: Database | DatabaseTransaction) {
	return database
		.selectFrom("member")
		.select(["id", "name"])
		.where("role", "=", "admin")
		.where("disabled_at", "is", null)
		.where("password_hash", "<>", NO_PASSWORD)
		.where("password_temporary", "=", false)
		.orderBy("name");
}
