import { expect, test } from "#tests/e2e/apart/fault-fixtures.ts";
import { HomePage } from "#tests/pages/home-page.ts";
import { MovementsPage } from "#tests/pages/movements-page.ts";
import { PaymentListPage } from "#tests/pages/payment-list-page.ts";
import { anAmount, shown } from "#tests/support/browser/amounts.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";
import type { SandboxClient } from "#tests/support/service/sandbox-client.ts";

// All tests use the XAF wallet, which no other test of the table touches.
test.describe.configure({ mode: "default" });

const MANY = 20_000;

/** A mirror that met each fault in turn never shows a line that the service never listed, and loses none. */
test.describe("GET movements", () => {
	const refresh = async (page: MovementsPage, sandbox: SandboxClient) => {
		const since = new Date();
		await page.page.getByRole("button", { name: "Refresh" }).click();
		const asked = async () => {
			const gets = await sandbox.requests({ path: "/XAF/movements/", since });
			return gets.filter(({ answeredAt }) => answeredAt !== null).length;
		};
		await expect.poll(asked, { timeout: 45_000 }).toBeGreaterThan(0);
	};
	const cut = "The list may be incomplete:";

	test("unsorted or with lines twice they stand in our order, as many of each as were ever listed; cut, the page says so and keeps what it saw", async ({
		page,
		crew,
		desk,
	}) => {
		for (const amount of ["70001", "70002", "70003"]) await desk.sandbox.fund("XAF", amount);
		const movements = await new MovementsPage(page).open("?currency=XAF");
		await refresh(movements, desk.sandbox);
		const total = async () => (await crew.maker.get<{ total: number }>("/api/wallets/XAF/movements?limit=1")).total;
		await expect.poll(total).toBe(4);
		const inOrder = async () => (await movements.shown("XAF")).map(({ amount }) => amount.replaceAll(/\s/g, " "));
		const truth = ["+70 003", "+70 002", "+70 001", "+20 000 000"];

		await desk.sandbox.addFault({ endpoint: "movements", fault: "movements-unsorted", times: 1, match: "XAF" });
		await refresh(movements, desk.sandbox);
		await movements.open("?currency=XAF");
		expect(await inOrder()).toEqual(truth);
		await expect(page.getByText(cut)).toBeHidden();

		await desk.sandbox.addFault({
			endpoint: "movements",
			fault: "movements-cut",
			params: { rows: 2 },
			times: 1,
			match: "XAF",
		});
		await refresh(movements, desk.sandbox);
		await expect(page.getByText(cut)).toBeVisible();
		expect(await inOrder()).toEqual(truth);

		await refresh(movements, desk.sandbox);
		await expect(page.getByText(cut)).toBeHidden();
		// Lists every third line twice: a longer list is believed at once, and two later shorter lists take the lines back.
		await desk.sandbox.addFault({ endpoint: "movements", fault: "movements-duplicated", times: 1, match: "XAF" });
		await refresh(movements, desk.sandbox);
		await expect.poll(total).toBe(6);
		await movements.open("?currency=XAF");
		expect(await inOrder()).toEqual(["+70 003", "+70 003", "+70 002", "+70 001", "+20 000 000", "+20 000 000"]);
		// One shorter list may have lost lines; the second one decides.
		await refresh(movements, desk.sandbox);
		await refresh(movements, desk.sandbox);
		// The API's total counts withdrawn lines too, because the list has them; the page's sums do not.
		await expect(page.getByText("4 movements found")).toBeVisible();
		expect(await total()).toBe(6);
		await expect(page.getByText(cut)).toBeHidden();
		await movements.open("?currency=XAF");
		await expect(movements.rows("XAF").filter({ hasText: "withdrawn by the service" })).toHaveCount(2);
	});

	test("a huge list is taken whole, in our order, page by page", async ({ page, crew, desk }) => {
		await desk.sandbox.addFault({
			endpoint: "movements",
			fault: "movements-many",
			params: { rows: MANY },
			times: 1,
			match: "XAF",
		});
		const movements = await new MovementsPage(page).open("?currency=XAF");
		await refresh(movements, desk.sandbox);
		const total = async () => (await crew.maker.get<{ total: number }>("/api/wallets/XAF/movements?limit=1")).total;
		await expect.poll(total, { timeout: 30_000 }).toBeGreaterThanOrEqual(MANY);
		await movements.open("?currency=XAF");
		await movements.settled("XAF");
		const times = (await movements.shown("XAF")).map(({ at }) => at);
		expect(times).toEqual(times.toSorted().toReversed());
		await expect(movements.pages).toContainText(/20[\s\u00a0]00\d/);
	});

	test("500, a reset, HTML or a redirect leave the old list standing with its time and the reason", async ({
		page,
		desk,
	}) => {
		// After the huge list the desk waits five times that list's duration between reads.
		test.setTimeout(150_000);
		const movements = await new MovementsPage(page).open("?currency=XAF");
		const before = await movements.shown("XAF");
		for (const fault of ["error-before", "reset-in-body", "html", "redirect"]) {
			const id = await desk.sandbox.addFault({ endpoint: "movements", fault, match: "XAF" });
			await refresh(movements, desk.sandbox);
			await expect(page.getByText(/^The last refresh failed/), fault).toBeVisible();
			expect(await movements.shown("XAF"), fault).toEqual(before);
			await desk.sandbox.removeFault(id);
			await refresh(movements, desk.sandbox);
			await expect(page.getByText(/^The last refresh failed/), fault).toBeHidden();
		}
	});
});

