/** The payments that a proof shall be good for, as the database has them now. */
import type { StepUpNeed, StepUpPayment } from "#lib/contracts/second-factor.ts";
import { AppError } from "#server/errors.ts";
import { actDigest } from "#server/payments/rules/act-digest.ts";
import type { Database } from "#server/store/database.ts";

export interface Subjects {
	/** One each, in the order asked for. */
	digests: string[];
	payments: StepUpPayment[];
}

/** Throws `not_found`, and `stale_version` for one that is not as it stood on the screen. */
export async function findSubjects(database: Database, { purpose, subjects = [] }: StepUpNeed): Promise<Subjects> {
	if (subjects.length === 0) return { digests: [], payments: [] };
	const ids = subjects.map(({ id }) => id);
	const rows = await database.selectFrom("payment").selectAll().where("id", "in", ids).execute();
	const found = subjects.map((subject) => {
		const row = rows.find(({ id, kind }) => id === subject.id && kind === subject.kind);
		if (!row) throw new AppError("not_found", `no ${subject.kind} with this id`);
		if (row.version !== subject.version)
			throw new AppError("stale_version", `it is ${row.state} now`, { fields: { state: row.state } });
		return { row, subject };
	});
	return {
		digests: found.map(({ row, subject }) => actDigest(purpose, row, subject)),
		payments: found.map(({ row, subject }) => ({
			id: row.id,
			kind: row.kind,
			amount: row.amount,
			currency: row.currency,
			phoneNumber: row.phone_number,
			operatorName: row.operator_name,
			outcome: subject.outcome ?? (subject.reference === undefined ? null : "reference"),
			said: subject.reference ?? subject.amount ?? null,
		})),
	};
}
