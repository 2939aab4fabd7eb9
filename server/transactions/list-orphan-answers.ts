import { sql } from "kysely";
import type { OrphanAnswer, OrphanAnswerList } from "#lib/contracts/orphan-answer.ts";
import { serviceFault } from "#lib/contracts/service-fault.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";

/** No desk should have more open answers than this; if one has, the list's `count` shows it. */
const SHOWN = 100;

/** Lists open orphan answers, oldest first, without those whose reference a payment has received meanwhile. Throws forbidden. */
export async function listOrphanAnswers(context: Context): Promise<OrphanAnswerList> {
	requirePermission(context, "settings.manage");
	const [rows, { count }] = await Promise.all([
		selectRows(context).orderBy("answer.kept_at").orderBy("answer.attempt_id").limit(SHOWN).execute(),
		countOrphanAnswers(context),
	]);
	return { items: rows.map(toAnswer), count };
}

export async function countOrphanAnswers(context: Context): Promise<{ count: number; since: Date | null }> {
	const { count, since } = await selectOpen(context)
		.select((of) => [of.fn.countAll<string>().as("count"), of.fn.min("answer.answered_at").as("since")])
		.executeTakeFirstOrThrow();
	return { count: Number(count), since };
}

function selectRows(context: Context) {
	return selectOpen(context)
		.leftJoin("payment", (join) =>
			join.onRef("payment.id", "=", "answer.payment_id").onRef("payment.environment", "=", "answer.environment"),
		)
		.selectAll("answer")
		.select(["payment.kind as kind", "payment.state as payment_state", "payment.version as version"]);
}

function selectOpen({ database, config }: Context) {
	return database
		.selectFrom("orphan_answer as answer")
		.where("answer.environment", "=", config.environment)
		.where("answer.resolved_at", "is", null)
		.where(
			sql<boolean>`not exists (select from payment own where own.environment = answer.environment
				and own.reference = coalesce(answer.reference, answer.hint_reference))`,
		);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>["execute"]>>[number];

function toAnswer(row: Row): OrphanAnswer {
	const { kind, payment_state: state, version } = row;
	return {
		id: row.attempt_id,
		state: row.state,
		reference: row.reference ?? row.hint_reference,
		serviceStatus: row.service_status,
		httpStatus: row.http_status,
		fault: serviceFault(row.cause, row.words),
		excerpt: row.excerpt,
		answeredAt: row.answered_at.toISOString(),
		keptAt: row.kept_at.toISOString(),
		paymentId: row.payment_id,
		payment: kind && state && version ? { id: row.payment_id, kind, state, version } : null,
	};
}
