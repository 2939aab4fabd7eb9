import { sql } from "kysely";
import { expect, test } from "vitest";
import { readUnexplained } from "#server/continuity/read-unexplained.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const { database, system } = await openPaymentDesk();

test("a wallet in which another system sent forty thousand different amounts since the gap is still read", async () => {
	const { environment } = system.config;
	const at = system.clock.now();
	await sql`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select ${environment}, 'XOF', 'withdrawal', n, 0, ${at}, 1, ${at} from generate_series(1, 40000) as n`.execute(
		database,
	);
	const found = { since: at, movement_id: "0", event_id: "0", cause: "start", detected_at: at } as const;
	await insertRows(database, "continuity_gap", { environment, currency: "XOF", ...found });
	const gap = await database.selectFrom("continuity_gap").selectAll().executeTakeFirstOrThrow();
	expect(await readUnexplained(database, gap, at)).toHaveLength(40_000);
});
