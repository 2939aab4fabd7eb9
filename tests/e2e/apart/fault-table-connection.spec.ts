import { test as base, expect } from "#tests/e2e/apart/fault-fixtures.ts";
import { startTlsProxy, type TlsProxy } from "#tests/e2e/apart/tls-proxy.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { TransactionPage } from "#tests/pages/transaction-page.ts";

// A stack of its own: the service is behind a name, TLS and a port, and each of them can fail.
const test = base.extend<object, { tlsProxy: TlsProxy }>({
	tlsProxy: [
		async ({ browserName: _any }, use) => {
			const tlsProxy = await startTlsProxy();
			await use(tlsProxy);
			await tlsProxy.close();
		},
		{ scope: "worker" },
	],
	serviceUrl: [async ({ tlsProxy }, use) => use(tlsProxy.serviceUrl), { scope: "worker" }],
	environment: [async ({ tlsProxy }, use) => use(tlsProxy.environment), { scope: "worker" }],
	apart: ["tlsProxy", { scope: "worker" }],
});
test.describe.configure({ mode: "default" });
test.afterEach(({ tlsProxy }) => tlsProxy.heal());

const FAULTS = [
	{ fault: "port", what: "a refused connection", words: "The connection failed." },
	{ fault: "name", what: "a name that nobody knows", words: "The service’s address could not be resolved." },
	{ fault: "tls", what: "a certificate that nobody trusts", words: "The secure connection failed." },
] as const;

for (const { fault, what, words } of FAULTS) {
	test(`payout: ${what} is proof that nothing left: not sent, no POST arrives, and a new one goes through`, async ({
		tlsProxy,
		desk,
		table,
	}) => {
		// One payout succeeds first: the wallet is then proved, and only the next payout's own balance reading is held.
		await table.known("payout");
		tlsProxy.holdBalance();
		const trial = await table.send("payout");
		await tlsProxy.answerBalanceAndShut(fault);
		expect((await table.until(trial, "not_sent")).history.map(({ event }) => event)).toContain("sending");
		const payment = await table.sees(trial, "Not sent", "Not sent. Nothing left your wallet.", words);
		await payment.timelineHas("Not sent: no connection to the service");
		expect(await desk.sandbox.postsTo(trial.number)).toEqual([]);
		await tlsProxy.heal();
		const next = await table.send("payout");
		await table.until(next, "succeeded");
		await table.sentOnce(next);
		expect(await desk.sandbox.postsTo(trial.number)).toEqual([]);
	});

	test(`deposit: ${what} is proof that the payer was not asked: not sent, no POST arrives`, async ({
		tlsProxy,
		desk,
		table,
	}) => {
		await tlsProxy.shut(fault);
		const trial = await table.send("deposit");
		await table.until(trial, "not_sent");
		await table.sees(trial, "Not sent", "Not sent. The payer was not asked.", words);
		await tlsProxy.heal();
		expect(await desk.sandbox.postsTo(trial.number)).toEqual([]);
	});
}

test("GET: no connection, no name or no trusted certificate is told in words, and heals by itself within a minute", async ({
	page,
	tlsProxy,
	table,
}) => {
	test.setTimeout(100_000);
	const { reference, id } = await table.known("payout");
	const transaction = new TransactionPage(page);
	const alert = transaction.main.getByRole("alert");
	for (const { fault } of FAULTS) {
		await tlsProxy.heal();
		await tlsProxy.shut(fault);
		await transaction.open(reference);
		await expect(alert, fault).toContainText("The service is not responding. Nothing is lost");
	}
	await page.goto(`/payouts/${id}`);
	await new PaymentPage(page, "payout").shows("Paid");
	await transaction.open(reference);
	await expect(alert).toBeVisible();
	await tlsProxy.heal();
	await expect(transaction.main).toContainText("Paid", { timeout: 60_000 });
});
