import type { Asked } from "#lib/contracts/change-request.ts";
import { type FinalFailureChange, finalFailureChangeSchema } from "#lib/contracts/service-record.ts";
import { loosens } from "#lib/loosening.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demand } from "#server/access/permissions.ts";
import { askForChange } from "#server/change-requests/ask/ask-for-change.ts";
import { voidChanges } from "#server/change-requests/ask/void-changes.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { readFinalFailures } from "#server/payments/payment-settings.ts";
import { keepFinalFailure } from "#server/settings/keep-final-failure.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** The specification shows these two; neither is ever a failure. */
const NEVER = new Set(["success", "pending"]);
const MAX_LISTED = 100;

/**
 * An admin says that a word of the service means "failed, for good", and a second one confirms it; or takes that back at once.
 * Only words that the service has said. Payments that stand at the word are looked at again. Throws forbidden, invalid_input
 * (fields status, confirmation), change_waits.
 */
export async function changeFinalFailure(
	context: Context,
	input: FinalFailureChange,
): Promise<{ statuses: string[] } | Asked> {
	demand(context, "settings.manage");
	const { status, listed, confirmation } = parseInput(finalFailureChangeSchema, input);
	if (NEVER.has(status)) throw fault("status", "never_final_failure");
	if (confirmation !== status) throw fault("confirmation", "not_the_same");
	const at = context.clock.now();
	return context.database.transaction().execute(async (trx) => {
		await demandStill(context, trx, "settings.manage");
		const known = await readFinalFailures(trx);
		if (known.has(status) === listed) return { statuses: [...known] };
		if (listed && (known.size >= MAX_LISTED || !(await wasSaid(trx, status)))) throw fault("status", "never_said");
		const [before, after] = [{ listed: !listed }, { listed }];
		const subject = { kind: "final_failure", subject: status } as const;
		if (loosens("final_failure", before, after)) return askForChange(context, trx, { ...subject, before, after });
		const statuses = await keepFinalFailure(trx, { status, listed }, { at, by: context.member.id });
		await voidChanges(trx, at, subject);
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
