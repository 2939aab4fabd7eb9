/**
 * Makes and opens the link that stops a waiting change without a session, for a member who lost a right to decide in the last 14
 * days. The link names request and member, encrypted with the desk's key, and ends with the request.
 */
import { z } from "zod";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";
import { recordChange } from "#server/guarded-changes/record-change.ts";
import { maskNumber } from "#server/log.ts";
import { openSecret, sealSecret } from "#server/second-factor/seal-secret.ts";

const PURPOSE = "objection";
const tokenSchema = z.tuple([z.string(), z.string()]);
type System = Pick<SystemContext, "database" | "clock" | "config">;

export function objectionToken(
	config: Pick<Config, "sessionPasswords">,
	{ changeId, memberId }: { changeId: string; memberId: string },
): string {
	return sealSecret(config, PURPOSE, Buffer.from(JSON.stringify([changeId, memberId])));
}

function readToken(config: Pick<Config, "sessionPasswords">, token: string) {
	const opened = openSecret(config, PURPOSE, token);
	if (opened === null) return null;
	const [changeId, memberId] = tokenSchema.parse(JSON.parse(Buffer.from(opened).toString()));
	return { changeId, memberId };
}

/** Shows what a link would stop; changes nothing. Returns null for an unknown, used or ended link, which look alike. */
export async function openObjection(
	{ database, config }: System,
	{ token }: { token: string },
): Promise<{ change: ChangeRequest | null }> {
	const named = readToken(config, token);
	if (!named) return { change: null };
	const reader = { id: named.memberId, role: "viewer" } as const;
	const [change] = await readChangeRequests(database, reader, { id: named.changeId, waiting: true });
	return { change: change ? shownOutside(change) : null };
}

/** The reader may no longer be a member, so a number is masked as in the audit log. */
export function shownOutside(change: ChangeRequest): ChangeRequest {
	if (change.kind !== "number_unblocked") return change;
	const number = maskNumber(change.subject);
	return { ...change, subject: number, before: { ...change.before, number }, after: { ...change.after, number } };
}

/** Refuses the change in the name of the link's member. Throws `not_found` where `openObjection` shows nothing. */
export async function stopByLink(system: System, { token }: { token: string }): Promise<void> {
	const named = readToken(system.config, token);
	if (!named) throw over();
	await system.database.transaction().execute(async (trx) => {
		const ended = await trx
			.updateTable("change_request")
			.set({ state: "refused", decided_by: named.memberId })
			.where("id", "=", named.changeId)
			.where("state", "=", "waiting")
			.where("expires_at", ">", (eb) => eb.fn<Date>("now"))
			.returningAll()
			.executeTakeFirst();
		if (!ended) throw over();
		await recordChange(trx, ended, { at: system.clock.now(), by: named.memberId, happened: "refused" });
	});
}

function over(): AppError {
	return new AppError("not_found", "the link stops nothing");
}
