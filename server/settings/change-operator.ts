import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { type Operator, type OperatorChange, operatorSchema } from "#lib/contracts/operator.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { differences, type GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { selectOperators } from "#server/settings/list-operators.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { Database } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

const { name, flow, dialCode, windowMinutes, enabled } = operatorSchema.shape;
const stateSchema = z.object({ name, flow, dialCode, windowMinutes, enabled });

/** Name, flow and dial code guide payers, so changing one of them needs a second admin. */
export const operatorEdit: GuardedChange<z.infer<typeof stateSchema>> = {
	kind: "operator_changed",
	schema: stateSchema,
	read: async (trx, { subject }) => stateSchema.parse(await readOperator(trx, subject)),
	async write(trx, { subject: code, before, after }, { at, by, confirmedBy }) {
		const { dialCode: dial_code, windowMinutes: window_minutes, ...rest } = after;
		await trx
			.updateTable("operator")
			.set({ ...rest, dial_code, window_minutes })
			.where("code", "=", code)
			.execute();
		await recordAudit(trx, {
			...{ at, memberId: by, action: "operator.changed", subjectKind: "operator", subjectId: code },
			details: { ...differences(before, after), ...(confirmedBy ? { confirmedBy } : {}) },
		});
		await publishUpdate(trx, { topic: "settings", id: code });
	},
};

/**
 * Changes the given fields; another name, flow or dial code needs a second admin. Equal values are neither written nor recorded.
 * Throws forbidden, not_found, change_waits.
 */
export async function changeOperator(
	context: Context,
	{ code, change }: { code: string; change: OperatorChange },
): Promise<Operator | Asked> {
	const asked = await proposeChange(context, operatorEdit, async (trx) => {
		const now = await readOperator(trx, code);
		return { subject: code, after: { ...stateSchema.parse(now), ...change } };
	});
	return asked ?? readOperator(context.database, code);
}

async function readOperator(database: Database, code: string): Promise<Operator> {
	return selectOperators(database)
		.where("code", "=", code)
		.executeTakeFirstOrThrow(() => new AppError("not_found", "no operator with this code"));
}
