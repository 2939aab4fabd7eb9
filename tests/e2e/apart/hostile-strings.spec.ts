import type { Page } from "playwright/test";
import type { PaymentState } from "#lib/payment-state.ts";
import {
	BAD_REFERENCE_AMOUNT,
	HOSTILE,
	REFUSED_AMOUNT,
	startHostileService,
} from "#tests/e2e/apart/hostile-service.ts";
import { test as base, expect } from "#tests/e2e/fixtures.ts";
import { MovementsPage } from "#tests/pages/movements-page.ts";
import { TransactionPage } from "#tests/pages/transaction-page.ts";

// The service itself is the attacker, so the stack is its own.
const test = base.extend<object, { serviceUrl: string | undefined }>({
	serviceUrl: [
		async ({ browserName: _any }, use) => {
			const service = await startHostileService();
			await use(service.baseUrl.href);
			await service.close();
		},
		{ scope: "worker" },
	],
});
test.use({ apart: "hostile" });
test.describe.configure({ mode: "default" });

interface Watched {
	attacks: number;
	violations: string[];
}

/** Records from the first script on: scripts that ran, violations of the policy, and requests to other origins. */
async function watch(page: Page, origin: string): Promise<() => Promise<unknown>> {
	const seen: string[] = [];
	page.on("dialog", (dialog) => {
		seen.push(`dialog: ${dialog.message()}`);
		void dialog.dismiss();
	});
	page.on("pageerror", (error) => seen.push(`error: ${error.message}`));
	page.on("request", (request) => {
		if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) seen.push(`asked: ${request.url()}`);
	});
	page.on("response", (response) => {
		if (response.status() >= 500) seen.push(`${response.status()} ${response.url()}`);
	});
	await page.addInitScript(() => {
		const watched: Watched = { attacks: 0, violations: [] };
		const attacked = () => {
			watched.attacks += 1;
		};
		Object.assign(window, { watched, attacked });
		addEventListener("securitypolicyviolation", (event) => {
			watched.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
		});
	});
	return async () => {
		const watched = await page.evaluate(() => (window as unknown as { watched: Watched }).watched);
		return { ...watched, seen };
	};
}

const UNPRINTABLE = /\p{Bidi_Control}|[^\P{Cc}\s]/u;
const NOTHING = { attacks: 0, violations: [], seen: [] };

