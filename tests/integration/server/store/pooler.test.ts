import { expect, onTestFinished, test } from "vitest";
import { directAddress } from "#server/environment/database-addresses.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { requestPayout } from "#server/payments/request/request-payout.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { grantRights } from "#server/store/grant-rights.ts";
import { requireSettled } from "#server/store/schema-version.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { HAS_POOLER, startPooler } from "#tests/support/database/start-pooler.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();

async function pooledAddress(url: string, isLenient = false): Promise<string> {
	const pooler = await startPooler(url, { isLenient });
	onTestFinished(pooler.stop);
	return pooler.url;
}

function databaseAt(url: string, isPooled: boolean, max = 5) {
	const pool = openPool(url, { isPooled, max, statement_timeout: 5_000 });
	onTestFinished(() => pool.end());
	return openDatabase(pool);
}

test.runIf(HAS_POOLER)(
	"a pooler that nobody named is refused in one sentence, whether it drops parameters or refuses them",
	async () => {
		for (const lenient of [true, false]) {
			const database = databaseAt(await pooledAddress(desk.url, lenient), false);
			await expect(requireSettled(database)).rejects.toThrow(/^A pooler stands between Cauri and PostgreSQL/);
		}
		await expect(requireSettled(databaseAt(desk.url, false))).resolves.toBeUndefined();
	},
);

test.runIf(HAS_POOLER)(
	"through a named pooler the web program's role has its settings, and an account without them is refused",
	async () => {
		// In a copied database the roles have no settings yet.
		await grantRights(desk.pool);
		const web = databaseAt(await pooledAddress(programUrl(desk.url, "web")), true);
		await expect(requireSettled(web, true)).resolves.toBeUndefined();
		const owner = databaseAt(await pooledAddress(desk.url), true);
		await expect(requireSettled(owner, true)).rejects.toThrow("DATABASE_WEB_URL");
	},
);

test.runIf(HAS_POOLER)(
	"payouts requested and approved by many through two pooled connections each leave once",
	async () => {
		const pooled = databaseAt(await pooledAddress(desk.url), true, 20);
		const maker = { ...desk.maker, database: pooled };
		const approver = { ...desk.approver, database: pooled };
		const payouts = await Promise.all(
			Array.from({ length: 12 }, async () => {
				const { id, version } = await requestPayout(maker, newPayout(), desk.key());
				return decidePayout(approver, { id, decision: "approve", version });
			}),
		);
		for (const payout of payouts) expect(await desk.send(payout)).toBe("attempted");
		expect(desk.posts()).toHaveLength(payouts.length);
	},
);

test("the direct address keeps the account and takes host, port and options from the other", () => {
	const url = "postgres://cauri_web:s%40cret@pooler.example:6432/cauri";
	expect(directAddress(url, "postgres://db.example:5432/cauri?sslmode=verify-full")).toBe(
		"postgres://cauri_web:s%40cret@db.example:5432/cauri?sslmode=verify-full",
	);
	expect(directAddress(url, "")).toBe(url);
});
