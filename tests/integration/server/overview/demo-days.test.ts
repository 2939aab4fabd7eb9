import { expect, test } from "vitest";
import { sumOfSizes } from "#lib/money.ts";
import { seedDemo } from "#server/cli/demo-data/seed-demo.ts";
import { prepareSandbox } from "#server/cli/launcher/prepare-demo.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { fixedClock, person, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { walletService, wireWallet } from "#tests/support/wallet/wallet-service.ts";

const NOW = new Date("2026-03-10T15:00:00.000Z");
const { database, pool } = await createTestDatabase();
await prepareSandbox(pool, NOW);
const config = testConfig();
const { environment } = config;
await seedDemo(pool, { environment, currencies: ["XOF", "XAF"], sandboxOrigin: "http://localhost:4010", now: NOW });
const service = walletService();
const system = systemContext({ database, service, clock: fixedClock(NOW), config });
service.balance = async (currency) => {
	const last = database
		.selectFrom("balance_reading")
		.select(["balance", "updated_at"])
		.where("currency", "=", currency);
	const look = await last.orderBy("id", "desc").limit(1).executeTakeFirstOrThrow();
	return wireWallet({ currency_code: currency, balance: look.balance, updated_at: look.updated_at.toISOString() });
};
const context = await person(system, "viewer");
await reconcileWallet(system, { currency: "XOF" });
await proveDays(system, { currency: "XOF" });

test("Home and the reconciliation say the same of each day of the demonstration", async () => {
	const { days, open, current } = await readReconciliation(context, { currency: "XOF" });
	const { wallets } = await readOverview(context);
	const trend = wallets.find(({ currency }) => currency === "XOF")?.trend ?? [];
	const told = trend.flatMap((one) => {
		const proof = days.find(({ day }) => day === one.day);
		return proof?.closing ? [{ ...one, closing: proof.closing.balance, gap: proof.gap }] : [];
	});
	expect(told.length).toBeGreaterThan(20);
	expect(told.map(({ balance }) => balance)).toEqual(told.map(({ closing }) => closing));
	for (const { unmatched, gap } of told) expect(unmatched ?? "0.00").toBe(gap);
	const wallet = wallets.find(({ currency }) => currency === "XOF");
	expect(open.days.length).toBeGreaterThan(0);
	expect(wallet?.differences).toEqual({
		now: current?.status === "gap" ? current.gap : null,
		...{ days: open.days.length, amount: sumOfSizes(open.days.map(({ gap }) => gap)) },
	});
	expect(told.filter(({ unmatched }) => unmatched !== undefined).length).toBeGreaterThan(0);
});
