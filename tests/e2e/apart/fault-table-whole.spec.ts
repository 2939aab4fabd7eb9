import { DOUBT, expect, KINDS, NORMAL, test } from "#tests/e2e/apart/fault-fixtures.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { TransactionPage } from "#tests/pages/transaction-page.ts";

// These faults affect everybody, so the tests run in order, and each leaves the desk sending and the service whole.
test.describe.configure({ mode: "default" });
const WITHIN_A_MINUTE = { timeout: 60_000 };

for (const [index, kind] of KINDS.entries())
	test(`${kind}: keys refused to one payment alone (${401 + index * 2}) are told in words and stop nobody else`, async ({
		page,
		table,
	}) => {
		const refused = await table.send(kind, { fault: "refuse-keys", params: { status: 401 + index * 2 }, times: 1 });
		await table.until(refused, "refused");
		await table.sees(refused, "Refused", "The service rejected Cauri’s API keys.");
		await expect(page.getByText(/^Sending stopped/)).toBeHidden();
		const next = await table.send("payout");
		await table.until(next, NORMAL.payout);
		await table.sentOnce([refused, next]);
	});

test("GET: keys refused at one look alone stop nothing, the look says so in words, and the payment keeps its state", async ({
	page,
	desk,
	table,
}) => {
	const trial = await table.known("payout", "pending");
	await desk.sandbox.addFault({ endpoint: "status", fault: "refuse-keys", match: trial.reference });
	const transaction = await new TransactionPage(page).open(trial.reference);
	await expect(transaction.main.getByRole("alert")).toContainText("The service rejected Cauri’s API keys.");
	const words = async () => (await table.checkUntil(trial, "pending")).checkFault?.words;
	await expect.poll(words).toContain("These keys are not accepted.");
	await table.sees(
		trial,
		"With the operator",
		/The last check failed\. You see the earlier result\. The service said: “These keys are not accepted\./,
	);
	await expect(page.getByText(/^Sending stopped/)).toBeHidden();
});

test("away for an hour: nothing is lost, and within a minute of its return all that waits is final by itself; each sent once", async ({
	page,
	desk,
	table,
}) => {
	test.setTimeout(120_000);
	const deposit = await table.known("deposit", "pending");
	// The first answer is pending; the first status check returns the truth, if the service is there.
	const payout = await table.send("payout", { fault: "unknown-status", params: { status: "pending" } });
	await table.until(payout, "pending");
	const away = await desk.sandbox.addFault({ endpoint: "all", fault: "down" });
	await desk.sandbox.answer(deposit.number, deposit.reference, "approve");
	const hourAgo = "sent_at = sent_at - interval '1 hour', payer_deadline = payer_deadline - interval '1 hour'";
	await desk.pool.query(`update payment set ${hourAgo} where id = any($1)`, [[deposit.id, payout.id]]);
	const lost = await table.send("deposit");
	await table.until(lost, "unknown");
	await table.sees(lost, "Outcome unknown", DOUBT.deposit, "The service answered 503.");
	const waiting = await table.send("payout");
	const noticed = async () =>
		(await Promise.all([deposit, payout].map(table.read))).map(({ checkFault }) => checkFault);
	await expect.poll(noticed, { timeout: 30_000 }).not.toContain(null);
	const payment = await table.sees(payout, "With the operator", /The last check failed\. You see the earlier result\./);
	await table.sees(waiting, "Approved, waiting to be sent", /^no answer from the service since/);
	expect(await desk.sandbox.postsTo(waiting.number)).toEqual([]);

	await page.goto(`/payouts/${payout.id}`);
	await payment.mark();
	await desk.sandbox.removeFault(away);
	for (const trial of [payout, deposit, waiting])
		await expect.poll(async () => (await table.read(trial)).state, WITHIN_A_MINUTE).toBe("succeeded");
	await payment.shows("Paid");
	await payment.stayed();
	await page.goto(`/payouts/${waiting.id}`);
	await new PaymentPage(page, "payout").shows("Paid");
	await table.sees(lost, "Outcome unknown", DOUBT.deposit);
	await table.sentOnce([deposit, payout, lost, waiting]);
});

test("stumbling at 30 %: every payment is sent once and admits what came, and what has a reference is final within a minute of healing", async ({
	desk,
	table,
}) => {
	test.setTimeout(150_000);
	const flap = await desk.sandbox.addFault({ endpoint: "all", fault: "flap" });
	const trials = await Promise.all(Array.from({ length: 12 }, (_, index) => table.send(KINDS[index % 2] ?? "payout")));
	for (const trial of trials)
		await expect
			.poll(async () => (await table.read(trial)).state, WITHIN_A_MINUTE)
			.not.toMatch(/^(approved|sending|awaiting_approval)$/);
	await desk.sandbox.removeFault(flap);
	const isUnknown = (await Promise.all(trials.map(table.read))).map(({ state }) => state === "unknown");
	for (const [index, trial] of trials.entries()) {
		await table.until(trial, isUnknown[index] ? "unknown" : NORMAL[trial.kind]);
		const held = (await desk.sandbox.transactions()).filter(({ amount }) => amount === `${trial.amount}.00`);
		expect(held.length > 0, `${trial.kind} ${trial.id}`).toBe(!isUnknown[index]);
	}
	const doubtful = trials.find((_, index) => isUnknown[index]);
	if (doubtful) await table.sees(doubtful, "Outcome unknown", DOUBT[doubtful.kind], "The service answered 503.");
	await table.sentOnce(trials);
});
