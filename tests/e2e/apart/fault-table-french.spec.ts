import type { Page } from "playwright/test";
import { expect, type Trial, test } from "#tests/e2e/apart/fault-fixtures.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

async function says(page: Page, { kind, id }: Trial, ...words: (string | RegExp)[]): Promise<void> {
	await page.goto(`/${kind}s/${id}`);
	for (const each of words) await expect(page.getByRole("main").getByText(each).first()).toBeVisible();
}

test("in French the six words that decide are as clear: sending, not known, waiting for funds, review, not recognised, keys", async ({
	crew,
	desk,
	table,
}) => {
	const page = await table.pageOfCrew("approver", "fr");
	const sending = await table.send("payout", { fault: "hang-in-body" });
	await table.until(sending, "sending");
	await says(page, sending, "Envoi en cours. Vous pouvez quitter cette page.");

	const lost = await table.send("payout", { fault: "reset-after" });
	await table.until(lost, "unknown");
	await says(page, lost, "Issue encore inconnue. Ne payez pas une seconde fois.", "La connexion a été coupée.");

	const differing = await table.send("payout", { fault: "other-amount" });
	await table.until(differing, "needs_review");
	await says(page, differing, "À examiner. Ne payez pas une seconde fois.", /diffère\s:\sle montant/);

	const params = { status: "in_limbo" };
	for (const endpoint of ["status", "detail"])
		await desk.sandbox.addFault({ endpoint, fault: "unknown-status", params });
	const strange = await table.send("payout", { fault: "unknown-status", params });
	await table.until(strange, "pending");
	await says(page, strange, /^in_limbo \(non reconnu\)/);

	const order = { destination: newPhoneNumber("05"), amount: "900000000" };
	const { id } = await crew.approver.approve(await crew.maker.requestPayout(order));
	const short = { kind: "payout" as const, id, number: order.destination, amount: order.amount };
	await says(page, short, "Approuvé, en attente. Rien n’a été envoyé.", /en attente de fonds/);
	// The oldest payout is cancelled first, because no other payout of this wallet leaves while it waits.
	await crew.maker.decide(await crew.maker.read(short), "cancel");

	await desk.sandbox.addFault({ endpoint: "balance", fault: "bad-balance", params: { text: "NaN" } });
	const waiting = await table.send("payout");
	// The wait for funds lasts until the next balance reading.
	const why = async () => (await crew.approver.read(waiting)).waits?.kind;
	await expect.poll(why, { timeout: 45_000 }).toBe("balance_unread");
	await says(page, waiting, "Approuvé, en attente. Rien n’a été envoyé.", "le solde n’a pas pu être lu");

	const refused = await table.send("deposit", { fault: "refuse-keys" });
	await table.until(refused, "refused");
	await says(page, refused, "Le service a rejeté les clés d’API de Cauri.");
});
