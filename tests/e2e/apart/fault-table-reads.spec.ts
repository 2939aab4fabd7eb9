import { expect, test } from "#tests/e2e/apart/fault-fixtures.ts";
import { TransactionPage } from "#tests/pages/transaction-page.ts";
import { shown } from "#tests/support/browser/amounts.ts";
import type { SandboxClient } from "#tests/support/service/sandbox-client.ts";
import { startScriptedService } from "#tests/support/service/scripted-service.ts";

// Six failed reads in a row open the web program's circuit, so the tests run in order, and each ends with a good read.
test.describe.configure({ mode: "default" });

const UNREADABLE = "The service returned an answer that cannot be read.";
const AWAY = "The service is not responding. Nothing is lost; try again shortly.";

async function statusGets(sandbox: SandboxClient, reference: string): Promise<number> {
	return (await sandbox.requests({ method: "GET", path: `/status/${reference}/` })).length;
}

test("GET: an error 500 to 504 or a reset is asked again, twice at most, and then the true answer is shown", async ({
	page,
	desk,
	table,
}) => {
	const trial = await table.known("payout");
	const transaction = await new TransactionPage(page).open("TX-20260101-NOBODY");
	for (const [fault, params] of [
		["error-before", { status: 500 }],
		["error-after", { status: 504 }],
		["reset-before", {}],
		["reset-in-body", {}],
	] as const) {
		const before = await statusGets(desk.sandbox, trial.reference);
		await desk.sandbox.addFault({ endpoint: "status", fault, params, times: 2, match: trial.reference });
		await transaction.open(trial.reference);
		await expect(transaction.amount, fault).toHaveText(`${shown(trial.amount)}\u00a0XOF`.replaceAll(" ", "\u00a0"));
		expect(await statusGets(desk.sandbox, trial.reference), fault).toBe(before + 3);
	}
});

test("GET: an error that stays is told after two more tries beside the old value and its time; a page without one is an error card that heals", async ({
	page,
	desk,
	table,
}) => {
	const trial = await table.known("payout");
	const transaction = await new TransactionPage(page).open(trial.reference);
	await expect(transaction.main).toContainText("Paid");
	const before = await statusGets(desk.sandbox, trial.reference);
	const down = { fault: "error-before", params: { status: 503 }, match: trial.reference };
	const id = await desk.sandbox.addFault({ endpoint: "status", ...down });
	await transaction.askAgain.click();
	const alert = transaction.main.getByRole("alert");
	await expect(alert).toContainText(`The update failed: ${AWAY} You see the data as of`);
	await expect(alert.getByRole("time")).toBeVisible();
	await expect(transaction.main).toContainText("Paid");
	expect(await statusGets(desk.sandbox, trial.reference)).toBe(before + 3);

	await page.reload();
	await expect(alert).toContainText(`Loading failed${AWAY}`);
	await expect(transaction.main).not.toContainText("XOF");
	expect((await table.read(trial)).state).toBe("succeeded");
	await desk.sandbox.removeFault(id);
	await alert.getByRole("button", { name: "Try again" }).click();
	await expect(transaction.main).toContainText("Paid");
});

test("GET: 2xx empty, HTML, of a wrong content type, cut, without a reference or with wrong money is an error card, and no value is shown", async ({
	page,
	desk,
	table,
}) => {
	const trial = await table.known("payout");
	const transaction = new TransactionPage(page);
	const alert = transaction.main.getByRole("alert");
	const again = alert.getByRole("button", { name: "Try again" });
	const faults: { fault: string; params?: Record<string, unknown> }[] = [
		...["empty-body", "html", "wrong-content-type", "cut-json", "no-reference"].map((fault) => ({ fault })),
		...["number", "null", "comma", "object", "missing"].map((as) => ({ fault: "wrong-money-types", params: { as } })),
	];
	for (const fault of faults) {
		const id = await desk.sandbox.addFault({ ...fault, endpoint: "status", match: trial.reference });
		if (fault === faults[0]) await transaction.open(trial.reference);
		await expect(again, fault.fault).toBeEnabled();
		const before = await statusGets(desk.sandbox, trial.reference);
		await again.click();
		// An unreadable answer is not requested again by itself.
		await expect.poll(() => statusGets(desk.sandbox, trial.reference), fault.fault).toBe(before + 1);
		await expect(alert).toContainText(UNREADABLE);
		await expect(transaction.main).not.toContainText("XOF");
		await desk.sandbox.removeFault(id);
	}
	await alert.getByRole("button", { name: "Try again" }).click();
	await expect(transaction.main).toContainText("Paid");
});

