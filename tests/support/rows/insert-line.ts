import type { Insertable } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { throughAccount } from "#tests/support/database/program-accounts.ts";

type Facts = Partial<Insertable<Tables["movement"]>> & Pick<Insertable<Tables["movement"]>, "amount">;

/** By default a withdrawal of now in XOF without a fee. Returns its id. */
export async function insertLine(
	{ database, config, clock }: Pick<SystemContext, "database" | "config" | "clock">,
	facts: Facts,
): Promise<string> {
	const { environment } = config;
	const times = { created_at: clock.now(), first_seen_at: facts.created_at ?? clock.now() };
	const { id } = await throughAccount(database, "owner")
		.insertInto("movement")
		.values({ environment, currency: "XOF", type: "withdrawal", fee: "0.00", occurrence: 1, ...times, ...facts })
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}
