import { expect, test } from "#tests/e2e/fixtures.ts";
import { ImportsPage } from "#tests/pages/imports-page.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { TransactionsPage } from "#tests/pages/transaction-page.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { foreignPayout } from "#tests/support/browser/service-answers.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test("references from elsewhere are looked up and kept, ours are recognised, and nonsense is named before anything is sent", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	const deposit = await maker.until(await maker.startDeposit({ phoneNumber: newPhoneNumber("05") }), "pending");
	const [foreign, ours, missing] = [await foreignPayout(desk, 7654), deposit.reference ?? "", "TX-20260101-NOWHERE"];
	await desk.signIn(page, "maker");
	await new TransactionsPage(page).open();
	await page.getByRole("link", { name: "External references" }).click();
	const imports = new ImportsPage(page);
	await imports.references.fill([foreign, ours, "not a reference", missing, foreign].join("\n"));
	await expect(page.getByText("3 references found · 1 duplicate")).toBeVisible();
	await expect(page.getByRole("listitem").filter({ hasText: "line 3: not a reference" })).toBeVisible();
	await imports.submit.click();
	await expect(imports.result).toContainText("2 references imported. Cauri is looking them up.");
	await expect(imports.result).toContainText("1 was started in Cauri and is not imported:");
	await expect(imports.result).toContainText("1 line is not valid and stays in the field above.");
	await expect(imports.references).toHaveValue("not a reference");
	await expect(imports.result.getByRole("link", { name: ours })).toHaveAttribute("href", `/deposits/${deposit.id}`);
	await expect(imports.row(foreign)).toContainText("7\u00a0654\u00a0XAF");
	await expect(imports.row(foreign)).toContainText("Payout · not started in Cauri");
	await expect(imports.row(missing)).toContainText("Unknown to the service");
	await expect(imports.row(ours)).toHaveCount(0);

	await imports.filter.selectOption({ value: "not_found" });
	await expect(imports.row(missing)).toBeVisible();
	await expect(imports.row(foreign)).toHaveCount(0);
	await page.reload();
	await expect(imports.row(missing)).toBeVisible();
	await expect(imports.row(foreign)).toHaveCount(0);

	await desk.signIn(page, "viewer");
	await imports.open();
	await expect(imports.register).toBeVisible();
	await expect(imports.references).toHaveCount(0);
});

test("a file of a portal is read by its column of references; of a list that is too long only whole ones are read, and no file takes the place of a list that is being sent", async ({
	page,
	desk,
}) => {
	const reference = await foreignPayout(desk, 8765);
	await desk.signIn(page, "approver");
	const imports = await new ImportsPage(page).openForm();
	const choose = (content: string, encoding: BufferEncoding = "utf8") =>
		imports.file.setInputFiles({ name: "portal.csv", mimeType: "text/csv", buffer: Buffer.from(content, encoding) });
	await choose("PK\x03\x04\x14\0", "latin1");
	await expect(page.getByText("This file is not text.")).toBeVisible();
	// As Excel in French saves a CSV: in the Windows code page.
	await choose(`Date;Montant;Référence\n2026-03-01;"8 765";${reference}\n`, "latin1");
	await expect(page.getByText("1 reference found · from the column “Référence”")).toBeVisible();
	await imports.submit.click();
	await expect(imports.row(reference)).toContainText("8\u00a0765\u00a0XAF");

	// The millionth character stands in the middle of line 58,824.
	await choose(Array.from({ length: 59_000 }, (_, place) => `TX-FAR-${String(place).padStart(9, "0")}\n`).join(""));
	await expect(page.getByText("Only the first million characters were read.")).toBeVisible();
	await expect(page.getByText(/^58\s823 references found$/)).toBeVisible();

	const released = Promise.withResolvers<void>();
	await page.route("**/api/imported-transactions", async (route) => {
		await released.promise;
		await route.continue();
	});
	await choose("TX-20260101-SENT");
	await imports.submit.click();
	await expect(page.getByRole("button", { name: "Choose a file" })).toBeDisabled();
	released.resolve();
	await expect(imports.result).toContainText("1 reference imported.");
	await expect(page.getByRole("button", { name: "Choose a file" })).toBeEnabled();
});

test("the answer of an unknown payout is pointed out when its reference is brought", async ({ page, desk }) => {
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	const amount = "93417";
	// The sandbox carries out the payout and loses the answer.
	const payout = await approver.approve(
		await maker.requestPayout({ amount, destination: newPhoneNumber("05", "199") }),
	);
	await approver.until(payout, "unknown");
	const held = (await desk.sandbox.transactions()).find((transaction) => transaction.amount === `${amount}.00`);
	const reference = held?.reference ?? "";
	await desk.signIn(page, "approver");
	const imports = await new ImportsPage(page).openForm();
	await imports.references.fill(reference);
	await imports.submit.click();
	const compare = imports
		.row(reference)
		.getByRole("link", { name: "may be a payment with an unknown outcome: compare" });
	await expect(compare).toBeVisible();
	await expectSound(page, "Imports with an unknown payment's");
	await compare.click();
	await expect(page).toHaveURL(new RegExp(`/payouts/${payout.id}$`));
	await page.getByRole("button", { name: `Use ${reference}` }).click();
	await new StepUpPart(page).through(() => page.getByRole("button", { name: "Verify reference" }).click());
	await expect(page.getByText("The service confirms 93\u00a0417\u00a0XOF.")).toBeVisible();
	await imports.open();
	await expect(imports.row(reference).getByRole("link", { name: "linked to a payment in Cauri: open" })).toBeVisible();
	await expectSound(page, "Imports with a payment's own");
});
