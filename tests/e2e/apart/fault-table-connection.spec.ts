import { test as base, expect } from "#tests/e2e/apart/fault-fixtures.ts";
import { startTlsProxy, type TlsProxy } from "#tests/e2e/apart/tls-proxy.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { TransactionPage } from "#tests/pages/transaction-page.ts";

// A stack of its own: the service is behind a name, TLS and a port, and each of them can fail.
const test = base.extend<object, { proxy: TlsProxy }>({
	proxy: [
		async ({ browserName: _any }, use) => {
			const proxy = await startTlsProxy();
			await use(proxy);
			await proxy.close();
		},
		{ scope: "worker" },
	],
	serviceUrl: [async ({ proxy }, use) => use(proxy.serviceUrl), { scope: "worker" }],
	environment: [async ({ proxy }, use) => use(proxy.environment), { scope: "worker" }],
	apart: ["proxy", { scope: "worker" }],
});
test.describe.configure({ mode: "default" });
test.afterEach(({ proxy }) => proxy.heal());

const FAULTS = [
	{ fault: "port", what: "a refused connection", words: "The connection failed." },
	{ fault: "name", what: "a name that nobody knows", words: "The service’s address could not be resolved." },
	{ fault: "tls", what: "a certificate that nobody trusts", words: "The secure connection failed." },
] as const;

for (const { fault, what, words } of FAULTS) {
	test(`payout: ${what} is proof that nothing left: not sent, no POST arrives, and a new one goes through`, async ({
		proxy,
		desk,
		table,
	}) => {
		// One payout succeeds first: the wallet is then proved, and only the next payout's own balance reading is held.
		await table.known("payout");
		proxy.holdBalance();
		const trial = await table.send("payout");
		await proxy.answerBalanceAndShut(fault);
		expect((await table.until(trial, "not_sent")).history.map(({ event }) => event)).toContain("sending");
		const payment = await table.sees(trial, "Not sent", "Not sent. Nothing left your wallet.", words);
		await payment.timelineHas("Not sent: no connection to the service");
		expect(await desk.sandbox.postsTo(trial.number)).toEqual([]);
		await proxy.heal();
		const next = await table.send("payout");
		await table.until(next, "succeeded");
		await table.sentOnce(next);
		expect(await desk.sandbox.postsTo(trial.number)).toEqual([]);
	});

	test(`deposit: ${what} is proof that the payer was not asked: not sent, no POST arrives`, async ({
		proxy,
		desk,
		table,
	}) => {
		await proxy.shut(fault);
		const trial = await table.send("deposit");
		await table.until(trial, "not_sent");
		await table.sees(trial, "Not sent", "Not sent. The payer was not asked.", words);
		await proxy.heal();
		expect(await desk.sandbox.postsTo(trial.number)).toEqual([]);
	});
}

test("GET: no connection, no name or no trusted certificate is told in words, and heals by itself within a minute", async ({
	page,
	proxy,
	table,
}) => {
	test.setTimeout(100_000);
	const { reference, id } = await table.known("payout");
	const transaction = new TransactionPage(page);
	const alert = transaction.main.getByRole("alert");
	for (const { fault } of FAULTS) {
		await proxy.heal();
		await proxy.shut(fault);
		await transaction.open(reference);
		await expect(alert, fault).toContainText("The service is not responding. Nothing is lost");
	}
	await page.goto(`/payouts/${id}`);
	await new PaymentPage(page, "payout").shows("Paid");
	await transaction.open(reference);
	await expect(alert).toBeVisible();
	await proxy.heal();
	await expect(transaction.main).toContainText("Paid", { timeout: 60_000 });
});
