import type { WireDetail, WireStatus } from "#server/momo/wire.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { TransactionPage, TransactionsPage } from "#tests/pages/transaction-page.ts";
import { paidPayout } from "#tests/support/browser/paid-payout.ts";
import { askService, foreignPayout } from "#tests/support/browser/service-answers.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ signedInAs: "viewer" });

const withoutZeros = (time: string | null) => time?.replace(/\.000Z$/, "Z");

test("a deposit is found: facts and history of both endpoints, oldest first, and the way to our own record", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	const number = newPhoneNumber("05");
	const deposit = await maker.until(await maker.startDeposit({ amount: "31415", phoneNumber: number }), "pending");
	const reference = deposit.reference ?? "";
	const [search, transaction] = [new TransactionsPage(page), new TransactionPage(page)];
	await search.open();
	await search.lookUp(reference);
	await expect(page).toHaveURL(new RegExp(`/transactions/${reference}$`));
	await expect(transaction.amount).toHaveText("31\u00a0415\u00a0XOF");
	await expect(transaction.main).toContainText("Pending");
	await expect(transaction.facts).toContainText("Processednot yet");

	await desk.sandbox.answer(number, reference, "approve");
	await maker.until(deposit, "succeeded");
	await transaction.askAgain.click();
	await expect(transaction.history.getByRole("listitem")).toHaveCount(2);
	await expect(transaction.history.getByRole("listitem").first()).toContainText("Pending");
	await expect(transaction.history.getByRole("listitem").last()).toContainText("Paid");
	await expect(transaction.history.getByRole("listitem").last()).toContainText("source: operator");
	const said = await askService<WireDetail>(desk, `/transactions/history/${reference}/`);
	expect(await transaction.historyTimes()).toEqual(
		said.history.map(({ timestamp }) => withoutZeros(timestamp ?? null)),
	);
	const status = await askService<WireStatus>(desk, `/transactions/status/${reference}/`);
	for (const time of [status.created_at, status.processed_at]) {
		await expect(transaction.facts.getByTitle(withoutZeros(time ?? "") ?? "")).toBeVisible();
	}
	await expect(transaction.facts).toContainText("TypeDeposit");
	await expect(transaction.contradictions).toBeHidden();
	await transaction.facts.getByRole("link", { name: "Open the deposit" }).click();
	await expect(page).toHaveURL(new RegExp(`/deposits/${deposit.id}$`));
});

test("a payout is found, with the way to our own record; where endpoints disagree, the word of each is shown, and the least final one counts", async ({
	page,
	desk,
}) => {
	const { id, reference } = await paidPayout(desk.hand, { amount: "27182" });
	const transaction = await new TransactionPage(page).open(reference);
	await expect(transaction.amount).toHaveText("27\u00a0182\u00a0XOF");
	await expect(transaction.main).toContainText("Payout");
	await expect(transaction.contradictions).toBeHidden();
	await desk.sandbox.addFault({ endpoint: "history", fault: "disagree", match: reference });
	await transaction.askAgain.click();
	await expect(transaction.contradiction("Status")).toHaveText(["Status", "success", "pending", "success"]);
	// The badge's text; the table has the service's own word in lower case.
	await expect(transaction.main).toContainText("Pending");
	await desk.sandbox.clearFaults();
	await transaction.askAgain.click();
	await expect(transaction.contradictions).toBeHidden();

	const other = { endpoint: "detail", fault: "other-amount", params: { add: "0.01" }, match: reference } as const;
	await desk.sandbox.addFault(other);
	await desk.sandbox.addFault({ endpoint: "history", fault: "other-currency", match: reference });
	await desk.sandbox.addFault({ endpoint: "status", fault: "other-type", match: reference });
	await transaction.askAgain.click();
	await expect(transaction.contradiction("Amount")).toHaveText(["Amount", "27182.01", "27182.00", "27182.00"]);
	await expect(transaction.contradiction("Currency")).toHaveText(["Currency", "XOF", "USD", "XOF"]);
	await expect(transaction.contradiction("Type")).toHaveText(["Type", "withdrawal", "withdrawal", "refund"]);
	await transaction.facts.getByRole("link", { name: "Open the payout" }).click();
	await expect(page).toHaveURL(new RegExp(`/payouts/${id}$`));
});

test("a transaction that was not started here is found and told as that", async ({ page, desk }) => {
	const transaction = await new TransactionPage(page).open(await foreignPayout(desk));
	await expect(transaction.amount).toHaveText("4\u00a0321\u00a0XAF");
	await expect(transaction.facts).toContainText("Not started in Cauri.");
});

test("recent look-ups are one's own, newest first, with what came of them, and lead back; a reference that the service does not know is a page that says so, and never that a payment failed", async ({
	page,
	desk,
}) => {
	const payout = await paidPayout(desk.hand, { amount: "1618" });
	const [search, transaction] = [new TransactionsPage(page), new TransactionPage(page)];
	await search.open();
	await expect(search.recent).toContainText("No look-ups yet.");
	for (const reference of [payout.reference, "TX-20260101-NOBODY"]) {
		await search.open();
		await search.lookUp(reference);
		await expect(page).toHaveURL(new RegExp(`${reference}$`));
		await expect(transaction.amount).toBeVisible();
	}
	await expect(transaction.amount).toHaveText("TX-20260101-NOBODY");
	await expect(search.reference).toHaveValue("TX-20260101-NOBODY");
	await expect(transaction.main).toContainText("This does not mean that a payment failed.");
	expect((await page.reload())?.status()).toBe(200);
	await expect(transaction.main).toContainText("The service does not know this reference");
	await search.open();
	await expect(search.recentRows()).toHaveCount(2);
	await expect(search.recentRows().first()).toContainText("TX-20260101-NOBODY");
	await expect(search.recentRows().first()).toContainText("Not found");
	await expect(search.recentRows().last()).toContainText("Found");
	await search.recent.getByRole("link", { name: payout.reference }).click();
	await expect(transaction.amount).toHaveText("1\u00a0618\u00a0XOF");

	const other = new TransactionsPage(await desk.pageOf("approver"));
	await other.open();
	await expect(other.recent).toContainText("No look-ups yet.");
});

test("a look-up that fails says so, although the same look-up was answered before", async ({ page, desk }) => {
	const { reference } = await paidPayout(desk.hand, { amount: "1442" });
	const [search, transaction] = [new TransactionsPage(page), new TransactionPage(page)];
	await search.open();
	await search.lookUp(reference);
	await expect(transaction.amount).toHaveText("1\u00a0442\u00a0XOF");
	const refusal = { fault: "error-before", params: { status: 400, detail: "No" }, match: reference };
	for (const endpoint of ["detail", "history", "status"]) await desk.sandbox.addFault({ endpoint, ...refusal });
	// The page's own link keeps what the browser has read.
	await transaction.main.getByRole("link", { name: "Transactions" }).click();
	await search.lookUp(reference);
	await expect(transaction.main.getByRole("alert")).toBeVisible();
	await expect(transaction.facts).toBeHidden();
});
