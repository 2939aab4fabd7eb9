import { formatPhone, maskPhone, nationalPart } from "#lib/phone.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { ApprovalsPage } from "#tests/pages/approvals-page.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { anAmount, shown } from "#tests/support/browser/amounts.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ signedInAs: "maker" });

test("a payout asked for by a maker leaves once another member has approved it, live on both screens", async ({
	page,
	desk,
}) => {
	const [number, amount] = [newPhoneNumber("05"), anAmount()];
	const approvals = await new ApprovalsPage(await desk.pageOf("approver")).open();
	await expect(approvals.page.getByRole("heading", { name: "Approvals" })).toBeVisible();
	const form = await new PaymentFormPage(page, "payout").openWith({ phone: number, amount, note: "Facture 2026/118" });
	await form.submit.click();
	await expect(page.getByRole("heading", { name: "Check before you request" })).toBeFocused();
	await expect(page.getByRole("main")).toContainText(
		`After one approval, Cauri sends ${shown(amount)} XOF to ${formatPhone(number)}`,
	);
	expect(await desk.sandbox.postsTo(number)).toEqual([]);
	await form.requestApproval.click();
	const payment = await form.arrived();
	await payment.shows("Waiting for approval");
	await payment.mark();

	const card = approvals.card(formatPhone(number));
	await expect(card).toContainText("Facture 2026/118");
	await expect(card).toContainText(`${shown(amount)} XOF`);
	await approvals.ask(formatPhone(number));
	await expect(approvals.question).toContainText("It is sent once and cannot be recalled.");
	await expect(approvals.question).toContainText(`${shown(amount)} XOF`);
	await expect(approvals.question).toContainText(formatPhone(number));
	await expect(approvals.question).toContainText("Facture 2026/118");
	expect(await desk.sandbox.postsTo(number)).toEqual([]);
	await approvals.confirm();
	await expect(card).toBeHidden();

	await payment.shows("Paid");
	const [maker, approver] = [await desk.members("maker"), await desk.members("approver")];
	await payment.timelineHas(
		`Requested by ${maker.name}`,
		`Approved by ${approver.name}`,
		"Sent to the service, once",
		"Confirmed as paid by the service",
	);
	await payment.stayed();
	const seen = await payment.openFor(approvals.page);
	await seen.shows("Paid");
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
});

test("nobody approves a payout of their own: there is no button, the API refuses, and somebody else can", async ({
	page,
	desk,
}) => {
	const number = newPhoneNumber("05");
	const payout = await (await desk.hand("admin")).requestPayout({ destination: number });
	await desk.signIn(page, "admin");
	const payment = await new PaymentPage(page, "payout").open(payout.id);
	await payment.says("You requested this payout, so another person must approve it.");
	await expect(page.getByRole("button", { name: /^(Approve|Reject)/ })).toHaveCount(0);

	const own = await (await desk.hand("admin")).decide(payout, "approve");
	expect(own.status).toBe(403);
	expect(await own.json()).toMatchObject({ code: "own_approval" });
	const approvals = await new ApprovalsPage(page).open();
	await expect(approvals.card(formatPhone(number))).toContainText("Another person must approve");
	await expect(approvals.card(formatPhone(number)).getByRole("button")).toHaveCount(0);
	expect(await desk.sandbox.postsTo(number)).toEqual([]);

	await (await desk.hand("approver")).approve(payout);
	await payment.open(payout.id);
	await payment.shows("Paid");
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
});

test("a payout under review can be sent once what is known of its number and of earlier ones stands there", async ({
	page,
	desk,
}) => {
	const number = newPhoneNumber("05");
	const answered = Promise.withResolvers<void>();
	await page.route("**/api/payouts/preview", async (route) => {
		await answered.promise;
		await route.continue();
	});
	const form = await new PaymentFormPage(page, "payout").openWith({ phone: number, amount: anAmount() });
	await form.submit.click();
	await expect(page.getByRole("heading", { name: "Check before you request" })).toBeVisible();
	await expect(form.requestApproval).toBeHidden();
	await expect(form.requestAndAnother).toBeHidden();
	answered.resolve();
	await expect(form.requestApproval).toBeEnabled();
	await expect(page.getByText("Never paid before")).toBeVisible();
	await form.requestApproval.click();
	await form.arrived();
	expect(await desk.sandbox.postsTo(number)).toEqual([]);
});