function isTooWide(page: Page): Promise<boolean> {
	return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

test("every page that shows the service's words shows them as text, runs nothing of them, and keeps its width", async ({
	page,
	desk,
}) => {
	test.setTimeout(120_000);
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	const deposit = await maker.until(await maker.startDeposit({ operator: "wave-ci" }), "pending", "needs_review");
	const paid = async (amount: number, ...states: PaymentState[]) =>
		approver.until(await approver.approve(await maker.requestPayout({ amount: `${amount}` })), ...states);
	const [open, refused, unknown] = [
		await paid(45_000, "pending", "needs_review"),
		await paid(REFUSED_AMOUNT, "refused"),
		await paid(BAD_REFERENCE_AMOUNT, "unknown"),
	];
	await desk.signIn(page, "admin");
	const found = await watch(page, desk.origin);
	const pages: { path: string; shows: string | null }[] = [
		{ path: "/", shows: HOSTILE.shown },
		{ path: "/movements", shows: "<img src=x onerror=attacked()>" },
		{ path: `/transactions/${open.reference}`, shows: HOSTILE.shown },
		{ path: `/transactions/${deposit.reference}`, shows: HOSTILE.shown },
		{ path: "/transactions/TX-20260310-NOBODY", shows: null },
		{ path: "/transactions", shows: null },
		{ path: "/deposits", shows: null },
		{ path: `/deposits/${deposit.id}`, shows: HOSTILE.shown },
		{ path: "/payouts", shows: null },
		{ path: `/payouts/${open.id}`, shows: HOSTILE.shown },
		{ path: `/payouts/${refused.id}`, shows: HOSTILE.shown },
		{ path: `/payouts/${unknown.id}`, shows: null },
		{ path: "/approvals", shows: null },
		{ path: "/audit", shows: null },
	];
	for (const { path, shows } of pages) {
		await page.goto(path);
		const main = page.getByRole("main");
		// Not loaded again, because only the style sheet knows the width.
		for (const width of [1280, 360]) {
			await page.setViewportSize({ width, height: 800 });
			await expect(main.getByRole("heading", { level: 1 }), path).toBeVisible();
			if (shows) await expect(main, path).toContainText(shows);
			// Characters that would reverse text or end it early are never drawn.
			await expect(main, path).not.toContainText(UNPRINTABLE);
			expect(await found(), `${path} at ${width}`).toEqual(NOTHING);
			expect(await isTooWide(page), `${path} at ${width}`).toBe(false);
		}
	}
});

test("no link and no code of the service is offered that is not a plain web address", async ({ page, desk }) => {
	const maker = await desk.hand("maker");
	await desk.signIn(page, "maker");
	const found = await watch(page, desk.origin);
	for (const _link of HOSTILE.links) {
		const deposit = await maker.until(await maker.startDeposit({ operator: "wave-ci" }), "pending", "needs_review");
		await page.goto(`/deposits/${deposit.id}`);
		const main = page.getByRole("main");
		await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
		expect(deposit).toMatchObject({ paymentUrl: null, qrCode: null });
		const targets = await main
			.getByRole("link")
			.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
		expect(targets.filter((target) => !target.startsWith(`${desk.origin}/`))).toEqual([]);
		await expect(main.getByRole("img")).toHaveCount(0);
		expect(await found()).toEqual(NOTHING);
	}
});

test("types of movements that nobody knows filter, total and export as the text they are", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	const found = await watch(page, desk.origin);
	const movements = await new MovementsPage(page).open();
	await expect(movements.rows()).toHaveCount(HOSTILE.movementTypes.length);
	// A name that every object inherits is no type of ours.
	for (const type of ["constructor", "__proto__"])
		await expect(movements.table().getByRole("cell", { name: type, exact: true }).first()).toBeVisible();
	await movements.chooseType("<img src=x onerror=attacked()>");
	await expect(movements.rows()).toHaveCount(1);
	await expect(movements.totals()).toContainText("<img src=x onerror=attacked()>");
	for (const type of ["constructor", "__proto__"]) {
		await movements.open(`?currency=XOF&type=${type}`);
		await expect(movements.rows()).toHaveCount(1);
		await expect(movements.rows()).toContainText(type);
	}
	await movements.open("?currency=XOF");
	// A spreadsheet program must read no cell as a formula.
	const { text } = await movements.exportCsv();
	// The type has no known direction, so its amount is in no sum.
	expect(text).toMatch(/"'=HYPERLINK\(1\)",,,"XOF",.*"[^"]+",1234,/);
	expect(await found()).toEqual(NOTHING);
});

test("a wallet without movements says so, and does not say that nothing matches", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	await new MovementsPage(page).open("?currency=XAF");
	await expect(page.getByText("No movements in this wallet")).toBeVisible();
	await expect(page.getByText("No matching movements")).toBeHidden();
});

test("an attack in the words of contradicting endpoints stands in the table as text", async ({ page, desk }) => {
	const maker = await desk.hand("maker");
	const deposit = await maker.until(await maker.startDeposit({ operator: "wave-ci" }), "pending", "needs_review");
	await desk.signIn(page, "viewer");
	const found = await watch(page, desk.origin);
	const transaction = await new TransactionPage(page).open(deposit.reference ?? "");
	await expect(transaction.contradiction("Type").nth(1)).toContainText(HOSTILE.shown);
	await expect(transaction.contradiction("Type").last()).toHaveText("deposit");
	expect(await found()).toEqual(NOTHING);
});
