/** Payments as rows, for tests of what reads them: no verb made these, and the record does not tell of them. */
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import { ulid } from "ulid";
import type { Database } from "#server/store/database.ts";
import type { PaymentTable } from "#server/store/tables.ts";
import { TEST_NOW, testConfig } from "#tests/support/contexts.ts";

/** A sent payout unless the facts say otherwise. Returns its id. */
export async function insertPayment(
	database: Database,
	makerId: string,
	facts: Partial<Insertable<PaymentTable>> = {},
): Promise<string> {
	const id = ulid(TEST_NOW.getTime());
	await database
		.insertInto("payment")
		.values({
			id,
			kind: "payout",
			state: "pending",
			environment: testConfig().environment,
			amount: "45000.00",
			currency: "XOF",
			operator: "orange-money-ci",
			operator_name: "Orange Money",
			country: "CI",
			phone_number: "+2250701020304",
			idempotency_key: randomUUID(),
			request_digest: "digest",
			maker_id: makerId,
			opaque_id: id,
			created_at: TEST_NOW,
			sent_at: TEST_NOW,
			...facts,
		})
		.execute();
	return id;
}