test("a rejected payout tells its maker who said no and why, in the very words, and nothing is sent; it stands on the maker’s Home, from where it is edited and requested again", async ({
	page,
	desk,
}) => {
	const number = newPhoneNumber("05");
	const { id } = await (await desk.hand("maker")).requestPayout({ destination: number });
	const payment = await new PaymentPage(page, "payout").open(id);
	await payment.mark();
	const approver = await payment.openFor(await desk.pageOf("approver"));
	const reason = "<img src=x onerror=alert(1)> montant faux";
	await approver.page.getByRole("button", { name: "Reject", exact: true }).click();
	const dialog = approver.page.getByRole("dialog", { name: "Reject this payout?" });
	await expect(dialog).toContainText(/45.000.XOF to/);
	await dialog.getByRole("button", { name: "Reject", exact: true }).click();
	await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription(/Give a reason/);
	await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
	await dialog.getByRole("button", { name: "Reject", exact: true }).click();

	await payment.says("Rejected. Nothing was sent.");
	const { name } = await desk.members("approver");
	await payment.says(`${name}: ${reason}`);
	await payment.timelineHas(`Rejected by ${name}`);
	await payment.stayed();
	await expect(payment.main.getByRole("img")).toHaveCount(0);

	await page.goto("/");
	const own = page.getByRole("region", { name: "Your requests" });
	const line = own.getByRole("listitem").filter({ hasText: maskPhone(number) });
	await expect(line).toContainText("Rejected");
	await expect(own.getByRole("link", { name: "All payouts" })).toHaveAttribute("href", "/payouts");
	await line.getByRole("link", { name: "Edit and request again" }).click();
	const form = new PaymentFormPage(page, "payout");
	await expect(form.submit).toBeEnabled();
	await expect(form.phone).toHaveValue(nationalPart(number));
	await form.amount.fill(anAmount());
	await form.submit.click();
	await form.requestApproval.click();
	await (await form.arrived()).shows("Waiting for approval");
	expect(await desk.sandbox.postsTo(number)).toEqual([]);
});

test("a request can be followed by the next one at the same form, which is empty and has the focus", async ({
	page,
}) => {
	const [one, two] = [newPhoneNumber("05"), newPhoneNumber("05")];
	const form = await new PaymentFormPage(page, "payout").open();
	await expect(form.phone).toBeFocused();
	for (const phone of [one, two]) {
		await form.fill({ phone, amount: anAmount(), note: "Table 3" });
		await form.submit.click();
		await form.requestAndAnother.click();
		await expect(page.getByText(`XOF to ${formatPhone(phone)}.`)).toBeVisible();
		await expect(form.phone).toBeFocused();
		for (const field of [form.phone, form.amount, form.note]) await expect(field).toHaveValue("");
	}
	await page.goto("/payouts");
	const rows = page.getByRole("row").filter({ hasText: "Table 3" });
	for (const phone of [one, two])
		await expect(rows.filter({ hasText: maskPhone(phone) })).toContainText("Waiting for approval");
});

test("a payout that its maker cancels leaves the approvals by itself and nothing is sent", async ({ page, desk }) => {
	const number = newPhoneNumber("05");
	const cancelled = await (await desk.hand("maker")).requestPayout({ destination: number });
	const approvals = await new ApprovalsPage(await desk.pageOf("approver")).open();
	await expect(approvals.card(formatPhone(number))).toBeVisible();
	const payment = await new PaymentPage(page, "payout").open(cancelled.id);
	await payment.cancel();
	await payment.says("Cancelled. Nothing was sent.");
	await expect(approvals.card(formatPhone(number))).toBeHidden();
	expect(await desk.sandbox.postsTo(number)).toEqual([]);
});

test("an address that names no payment, or one of the other kind, is not found: 404, and words that say so", async ({
	page,
	desk,
}) => {
	const payout = await (await desk.hand("maker")).requestPayout();
	await desk.signIn(page, "viewer");
	const nowhere = [
		"/payouts/01K0000000000000000000NONE",
		`/deposits/${payout.id}`,
		"/payouts/%00",
		"/payouts/x/correct",
	];
	for (const path of nowhere) {
		expect((await page.goto(path))?.status(), path).toBe(404);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
	}
	expect((await page.request.get(`/payouts/${payout.id}`)).status()).toBe(200);
});

test("a payout form whose check could not be loaded says so at the press, and goes on with the next one", async ({
	page,
}) => {
	const files = "**/_next/static/**/*.js";
	// Only the file that exports the check's readers is missing, whenever the page asks for it.
	await page.route(files, async (route) => {
		const response = await route.fetch();
		const isCheck = (await response.text()).includes('"READERS"');
		await (isCheck ? route.abort() : route.fulfill({ response }));
	});
	const form = await new PaymentFormPage(page, "payout").open();
	await form.phone.fill(newPhoneNumber("05"));
	await form.amount.fill("1200");
	await form.submit.click();
	await expect(page.getByText("The form did not finish loading")).toBeVisible();
	await page.unrouteAll({ behavior: "wait" });
	await form.submit.click();
	await expect(page.getByRole("button", { name: "Request approval" })).toBeVisible();
	await expect(page.getByText("The form did not finish loading")).toBeHidden();
});