test("GET: a status that nobody knows is shown raw and marked; fields that the interface does not name change nothing", async ({
	page,
	desk,
	table,
}) => {
	const { reference } = await table.known("payout");
	const fault = { fault: "unknown-status", params: { status: "Success" }, match: reference };
	for (const endpoint of ["detail", "history", "status"]) await desk.sandbox.addFault({ endpoint, ...fault, times: 1 });
	const transaction = await new TransactionPage(page).open(reference);
	await expect(transaction.main).toContainText("Success (not recognised)");
	await expect(transaction.main).toContainText("Cauri does not know what it means.");
	await expect(transaction.main).not.toContainText(/\bpaid\b|failed/i);
	await expect(transaction.history.getByRole("listitem").last()).toContainText("Success");
	for (const endpoint of ["detail", "history", "status"])
		await desk.sandbox.addFault({ endpoint, fault: "extra-fields", match: reference });
	await transaction.askAgain.click();
	await expect(transaction.main).toContainText("Paid");
	await expect(transaction.contradictions).toBeHidden();
});

test("GET: 404 is “not found” and never “failed”: the payment stays as it was", async ({ page, desk, table }) => {
	const trial = await table.known("payout", "pending");
	for (const endpoint of ["detail", "history", "status"])
		await desk.sandbox.addFault({ endpoint, fault: "error-before", params: { status: 404 }, match: trial.reference });
	await table.checkUntil(trial, "pending");
	const transaction = await new TransactionPage(page).open(trial.reference);
	await expect(transaction.main).toContainText("The service does not know this reference");
	await expect(transaction.main).toContainText("This does not mean that a payment failed.");
	const payment = await table.sees(trial, "With the operator");
	await expect(payment.main.getByText(/^(Failed|Not paid)/)).toHaveCount(0);
});

test("GET: a 429 with Retry-After is kept to, and the page says when the next look comes", async ({ desk, table }) => {
	const trial = await table.known("payout", "pending");
	await desk.sandbox.addFault({
		endpoint: "status",
		fault: "error-before",
		params: { status: 429, retryAfterSeconds: 1_200 },
		match: trial.reference,
	});
	const waitMs = async () => {
		await table.checkUntil(trial, "pending");
		return Date.parse((await table.read(trial)).nextCheckAt ?? "") - Date.now();
	};
	await expect.poll(waitMs).toBeGreaterThan(1_100_000);
	await table.sees(trial, "With the operator", /next in (19|20)\smin/);
});

test("GET: a redirect is an error and is not followed: its target receives nothing", async ({ page, desk, table }) => {
	const { reference } = await table.known("payout");
	const target = await startScriptedService();
	try {
		const location = new URL(`transactions/status/${reference}/`, target.baseUrl).href;
		const transaction = await new TransactionPage(page).open(reference);
		await expect(transaction.main).toContainText("Paid");
		for (const status of [301, 302, 303, 307, 308]) {
			const before = await statusGets(desk.sandbox, reference);
			const params = { status, location };
			await desk.sandbox.addFault({ endpoint: "status", fault: "redirect", params, times: 1, match: reference });
			await transaction.askAgain.click();
			await expect(transaction.main.getByRole("alert"), `${status}`).toContainText(AWAY);
			expect(await statusGets(desk.sandbox, reference), `${status}`).toBe(before + 1);
			await transaction.askAgain.click();
			await expect(transaction.main.getByRole("alert")).toBeHidden();
		}
		expect(target.connections()).toBe(0);
	} finally {
		await target.close();
	}
});
