import { formatPhone } from "#lib/phone.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { ApprovalsPage } from "#tests/pages/approvals-page.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { anAmount, shown } from "#tests/support/browser/amounts.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ signedInAs: "maker" });

test("the same number and amount again: the earlier payout stands beside the new one, alive, and only a reason goes on", async ({
	page,
	desk,
}) => {
	const [number, amount] = [newPhoneNumber("05"), anAmount()];
	const maker = await desk.hand("maker");
	const earlier = await maker.requestPayout({ destination: number, amount });
	await desk.signIn(page, "admin");
	const form = await new PaymentFormPage(page, "payout").openWith({ phone: number, amount, note: "Facture 2026/482" });
	await expect(
		page.getByText(/There is already a payout of this amount to this number\. You will see it/),
	).toBeVisible();
	await form.submit.click();
	await expect(form.duplicates.getByRole("article", { name: "New payout" })).toContainText("Facture 2026/482");
	await expect(form.earlier).toHaveCount(1);
	await expect(form.earlier).toContainText((await desk.members("maker")).name);
	await expect(form.earlier).toContainText("Waiting for approval");
	await expect(form.earlier.getByRole("link", { name: "Open" })).toHaveAttribute("href", `/payouts/${earlier.id}`);

	await (await desk.hand("approver")).approve(earlier);
	await expect(form.earlier).toContainText("Paid", { timeout: 25_000 });
	await form.payAgain("   ");
	const why = form.duplicates.getByRole("textbox", { name: "Why pay again?" });
	await form.faultOf(why, /Give a reason of at least 10 characters/);
	const reason = "Second instalment, <b>order 482</b>";
	await form.payAgain(reason);
	const payment = await form.arrived();
	await payment.shows("Waiting for approval");
	await payment.says(`“${reason}”`);
	await expect(payment.main.getByRole("link", { name: "View the earlier payout" })).toHaveAttribute(
		"href",
		`/payouts/${earlier.id}`,
	);
	await payment.timelineHas(/accepted a possible duplicate and gave a reason/);
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);

	const approvals = await new ApprovalsPage(await desk.pageOf("approver")).open();
	await expect(approvals.card(formatPhone(number))).toContainText(reason);
	await approvals.ask(formatPhone(number));
	await expect(approvals.question).toContainText(reason);
	await approvals.confirm();
	await payment.shows("Paid");
	expect(await desk.sandbox.postsTo(number)).toHaveLength(2);
});

test("of two people who ask for the same one is stopped by the desk itself, also where the form knew nothing, and sees the other's payout", async ({
	page,
	desk,
}) => {
	const [number, amount] = [newPhoneNumber("05"), anAmount()];
	const form = await new PaymentFormPage(page, "payout").openWith({ phone: number, amount });
	await form.submit.click();
	await expect(form.requestApproval).toBeEnabled();
	// The form's preview stays the one from before the other payout, so the request itself is refused.
	await page.route("**/api/payouts/preview", (route) => route.abort());
	const first = await (await desk.hand("admin")).requestPayout({ destination: number, amount });
	// A press has no effect while the form refetches, which it does when the other payout is reported.
	await expect(async () => {
		if (await form.requestApproval.isVisible()) await form.requestApproval.click();
		await expect(form.earlier).toHaveCount(1, { timeout: 2_000 });
	}).toPass();
	await expect(form.earlier.getByRole("link", { name: "Open" })).toHaveAttribute("href", `/payouts/${first.id}`);
	const refused = await (await desk.hand("maker")).send("POST", "/api/payouts", {
		...{ amount, currency: "XOF", country: "CI", operator: "mtn-ci", destination: number },
	});
	expect(refused.status).toBe(409);
	expect(await refused.json()).toMatchObject({ code: "duplicate_suspected", payments: [first.id] });
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await form.phone.fill(newPhoneNumber("05"));
	await form.submit.click();
	await expect(page.getByRole("alert").getByRole("button", { name: "Try again" })).toBeVisible();
	await expect(form.requestApproval).toBeHidden();
	await expect(form.duplicates).toHaveCount(0);
	expect(await desk.sandbox.postsTo(number)).toEqual([]);
});

test("an approval is not given once its dialog was closed, also where the proof was on its way", async ({
	page,
	desk,
}) => {
	const { id } = await (await desk.hand("maker")).requestPayout();
	await desk.signIn(page, "approver");
	const approver = await new PaymentPage(page, "payout").open(id);
	const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
	await page.route("**/api/step-up", async (route) => {
		await gate;
		await route.continue();
	});
	let decisions = 0;
	page.on("request", (request) => {
		if (request.url().endsWith("/decision")) decisions += 1;
	});
	await page.getByRole("button", { name: "Approve", exact: true }).click();
	const step = new StepUpPart(page);
	await step.give();
	await page.keyboard.press("Escape");
	await expect(step.dialog).toBeHidden();
	const proved = page.waitForResponse(/\/api\/step-up$/);
	letGo();
	await proved;
	await approver.approve();
	await approver.shows("Paid");
	expect(decisions).toBe(1);
});

