import { hash } from "node:crypto";
import { dayOf } from "#lib/dates.ts";
import type { PaperKind } from "#lib/papers/paper-kinds.ts";
import type { Context } from "#server/context.ts";
import { newCheckCode } from "#server/papers/read-check-code.ts";

export interface NewPaper {
	kind: PaperKind;
	/** The payment, or the wallet and its period: unique among papers that are issued together. */
	subject: string;
	/** Everything that the paper says, except the time of printing. */
	content: unknown;
	/** The day on which the paper counts as issued, if not today. A paper that never changes names a fixed day, so it keeps its code. */
	day?: string;
}

/** Records papers that leave the desk. Returns a check code for each, in order; an equal paper of the same day gets the same code. */
export async function issuePapers(context: Context, papers: readonly NewPaper[]): Promise<string[]> {
	if (papers.length === 0) return [];
	const now = context.clock.now();
	const today = dayOf(now, context.config.timeZone);
	const rows = papers.map(({ kind, subject, content, day = today }) => ({
		...{ code: newCheckCode(), kind, subject, day, issued_at: now, issued_by: context.member.id },
		digest: hash("sha256", JSON.stringify(content)),
	}));
	await context.database
		.insertInto("issued_paper")
		.values(rows)
		.onConflict((on) => on.columns(["kind", "subject", "digest", "day"]).doNothing())
		.execute();
	const known = await context.database
		.selectFrom("issued_paper")
		.select(["kind", "subject", "digest", "day", "code"])
		.where("day", "in", [...new Set(rows.map(({ day }) => day))])
		.where(
			"subject",
			"in",
			rows.map(({ subject }) => subject),
		)
		.execute();
	const keyOf = (row: Pick<(typeof known)[number], "kind" | "subject" | "digest" | "day">) =>
		`${row.kind} ${row.subject} ${row.digest} ${row.day}`;
	const codes = new Map(known.map((row) => [keyOf(row), row.code]));
	return rows.map((row) => codes.get(keyOf(row)) ?? row.code);
}
