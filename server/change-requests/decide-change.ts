import { sql } from "kysely";
import type { ChangeDecision, ChangeRequest } from "#lib/contracts/change-request.ts";
import { may } from "#lib/roles.ts";
import { lockAdmins, recheckPermission, requireActiveApprover } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { CHANGE_REGISTRY } from "#server/change-requests/change-registry.ts";
import { confirmChange } from "#server/change-requests/confirm-change.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { ChangeRow } from "#server/guarded-changes/guarded-change.ts";
import { readChangeDigest, readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";
import { recordChange } from "#server/guarded-changes/record-change.ts";
import { lockMember } from "#server/second-factor/factors-of.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const STATE_OF = { refuse: "refused", withdraw: "withdrawn" } as const;

/**
 * Decides a waiting change: another admin confirms or refuses it, the requester withdraws it, any approver stops one that would take effect
 * automatically. Throws forbidden, not_found, own_change, change_over (`fields.state`), too_new_to_decide, step_up_needed.
 */
export async function decideChange(
	context: Context,
	{ id, decision }: { id: string; decision: ChangeDecision },
): Promise<ChangeRequest> {
	requirePermission(context, decision === "confirm" ? "change_request.confirm" : "change_request.stop");
	await context.database.transaction().execute(async (trx) => {
		await lockInOrder(context, trx, id, decision);
		const row = await trx.selectFrom("change_request").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
		if (!row) throw new AppError("not_found", "no change request with this id");
		const { now } = await trx.selectNoFrom(sql<Date>`now()`.as("now")).executeTakeFirstOrThrow();
		if (row.state !== "waiting" || row.expires_at <= now) throw over(row);
		requireRight(context, row, decision);
		if (decision === "confirm") {
			const digest = await readChangeDigest(trx, id);
			await context.presence.spend(trx, { purpose: "confirm", change: id }, [digest]);
			await confirmChange(context, trx, row, context.member);
		} else await end(context, trx, row, decision);
	});
	const [decided] = await readChangeRequests(context.database, context.member, { id });
	if (!decided) throw new AppError("not_found", "no change request with this id");
	return decided;
}

/** Locks payments, then members, then the request: the same order everywhere. */
async function lockInOrder(
	context: Context,
	trx: DatabaseTransaction,
	id: string,
	decision: ChangeDecision,
): Promise<void> {
	if (decision !== "confirm") return void (await recheckPermission(context, trx, "change_request.stop"));
	const asked = trx.selectFrom("change_request").select(["kind", "subject"]).where("id", "=", id);
	const about = await asked.executeTakeFirst();
	if (about) await CHANGE_REGISTRY[about.kind].lock?.(trx);
	await lockAdmins(trx);
	// A change of the member's own factors locks the member before the request.
	if (about) await lockMember(trx, about.subject);
	await requireActiveApprover(context, trx, "change_request.confirm");
}

function over(row: ChangeRow): AppError {
	const state = row.state === "waiting" ? "expired" : row.state;
	return new AppError("change_over", `the change request is ${state}`, { fields: { state } });
}

function requireRight({ member }: Context, row: ChangeRow, decision: ChangeDecision): void {
	const isOwn = row.asked_by === member.id;
	if (decision === "withdraw" ? !isOwn : isOwn) throw new AppError("own_change", "the requester does not decide");
	if (decision === "refuse" && !may(member.role, "change_request.confirm") && row.effective_at === null)
		throw new AppError("forbidden", "another admin decides on it");
}

async function end(
	context: Context,
	trx: DatabaseTransaction,
	row: ChangeRow,
	decision: keyof typeof STATE_OF,
): Promise<void> {
	const state = STATE_OF[decision];
	const ended = await trx
		.updateTable("change_request")
		.set({ state, decided_by: context.member.id })
		.where("id", "=", row.id)
		.returningAll()
		.executeTakeFirstOrThrow();
	await recordChange(trx, ended, { at: context.clock.now(), by: context.member.id, happened: state });
}
