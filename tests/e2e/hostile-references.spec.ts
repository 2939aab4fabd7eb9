import { expect, test } from "#tests/e2e/fixtures.ts";
import { TransactionsPage } from "#tests/pages/transaction-page.ts";

const HOSTILE = [
	"../../wallets/fiat/GNF",
	"..%2f..%2fwallets%2ffiat%2fGNF",
	"%2e%2e%2f",
	"..",
	".hidden",
	"a b",
	'"><script>document.title="owned"</script>',
	"TX-1\r\nX-Injected: 1",
	"?x=1#y",
	"TX-1/../../payin",
	"TX-1\u0000",
	"TX\u202e1",
	"ТХ-20260101-1",
	"A".repeat(129),
	"A".repeat(3_000),
];

test("what can be no reference is told so, in the address, in the form and by the API; the service is not asked", async ({
	page,
	desk,
}) => {
	const since = new Date();
	await desk.signIn(page, "viewer");
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(error.message));
	const search = new TransactionsPage(page);
	const addressOf = (reference: string) => (reference === ".." ? "%252e%252e" : encodeURIComponent(reference));
	for (const reference of HOSTILE) {
		const answer = await page.request.get(`/transactions/${addressOf(reference)}`);
		expect(answer.status(), reference).toBeLessThan(500);
		expect(await answer.text(), reference).toContain("Invalid reference");
		const ofApi = await page.request.get(`/api/transactions/${addressOf(reference)}`);
		expect([400, 404], reference).toContain(ofApi.status());
	}
	const script = HOSTILE.find((reference) => reference.includes("<script>")) ?? "";
	await page.goto(`/transactions/${addressOf(script)}`);
	await expect(page.getByRole("heading", { level: 1, name: "Invalid reference" })).toBeVisible();
	await expect(page.getByRole("main")).toContainText("The service was not asked.");
	for (const reference of HOSTILE) {
		await search.lookUp(reference);
		await expect(search.reference).toHaveAttribute("aria-invalid", "true");
		await expect(page, reference).toHaveURL(/\/transactions\//);
	}
	expect(await page.title()).not.toContain("owned");
	expect(errors).toEqual([]);
	const known =
		/^\/api\/v1\/(transactions\/((payin|payout)\/|(detail|history|status)\/(TX|DP)-[A-Z0-9-]{8,40}\/)|wallets\/fiat\/(XOF|XAF)\/(movements\/)?)$/;
	const asked = (await desk.sandbox.requests({ since })).map(({ path }) => path);
	expect(asked.filter((path) => !known.test(path))).toEqual([]);
});
