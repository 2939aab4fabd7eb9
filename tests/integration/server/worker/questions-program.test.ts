import { mkdirSync } from "node:fs";
import { afterAll, expect, test, vi } from "vitest";
import { readConfig } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { askWorker } from "#server/http/ask-worker.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";
import { lookUpTransaction } from "#server/transactions/look-up-transaction.ts";
import { listWallets } from "#server/wallets/list-wallets.ts";
import { readWallet } from "#server/wallets/read-wallet.ts";
import { startWorkerProcess, workersOf } from "#tests/integration/server/worker/worker-process.ts";
import { fixedClock, testConfig } from "#tests/support/contexts.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk({}, fixedClock(new Date()));
const { script } = desk;
const { dataDir } = desk.system.config;
mkdirSync(dataDir);
const config = readConfig(
	{
		MOMO_BASE_URL: desk.scripted.baseUrl.href,
		WALLET_CURRENCIES: "XOF,XAF",
		DATABASE_URL: desk.url,
		SESSION_PASSWORD: "a-session-password-of-the-tests-only",
		DATA_DIR: dataDir,
	},
	{ keyless: true },
);
const { environment } = config;
const { database, log } = desk.viewer;
const service = askWorker({ database, databaseUrl: desk.url, environment, log });
afterAll(() => service.close());
/** The same member at a desk without keys. */
const keyless = (context: Context): Context => ({ ...context, config, service });
const [viewer, maker, admin] = [keyless(desk.viewer), keyless(desk.maker), keyless(desk.admin)];
const XOF = { currency: "XOF" };

const startWorker = workersOf(desk);

test("shows the balance, looks transactions up, starts a deposit and tells by which key, while the worker lives", async () => {
	await startWorker();
	expect(await readWallet(viewer, XOF)).toMatchObject({ balance: "5000000.00", stale: false });
	const deposit = await desk.deposit();
	await vi.waitFor(async () => expect(await desk.state(deposit.id)).toBe("pending"), { timeout: 60_000 });
	const started = await desk.read(deposit);
	desk.says(started, "success");
	expect(await lookUpTransaction(maker, { reference: started.reference ?? "" })).toMatchObject({ status: "success" });
	const { keyFingerprint } = testConfig({ MOMO_API_KEY: "test-key" });
	await expect.poll(async () => (await readConfiguration(admin)).service.keyFingerprint).toBe(keyFingerprint);
	const lost = await desk.sent({ answer: (respond) => respond.reset() });
	// The worker may read the wallet first; then it sends the payout itself.
	await vi.waitFor(async () => expect(await desk.state(lost.id)).toBe("unknown"), { timeout: 60_000 });
	expect(await readEvidence(maker, lost)).toMatchObject({ keyFingerprint });
});

test("shows the balance that was known last, and why, while the worker is dead, and asks again when it is back", async () => {
	const killed = await startWorker();
	script.balance = "4200000.00";
	// The worker uses the machine's clock, so the desk's clock moves on to make this the later reading.
	desk.clock.advance(60_000);
	expect(await readWallet(viewer, XOF)).toMatchObject({ balance: "4200000.00", stale: false });
	await killed.kill();
	await updateRows(desk.system.database, "worker", {}, { seen_at: new Date(0) });
	script.balance = "100.00";
	desk.clock.advance(60_000);
	expect(await readWallet(viewer, XOF)).toMatchObject({ balance: "4200000.00", stale: true });
	const { items } = await listWallets(viewer);
	expect(items.find(({ currency }) => currency === "XOF")).toMatchObject({
		wallet: { balance: "4200000.00", stale: true },
		fault: "worker_away",
	});
	await expect(lookUpTransaction(maker, { reference: "TX-1" })).rejects.toMatchObject({ code: "worker_away" });
	await startWorker();
	expect(await readWallet(viewer, XOF)).toMatchObject({ balance: "100.00", stale: false });
});

test("a worker without keys does not start", async () => {
	const started = startWorkerProcess(desk, { MOMO_API_KEY: "", MOMO_API_SECRET: "" });
	await expect(started).rejects.toThrow("MOMO_API_KEY (or MOMO_API_KEY_FILE) is missing");
});
