import {
	DOUBT,
	expect,
	KINDS,
	NORMAL,
	NORMAL_WORDS,
	startTrial,
	type Trial,
	test,
} from "#tests/e2e/apart/fault-fixtures.ts";
import { HomePage } from "#tests/pages/home-page.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { sandboxClient } from "#tests/support/service/sandbox-client.ts";

// The product's own limits apply (90 s for headers, 15 s for a body, 10 s for a read), so slow cases start first and
// are checked last.
test.describe.configure({ mode: "default" });
test.setTimeout(150_000);
const LONG = { timeout: 120_000 };

const begun = new Map<string, Trial>();
const of = (name: string): Trial => {
	const trial = begun.get(name);
	if (!trial) throw new Error(`${name} was not begun`);
	return trial;
};

test.beforeAll(async ({ stack, crew }) => {
	const sandbox = sandboxClient(stack.sandboxOrigin);
	// Starts before the 3 s cases, and those before the others: a hanging payout would delay them for a lane.
	const open = await startTrial(crew, sandbox, "payout", undefined, "129");
	const { reference } = await crew.approver.until(open, "pending");
	await sandbox.addFault({ endpoint: "status", fault: "hang-before-headers", match: reference ?? "?" });
	begun.set("hanging read", open);
	for (const kind of KINDS)
		begun.set(`${kind} 3 s`, await startTrial(crew, sandbox, kind, { fault: "slow", params: { ms: 3_000 } }));
	for (const kind of KINDS) {
		begun.set(`${kind} slow`, await startTrial(crew, sandbox, kind, { fault: "slow", params: { ms: 60_000 } }));
		begun.set(`${kind} body`, await startTrial(crew, sandbox, kind, { fault: "hang-in-body" }));
		begun.set(`${kind} headers`, await startTrial(crew, sandbox, kind, { fault: "hang-before-headers" }));
	}
});

for (const kind of KINDS)
	test(`${kind}: while the answer is awaited, the page says that people may leave it`, async ({ table }) => {
		await table.sees(of(`${kind} slow`), "Sending", "Sending. You can leave this page.");
		await table.sentOnce(of(`${kind} slow`));
	});

for (const kind of KINDS)
	test(`${kind}: an answer after 3 s is an answer like any other; sent once`, async ({ table }) => {
		const trial = of(`${kind} 3 s`);
		await table.until(trial, NORMAL[kind]);
		await table.sees(trial, NORMAL_WORDS[kind]);
		await table.sentOnce(trial);
	});

for (const seconds of [3, 60])
	test(`GET: a balance that takes ${seconds} s is not waited for: the old value stands with its time and a mark`, async ({
		page,
		desk,
	}) => {
		const home = await new HomePage(page).open();
		const balance = home.wallet("XAF").getByText(/^[\d\s]+XAF$/);
		const before = await balance.textContent();
		const seen = Date.parse((await home.asOf("XAF").getAttribute("datetime")) ?? "");
		await desk.sandbox.addFault({ endpoint: "balance", fault: "slow", params: { ms: seconds * 1_000 }, match: "XAF" });
		await expect(async () => {
			await home.open();
			await expect(home.staleMark("XAF")).toBeVisible({ timeout: 1_000 });
		}).toPass();
		await expect(home.wallet("XAF")).toContainText("This is the last balance reading");
		await expect(balance).toHaveText(before ?? "?");
		expect(Date.parse((await home.asOf("XAF").getAttribute("datetime")) ?? "")).toBeGreaterThanOrEqual(seen);
		await expect(home.staleMark("XOF")).toBeHidden();
	});

for (const kind of KINDS)
	test(`${kind}: silence in the body is unknown after 15 s and says that the answer stopped; sent once`, async ({
		table,
	}) => {
		const trial = of(`${kind} body`);
		await table.until(trial, "unknown");
		await table.sees(trial, "Outcome unknown", DOUBT[kind], "The answer stopped midway.", "What the wallet shows");
		await table.sentOnce(trial);
	});

test("GET: a look that hangs is tried twice more, and then the old state stands with a notice", async ({
	page,
	desk,
	table,
}) => {
	const trial = of("hanging read");
	const { reference } = await table.read(trial);
	const gets = () => desk.sandbox.requests({ method: "GET", path: `/status/${reference}/` });
	await expect.poll(async () => (await gets()).length, LONG).toBeGreaterThanOrEqual(3);
	const payment = await table.sees(trial, "With the operator");
	const notice = "The last check failed. You see the earlier result. No answer arrived in time.";
	await expect(payment.main.getByText(notice)).toBeVisible(LONG);
	const [first, , third] = await gets();
	// Ten seconds each, and a moment between them.
	expect(Date.parse(third?.at ?? "") - Date.parse(first?.at ?? "")).toBeLessThan(26_000);
	await expect(page.getByText("Failed", { exact: true })).toHaveCount(0);
});

for (const kind of KINDS)
	test(`${kind}: an answer after 60 s is an answer like any other; sent once`, async ({ page, table }) => {
		const trial = of(`${kind} slow`);
		await page.goto(`/${kind}s/${trial.id}`);
		await expect(new PaymentPage(page, kind).main.getByText(NORMAL_WORDS[kind]).first()).toBeVisible(LONG);
		await table.sees(trial, NORMAL_WORDS[kind]);
		await table.sentOnce(trial);
	});

for (const kind of KINDS)
	test(`${kind}: no answer at all is unknown after 90 s, in words that warn of paying again; sent once`, async ({
		page,
		table,
	}) => {
		const trial = of(`${kind} headers`);
		await page.goto(`/${kind}s/${trial.id}`);
		await expect(page.getByRole("main").getByText(DOUBT[kind])).toBeVisible(LONG);
		await table.sees(trial, "Outcome unknown", "No answer arrived in time.", "What the wallet shows");
		await table.sentOnce(trial);
	});
