import type { Locator } from "playwright/test";
import { formatPhone } from "#lib/phone.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { ApprovalsPage } from "#tests/pages/approvals-page.ts";
import { MarkedPart } from "#tests/pages/marked-part.ts";
import { PaymentListPage } from "#tests/pages/payment-list-page.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

const NUMBERS = ["05", "05", "05"] as const;

test("several payouts are approved with one proof, and one that changed meanwhile is named and not marked any more", async ({
	desk,
}) => {
	const maker = await desk.hand("maker");
	const numbers = NUMBERS.map((prefix) => newPhoneNumber(prefix));
	const payouts = [];
	for (const destination of numbers) payouts.push(await maker.requestPayout({ destination }));
	const approvals = await new ApprovalsPage(await desk.pageOf("approver")).open();
	for (const number of numbers) await approvals.markOf(number).check();
	const marked = new MarkedPart(approvals.page);
	await expect(marked.bar).toContainText("3 selected");
	await marked.ask("Approve 3");
	await expect(marked.dialog).toContainText("Approve 3 payouts?");
	const [, , last] = payouts;
	if (!last) throw new Error("three were requested");
	expect((await (await desk.hand("admin")).decide(last, "reject")).status).toBe(200);
	await marked.confirm("Approve 3");
	const failed = approvals.page.getByRole("dialog", { name: "1 payout is unchanged" });
	await expect(failed).toContainText(formatPhone(numbers[2] ?? "").replaceAll(" ", "\u00a0"));
	await expect(failed).toContainText("The data changed while you were viewing it.");
	await failed.getByRole("button", { name: "Close" }).last().click();
	await expect(marked.bar).toBeHidden();
	for (const number of numbers.slice(0, 2)) await expect.poll(() => desk.sandbox.postsTo(number)).toHaveLength(1);
	expect(await desk.sandbox.postsTo(numbers[2] ?? "")).toEqual([]);
});

test("on a phone, the question before several approvals shows each number whole, and a confirmed duplicate", async ({
	desk,
}) => {
	const maker = await desk.hand("maker");
	const numbers = [newPhoneNumber("05"), newPhoneNumber("05")];
	const [destination = ""] = numbers;
	const first = await maker.requestPayout({ destination });
	const duplicate = { of: [first.id], reason: "Each is owed twice this month" };
	await maker.requestPayout({ destination, duplicate });
	await maker.decide(first, "cancel");
	await maker.requestPayout({ destination: numbers[1] ?? "" });
	for (const number of numbers) await maker.post("/api/recipients", { name: "Salimata N’Guessan Kouassi", number });
	const approvals = await new ApprovalsPage(await desk.pageOf("approver")).open();
	await approvals.page.setViewportSize({ width: 360, height: 740 });
	for (const number of numbers) await approvals.markOf(number).check();
	const marked = new MarkedPart(approvals.page);
	const topOf = (part: Locator) => part.evaluate((shown) => shown.getBoundingClientRect().top);
	expect(await topOf(marked.bar)).toBeGreaterThan(await topOf(approvals.page.locator(".toaster")));
	await marked.ask("Approve 2");
	const list = marked.dialog.getByRole("list", { name: "Payouts" });
	await expect(list).toContainText("Kouassi");
	await expect(list).toContainText(duplicate.reason);
	expect(await list.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
});

test("several payouts are cancelled from the list with one reason", async ({ page, desk }) => {
	const maker = await desk.hand("maker");
	const numbers = NUMBERS.map((prefix) => newPhoneNumber(prefix));
	const note = `Cancelled together ${numbers[0]}`;
	for (const destination of numbers) await maker.requestPayout({ destination, note });
	await desk.signIn(page, "maker");
	const list = await new PaymentListPage(page, "payout").open(`?search=${encodeURIComponent(note)}`);
	await expect(list.rows).toHaveCount(3);
	await page.getByRole("checkbox", { name: "Select all on this page" }).check();
	const marked = new MarkedPart(page);
	await marked.ask("Cancel 3");
	await marked.dialog.getByRole("button", { name: "Cancel 3" }).click();
	await expect(marked.dialog.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription(/Give a reason/);
	await marked.dialog.getByRole("textbox", { name: "Reason" }).fill("Paid in cash");
	await marked.dialog.getByRole("button", { name: "Cancel 3" }).click();
	await expect(list.row("Cancelled")).toHaveCount(3);
	await expect(marked.bar).toBeHidden();
	for (const number of numbers) expect(await desk.sandbox.postsTo(number)).toEqual([]);
});
