import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { publishChange } from "#server/store/changes.ts";

/** Invalidates the link. Throws `forbidden`, `not_found` (accepted or revoked meanwhile). */
export async function revokeInvitation(context: Context, { id }: { id: string }): Promise<void> {
	const { clock, member } = context;
	await withPermission(context, "member.manage", async (trx) => {
		const at = clock.now();
		const row = await trx
			.updateTable("invitation")
			.set({ ended: "revoked" })
			.where("id", "=", id)
			.where("ended_at", "is", null)
			.returning(["name", "email"])
			.executeTakeFirst();
		if (!row) throw new AppError("not_found", "no open invitation with this id");
		const subject = { subjectKind: "member", subjectId: id } as const;
		const fact = { action: "member.invitation_revoked", details: { ...row }, ...subject };
		await recordAudit(trx, { at, memberId: member.id, ...fact });
		await publishChange(trx, { topic: "members", id });
	});
}
