/** Writes a change at once, or stores it as a request when it relaxes a control. The database decides which. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ulid } from "ulid";
import type { ChangeKind } from "#lib/change-kinds.ts";
import type { Asked, ChangeValues } from "#lib/contracts/change-request.ts";
import { lockAdmins, recheckPermission, requireActiveApprover } from "#server/access/recheck-permission.ts";
import type { Actor, Clock, Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { type GuardedChange, isByProvider, isInForce } from "#server/guarded-changes/guarded-change.ts";
import { readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";
import { lockWaiting, recordChange, voidChanges } from "#server/guarded-changes/record-change.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { addJob, MAIL_TRIES } from "#server/store/job-queue.ts";

export interface ProposedChange<State> {
	subject: string;
	after: State;
	note?: string;
	/** Hash of the password that the change sets. */
	secret?: string | null;
}

/**
 * Runs `propose` in the transaction, one admin at a time. Returns undefined when the change is in force, else the waiting
 * request. Throws `forbidden`, `change_waits`, `too_new_to_decide`, and what `propose` and the change throw.
 */
export async function proposeChange<State extends ChangeValues>(
	context: Context,
	change: GuardedChange<State>,
	propose: (trx: DatabaseTransaction) => ProposedChange<State> | Promise<ProposedChange<State>>,
): Promise<Asked | undefined> {
	return context.database.transaction().execute(async (trx) => {
		await change.lock?.(trx);
		await lockAdmins(trx);
		await recheckPermission(context, trx, "settings.manage");
		const { subject, after, note = null, secret = null } = await propose(trx);
		const before = await change.read(trx, { subject, after });
		if (isInForce(before, after)) return undefined;
		const about = { kind: change.kind, subject };
		const wish = { ...about, before, after, note, secret };
		if (await relaxesControl(trx, wish)) return requestChange(context, trx, wish);
		await lockWaiting(trx, about);
		const step = { at: context.clock.now(), by: context.member.id };
		await change.write(trx, wish, step, context);
		await voidChanges(trx, step.at, about);
		return undefined;
	});
}

/** Makes the verb that changes a setting as a whole: its kind is the subject. It returns the new value when that is in force. */
export const changeTo =
	<State extends ChangeValues>(setting: GuardedChange<State>) =>
	async (context: Context, after: State): Promise<State | Asked> =>
		(await proposeChange(context, setting, () => ({ subject: setting.kind, after }))) ?? after;

export interface RequestedChange {
	kind: ChangeKind;
	subject: string;
	before: ChangeValues;
	after: ChangeValues;
	note?: string | null;
	secret?: string | null;
}

/** Asks the database guards whether the change relaxes a control. */
export async function relaxesControl(
	trx: DatabaseTransaction,
	{ kind, before, after }: Pick<RequestedChange, "kind" | "before" | "after">,
): Promise<boolean> {
	const judged = sql<
		boolean | null
	>`loosens(${kind}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`;
	return (await trx.selectNoFrom(judged.as("loosens")).executeTakeFirstOrThrow()).loosens !== false;
}

/**
 * Stores the change as a request of the member who asks; the database decides how long it waits. Throws `change_waits`,
 * `too_new_to_decide`.
 */
export async function requestChange(
	asker: { clock: Clock; member: Pick<Actor, "id" | "role"> },
	trx: DatabaseTransaction,
	change: RequestedChange,
): Promise<Asked> {
	await requireActiveApprover(asker, trx, "change_request.confirm");
	const id = await keepRequest(trx, asker.clock.now(), { ...change, askedBy: asker.member.id });
	if (id === null) throw new AppError("change_waits", "a request for the same change is already waiting");
	const [changeRequest] = await readChangeRequests(trx, asker.member, { id });
	if (!changeRequest) throw new Error("the new change request cannot be read");
	return { changeRequest };
}

/** Returns the id; null when a request of this kind and subject waits. The database accepts only an admin's request, or the provider's. */
export async function keepRequest(
	trx: DatabaseTransaction,
	at: Date,
	{ kind, subject, before, after, note = null, secret = null, askedBy }: RequestedChange & { askedBy: string },
): Promise<string | null> {
	// An expired request must not block a new one, even if the worker has not marked it yet.
	const over = await trx
		.updateTable("change_request")
		.set({ state: "expired" })
		.where("kind", "=", kind)
		.where("subject", "=", subject)
		.where("state", "=", "waiting")
		.where("expires_at", "<=", sql<Date>`now()`)
		.returningAll()
		.execute();
	for (const each of over) await recordChange(trx, each, { at, by: null, happened: "expired" });
	const row = await trx
		.insertInto("change_request")
		.values({
			...{ id: ulid(at.getTime()), kind, subject, note, secret, asked_by: askedBy },
			...{ before: JSON.stringify(before), after: JSON.stringify(after) },
		})
		.onConflict((conflict) => conflict.columns(["kind", "subject"]).where("decided_at", "is", null).doNothing())
		.returningAll()
		.executeTakeFirst();
	if (!row) return null;
	await recordChange(trx, row, { at, by: isByProvider(row) ? null : askedBy, happened: "asked" });
	await mailFormerDeciders(trx, sql`change_request.id = ${row.id} and rights_until > now() - interval '14 days'`);
	return row.id;
}

/** Mails a link that stops a waiting change to the members who lost a right to decide, and may still object, as far as `where` says. */
export async function mailFormerDeciders(trx: DatabaseTransaction, where: RawBuilder<SqlBool>): Promise<void> {
	const rows = await trx
		.selectFrom("member")
		.innerJoin("change_request", (join) => join.onRef("asked_by", "<>", "member.id").on("state", "=", "waiting"))
		.select(["change_request.id as changeId", "member.id as memberId"])
		.where(where)
		.where((of) => of.or([of("role", "<>", "admin"), of("disabled_at", "is not", null)]))
		.execute();
	for (const row of rows) await addJob(trx, "mail_objection", row, { maxAttempts: MAIL_TRIES });
}
