/** Inserts a payment row for tests of reading; the audit log has no entry for it. */

import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { ulid } from "ulid";
import type { SystemContext } from "#server/context.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { TEST_NOW } from "#tests/support/contexts.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

/** By default a sent payout. Returns its id. */
export async function insertPayment(
	{ database, config }: Pick<SystemContext, "database" | "config">,
	maker: { id: string },
	facts: Partial<Insertable<Tables["payment"]>> = {},
): Promise<string> {
	const id = facts.id ?? ulid(TEST_NOW.getTime());
	await insertRows(database, "payment", {
		id,
		kind: "payout",
		state: "pending",
		environment: config.environment,
		amount: "45000.00",
		currency: "XOF",
		operator: "orange-money-ci",
		operator_name: "Orange Money",
		country: "CI",
		phone_number: "+2250701020304",
		idempotency_key: randomUUID(),
		request_digest: "digest",
		maker_id: maker.id,
		opaque_id: id,
		created_at: TEST_NOW,
		sent_at: TEST_NOW,
		...facts,
	});
	return id;
}
