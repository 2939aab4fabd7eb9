import { type Operator, type OperatorChange, operatorChangeSchema } from "#lib/contracts/operator.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { operatorOf } from "#server/settings/operator-row.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";

/** Changes the given fields alone; what is equal already is neither written nor recorded. Throws `not_found`. */
export async function changeOperator(
	context: Context,
	input: { code: string; change: OperatorChange },
): Promise<Operator> {
	demand(context, "settings.manage");
	const change = parseInput(operatorChangeSchema, input.change);
	return context.database.transaction().execute(async (trx) => {
		const query = trx.selectFrom("operator").selectAll().where("code", "=", input.code);
		const row = await query.forUpdate().executeTakeFirst();
		if (!row) throw new AppError("not_found", "there is no operator of this code");
		const before = operatorOf(row);
		const after: Operator = { ...before, ...change };
		const details = differences(before, after);
		if (Object.keys(details).length === 0) return before;
		const { name, flow, dialCode, windowMinutes, enabled } = after;
		await trx
			.updateTable("operator")
			.set({ name, flow, dial_code: dialCode, window_minutes: windowMinutes, enabled })
			.where("code", "=", input.code)
			.execute();
		await recordAudit(trx, {
			at: context.clock.now(),
			memberId: context.member.id,
			action: "operator.changed",
			subjectKind: "operator",
			subjectId: input.code,
			details,
		});
		await tellChange(trx, { topic: "settings", id: input.code });
		return after;
	});
}

const CHANGEABLE = ["name", "flow", "dialCode", "windowMinutes", "enabled"] as const;

/** Field → "old → new", for the record. */
function differences(before: Operator, after: Operator): Record<string, string> {
	const changed = CHANGEABLE.filter((field) => before[field] !== after[field]);
	return Object.fromEntries(changed.map((field) => [field, `${before[field] ?? "–"} → ${after[field] ?? "–"}`]));
}
