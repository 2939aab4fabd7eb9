/** Two admins state that the same service has another address: payments, limits and evidence then span both addresses. */
import { z } from "zod";
import { DATABASE_MISMATCH, readOwnMismatch } from "#server/continuity/database-mismatch.ts";
import { ENVIRONMENT_IN_USE, isSameWallet, readEnvironmentInUse } from "#server/continuity/environment-in-use.ts";
import { AppError } from "#server/errors.ts";
import type { GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { lockWaiting } from "#server/payment-records/may-have-left.ts";
import { movePayments } from "#server/payment-records/move-payment.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { writeSetting } from "#server/store/settings.ts";

export const serviceAddress: GuardedChange<{ sameService: true }> = {
	kind: "service_address",
	schema: z.object({ sameService: z.literal(true) }),
	lock: lockWaiting,
	async read(trx, { subject }) {
		const current = await readOwnMismatch(trx);
		if (current?.kind !== "other_environment" || current.id !== subject)
			throw new AppError("conflict", "the mismatch has changed");
		if (!(await isSameWallet(trx, subject))) throw new AppError("conflict", "another wallet answers at this address");
		return { sameService: false };
	},
	/** Workers then adopt the environment automatically, and prove its wallets before a payout leaves. */
	async write(trx, { subject, note }, { at, by, confirmedBy }) {
		const locked = await lockWaiting(trx);
		await awaitAuditTurn(trx);
		const inUse = await readEnvironmentInUse(trx);
		if (!inUse) throw new Error("a mismatch of the service names the service in use");
		const addresses = [...inUse.addresses, subject];
		await writeSetting(trx, ENVIRONMENT_IN_USE, { ...inUse, addresses }, { at, by });
		await trx.deleteFrom("setting").where("name", "=", DATABASE_MISMATCH).execute();
		// Payments requested at the new address were never checked for limits and duplicates against those of the earlier addresses.
		const meanwhile = locked.filter(({ environment }) => environment === subject);
		const actor = by === null ? { by: "cauri" as const } : { by: { member: by }, note };
		const happening = { event: "expired_by_service", ...actor } as const;
		const moves = meanwhile.map((payment) => ({ payment, happening }));
		await movePayments(trx, at, moves, { to: "expired" });
		await recordAudit(trx, {
			...{ at, memberId: by, action: "setting.service_address_adopted" },
			...{ subjectKind: "setting", subjectId: ENVIRONMENT_IN_USE },
			details: {
				...{ reason: note ?? "", expired: String(meanwhile.length) },
				...(confirmedBy ? { confirmedBy } : {}),
			},
		});
		await publishUpdate(trx, { topic: "status", id: null });
	},
};
