import { sql } from "kysely";
import type { Need } from "#lib/contracts/overview.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";
import { counted } from "#server/overview/need.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

export function selectWaitingChanges({ database }: Context) {
	return database
		.selectFrom("change_request")
		.modifyFront(PREPARED)
		.where("state", "=", "waiting")
		.where("expires_at", ">", sql<Date>`now()`);
}

/**
 * Counts waiting changes that others asked for: those that the reader may answer, or those that only other members may answer. Any approver
 * can stop a change that takes effect automatically; only an admin confirms or refuses any other change.
 */
export async function countChanges(context: Context, who: "reader" | "others"): Promise<Need[]> {
	const { member } = context;
	if (!may(member.role, "change_request.read")) return [];
	const mayAnswerAll = may(member.role, "change_request.confirm");
	const { count, since } = await selectWaitingChanges(context)
		.select((of) => [of.fn.countAll<string>().as("count"), of.fn.min("asked_at").as("since")])
		// The member who asked for a change cannot confirm it.
		.where("asked_by", "<>", member.id)
		.where(sql<boolean>`(${mayAnswerAll}::boolean or effective_at is not null) = ${who === "reader"}::boolean`)
		.executeTakeFirstOrThrow();
	return counted("change_request", { count: Number(count), since });
}
