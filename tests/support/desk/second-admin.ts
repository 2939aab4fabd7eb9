/** The second word that a change wants, and the day that one waits for whom nobody can confirm. */
import { sql } from "kysely";
import { isAsked } from "#lib/asked.ts";
import type { Asked, ChangeRequest } from "#lib/contracts/change-request.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";

/** The request in an answer; a change that took effect at once is a fault of the test. */
export function askedFor(answer: object): ChangeRequest {
	if (!isAsked(answer)) throw new Error(`it took effect at once: ${JSON.stringify(answer)}`);
	return answer.changeRequest;
}

/** An admin of this desk who confirms; made on the spot unless given. */
export async function confirmBy(asker: Context, answer: object, second?: Context): Promise<ChangeRequest> {
	const { id } = askedFor(answer);
	const admin = second ?? contextFor(asker, await addMember(asker.database, "admin"));
	return decideChange(admin, { id, decision: "confirm" });
}

/** What two admins want together: asked for by the one, confirmed by the other. */
export async function byTwo<T extends object>(asker: Context, ask: () => Promise<T | Asked>): Promise<ChangeRequest> {
	// The second one is there before it is asked for: otherwise it would wait a day.
	const second = contextFor(asker, await addMember(asker.database, "admin"));
	return confirmBy(asker, await ask(), second);
}

/** Everything that waits was asked for so much earlier, by the database's own clock. */
export async function letHoursPass(database: Database, hours: number): Promise<void> {
	await database.transaction().execute(async (trx) => {
		// Guards of the database would not let anybody write this.
		await sql`set local session_replication_role = replica`.execute(trx);
		const ago = sql`${hours} * interval '1 hour'`;
		await sql`update change_request set asked_at = asked_at - ${ago}, expires_at = expires_at - ${ago},
			effective_at = effective_at - ${ago} where state = 'waiting'`.execute(trx);
		await sql`update member set decides_from = decides_from - ${ago}`.execute(trx);
		await sql`update decision set said_at = said_at - ${ago}`.execute(trx);
		await sql`update resolution set said_at = said_at - ${ago}`.execute(trx);
	});
}