test("an answer that was lost makes no earlier payout of the one that it made, and the second press opens it", async ({
	page,
}) => {
	const [number, amount] = [newPhoneNumber("05"), anAmount()];
	const form = await new PaymentFormPage(page, "payout").openWith({ phone: number, amount });
	await form.submit.click();
	await page.route("**/api/payouts", async (route) => {
		await route.fetch();
		await route.abort("connectionreset");
	});
	const found = page.waitForResponse(
		async (answer) => answer.url().endsWith("/preview") && (await answer.json()).duplicates.length === 1,
	);
	await form.requestApproval.click();
	await expect(page.getByRole("alert").filter({ hasText: "never creates two payments" })).toBeVisible();
	await found;
	await page.unroute("**/api/payouts");
	await form.requestApproval.click();
	await (await form.arrived()).shows("Waiting for approval");
});

test("the form shows the wallet, what this payout would leave of it, and that it will not suffice; a number with Wave, which runs on every network, points to no other operator", async ({
	page,
}) => {
	const form = await new PaymentFormPage(page, "payout").openWith({ phone: newPhoneNumber("05"), amount: "1000" });
	await expect(form.outlook("Balance after")).toBeVisible();
	await expect(form.outlook(/^Balance as of/)).toBeVisible();
	await form.amount.fill("9900000000");
	await expect(page.getByText(/does not cover this payout/)).toBeVisible();

	await form.fill({ phone: newPhoneNumber("07"), amount: anAmount() });
	await expect(page.getByText("Côte d’Ivoire. Probably Orange Money.")).toBeVisible();
	const contradicts = page.getByText("The number is probably with Orange Money; you chose another operator.");
	await form.operator.selectOption({ label: "MTN MoMo" });
	await expect(contradicts).toBeVisible();
	await form.operator.selectOption({ label: "Wave" });
	await expect(page.getByText("Côte d’Ivoire.", { exact: true })).toBeVisible();
	await expect(contradicts).toBeHidden();
});

test("a maker corrects what waits: the form is filled in, and the approver sees the new facts alone", async ({
	page,
	desk,
}) => {
	const [number, amount, right] = [newPhoneNumber("05"), anAmount(), "104217"];
	const payout = await (await desk.hand("maker")).requestPayout({ destination: number, amount });
	const approvals = await new ApprovalsPage(await desk.pageOf("approver")).open();
	await approvals.ask(formatPhone(number));
	await page.goto(`/payouts/${payout.id}`);
	await page.getByRole("link", { name: "Edit payout", exact: true }).click();
	const form = new PaymentFormPage(page, "payout");
	await expect(form.amount).toHaveValue(shown(amount).replaceAll(" ", "\u00a0"));
	await expect(form.note).toHaveValue("Rent");
	await form.amount.fill(right);
	await form.submit.click();
	await form.saveCorrection();
	const payment = await form.arrived();
	await payment.timelineHas(`Edited by ${(await desk.members("maker")).name}`);

	// The approver still has the dialog with the old amount open.
	await approvals.confirm();
	await expect(approvals.question).toContainText("The data changed while you were viewing it");
	await approvals.question.getByRole("button", { name: "Back" }).click();
	await expect(approvals.card(formatPhone(number))).toContainText(shown(right));
	await approvals.approve(formatPhone(number));
	await payment.shows("Paid");
	const [post] = await desk.sandbox.postsTo(number);
	expect(JSON.stringify(post)).toContain(right);
});

test("a decision on a payout’s page is about the payout that was shown: an amount that its maker corrects meanwhile is looked at first", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	const { id, version } = await maker.requestPayout({ amount: "9410" });
	await desk.signIn(page, "approver");
	await new PaymentPage(page, "payout").open(id);
	await page.getByRole("button", { name: "Reject", exact: true }).click();
	const dialog = page.getByRole("dialog", { name: "Reject this payout?" });
	await dialog.getByRole("textbox", { name: "Reason" }).fill("Wrong amount");
	expect((await maker.send("PATCH", `/api/payouts/${id}`, { version, amount: "9420" })).status).toBe(200);
	await expect(page.getByText(/9\s420/).first()).toBeVisible();
	await dialog.getByRole("button", { name: "Reject", exact: true }).click();
	await expect(dialog).toContainText("The data changed while you were viewing it");
});