test("a balance of 1e5, NaN or 100.123 is withheld on Home, and a payout waits at the look before sending, says why, and leaves once it can be read", async ({
	page,
	crew,
	desk,
	table,
}) => {
	test.setTimeout(150_000);
	const told = (text: string) =>
		desk.sandbox.addFault({ endpoint: "balance", fault: "bad-balance", params: { text }, match: "XAF" });
	let bad = await told("1e5");
	const [destination, amount] = [`+23767${newPhoneNumber("05").slice(-7)}`, anAmount()];
	const order = { destination, amount, currency: "XAF", country: "CM", operator: "mtn-cameroon" };
	const { id } = await crew.approver.approve(await crew.maker.requestPayout(order));
	const trial = { kind: "payout" as const, id, number: destination, amount };
	const why = "the balance could not be read";
	const payment = await table.sees(
		trial,
		"Approved, waiting to be sent",
		"Approved and waiting. Nothing has been sent.",
		why,
	);
	const list = new PaymentListPage(page, "payout");
	await page.goto("/payouts?currency=XAF");
	await expect(list.rows.filter({ hasText: shown(amount) })).toContainText(why);

	const home = new HomePage(page);
	for (const text of ["1e5", "NaN", "100.123"]) {
		const since = new Date();
		// The next fault is there before the last one goes, so that no good balance is read between them.
		const next = await told(text);
		await desk.sandbox.removeFault(bad);
		bad = next;
		const looks = async () => {
			await home.open();
			const asked = await desk.sandbox.requests({ path: "/fiat/XAF/", since });
			return asked.filter(({ path, answeredAt }) => !path.includes("movements") && answeredAt !== null).length;
		};
		await expect.poll(looks, text).toBeGreaterThan(0);
		await expect(async () => {
			await home.open();
			await expect(home.wallet("XAF")).toContainText(
				"Balance not shownThe service returned an answer that cannot be read.",
				{ timeout: 1_000 },
			);
		}, text).toPass();
		await expect(home.wallet("XAF").getByText(/\d XAF$/)).toHaveCount(0);
		await expect(home.wallet("XOF").getByText(/\d\sXOF$/)).toBeVisible();
		expect((await crew.approver.read(trial)).waits?.kind, text).toBe("balance_unread");
		expect(await desk.sandbox.postsTo(destination), text).toEqual([]);
	}

	// The approval still holds, so the payout leaves by itself.
	await desk.sandbox.removeFault(bad);
	await page.goto(`/payouts/${id}`);
	await expect.poll(async () => (await crew.approver.read(trial)).state, { timeout: 60_000 }).toBe("succeeded");
	await payment.shows("Paid");
	expect(await desk.sandbox.postsTo(destination)).toHaveLength(1);
});

test("GET: a balance with wrong money types, in another currency or of somebody else is withheld and not covered by an old one", async ({
	page,
	desk,
}) => {
	const home = new HomePage(page);
	for (const [fault, params] of [
		["wrong-money-types", { as: "number" }],
		["other-currency", {}],
		["foreign-answer", {}],
	] as const) {
		await expect(async () => {
			await home.open();
			await expect(
				home
					.wallet("XAF")
					.getByText(/\d\sXAF$/)
					.first(),
			).toBeVisible({ timeout: 1_000 });
		}, fault).toPass();
		const bad = await desk.sandbox.addFault({ endpoint: "balance", fault, params, match: "XAF" });
		await expect(async () => {
			await home.open();
			await expect(home.wallet("XAF")).toContainText("Balance not shown", { timeout: 1_000 });
		}, fault).toPass();
		await expect(home.wallet("XAF").getByText(/\d\sXAF$/)).toHaveCount(0);
		await desk.sandbox.removeFault(bad);
	}
});
