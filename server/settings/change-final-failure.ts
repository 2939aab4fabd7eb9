import { type FinalFailureChange, finalFailureChangeSchema } from "#lib/contracts/service-record.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { readFinalFailures } from "#server/payments/payment-settings.ts";
import { addCheckJob } from "#server/payments/send-job.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const SETTING = "final_failures";
/** The specification shows these two; neither is ever a failure. */
const NEVER = new Set(["success", "pending"]);
const MAX_LISTED = 100;

/**
 * An admin says that a word of the service means "failed, for good", or takes that back. Only words that the service has
 * said. Payments that stand at the word are looked at again. Throws forbidden, invalid_input (fields status, confirmation).
 */
export async function changeFinalFailure(context: Context, input: FinalFailureChange): Promise<{ statuses: string[] }> {
	demand(context, "settings.manage");
	const { status, listed, confirmation } = parseInput(finalFailureChangeSchema, input);
	if (NEVER.has(status)) throw fault("status", "never_final_failure");
	if (confirmation !== status) throw fault("confirmation", "not_the_same");
	return context.database.transaction().execute(async (trx) => {
		const before = await readFinalFailures(trx);
		if (before.has(status) === listed) return { statuses: [...before] };
		if (listed && (before.size >= MAX_LISTED || !(await wasSaid(trx, status)))) throw fault("status", "never_said");
		const statuses = listed ? [...before, status].sort() : [...before].filter((word) => word !== status);
		await keep(context, trx, statuses);
		if (listed) await lookAgain(trx, status);
		await recordAudit(trx, {
			at: context.clock.now(),
			memberId: context.member.id,
			action: listed ? "setting.final_failure_listed" : "setting.final_failure_unlisted",
			subjectKind: "setting",
			subjectId: SETTING,
			details: { status },
		});
		await tellChange(trx, { topic: "settings", id: SETTING });
		return { statuses };
	});
}

function fault(field: string, key: string): AppError {
	return new AppError("invalid_input", `${field}: ${key}`, { fields: { [field]: key } });
}

async function wasSaid(trx: DatabaseTransaction, status: string): Promise<boolean> {
	const seen = await trx
		.selectFrom("observation")
		.select("word")
		.where("kind", "=", "status")
		.where("word", "=", status)
		.executeTakeFirst();
	if (seen) return true;
	const payment = await trx
		.selectFrom("payment")
		.select("id")
		.where("service_status", "=", status)
		.limit(1)
		.executeTakeFirst();
	return payment !== undefined;
}

async function keep(context: Context, trx: DatabaseTransaction, statuses: string[]): Promise<void> {
	const row = {
		value: JSON.stringify({ statuses }),
		changed_at: context.clock.now(),
		changed_by: context.member.id,
	};
	await trx
		.insertInto("setting")
		.values({ name: SETTING, ...row })
		.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
		.execute();
}

/** What the service says now decides, not what it said once. */
async function lookAgain(trx: DatabaseTransaction, status: string): Promise<void> {
	const open = await trx
		.selectFrom("payment")
		.select(["id", "state"])
		.where("state", "=", "pending")
		.where("service_status", "=", status)
		.execute();
	for (const payment of open) await addCheckJob(trx, payment);
}
