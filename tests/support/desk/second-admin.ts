import { sql } from "kysely";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import type { Asked, ChangeRequest } from "#lib/contracts/change-request.ts";
import { decideChange } from "#server/change-requests/decide-change.ts";
import type { Context } from "#server/context.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";

/** Returns the request of an answer; fails when the change took effect at once. */
export function askedFor(answer: object): ChangeRequest {
	if (!isChangeRequested(answer)) throw new Error(`it took effect at once: ${JSON.stringify(answer)}`);
	return answer.changeRequest;
}

export async function confirmBy(asker: Context, answer: object, second?: Context): Promise<ChangeRequest> {
	const { id } = askedFor(answer);
	const admin = second ?? contextFor(asker, await addMember(asker.database, "admin"));
	return decideChange(admin, { id, decision: "confirm" });
}

export async function byTwo<T extends object>(asker: Context, ask: () => Promise<T | Asked>): Promise<ChangeRequest> {
	// The second admin exists before the request; otherwise it would wait a day.
	const second = contextFor(asker, await addMember(asker.database, "admin"));
	return confirmBy(asker, await ask(), second);
}

/** Returns the ids of the members whom a queued mail lets stop the change. */
export async function mailedAbout(database: Database, changeId: string): Promise<string[]> {
	const { rows } = await sql<{ member: string }>`select payload ->> 'memberId' as member
		from graphile_worker._private_jobs where payload ->> 'changeId' = ${changeId}`.execute(database);
	return rows.map(({ member }) => member);
}

/** Moves all waiting requests back in time by the database clock. */
export async function letHoursPass(database: Database, hours: number): Promise<void> {
	const ago = sql`${hours} * interval '1 hour'`;
	await withoutGuards(
		database,
		sql`update change_request set asked_at = asked_at - ${ago}, expires_at = expires_at - ${ago},
			effective_at = effective_at - ${ago} where state = 'waiting'`,
		sql`update member set decides_from = decides_from - ${ago}, rights_until = rights_until - ${ago}`,
		sql`update decision set recorded_at = recorded_at - ${ago}`,
		sql`update resolution set recorded_at = recorded_at - ${ago}`,
	);
}

/** Disables all members and withdraws what they asked for; nobody who lost a right still counts as present. */
export async function disableEverybody(database: Database): Promise<void> {
	await asOwner(database, (trx) => trx.updateTable("member").set({ disabled_at: new Date() }).execute());
	await database.updateTable("change_request").set({ state: "withdrawn" }).where("state", "=", "waiting").execute();
	await letHoursPass(database, 14 * 24);
}
