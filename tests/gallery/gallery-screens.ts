/** Pages of a demo, and the dialogs that open on them. */
import type { BrowserContext, Locator, Page } from "playwright";

export interface GalleryScreen {
	name: string;
	path: string;
	/** A person's action before the picture is taken. */
	act?: (page: Page) => Promise<void>;
}

interface Found {
	id: string;
	amount: string;
	reference: string | null;
}

/** Finds payments by state, so that the pictures stay the same from one demo to the next. */
export async function galleryScreens(context: BrowserContext, origin: string): Promise<GalleryScreen[]> {
	const first = async (kind: "deposits" | "payouts", state: string) => {
		const response = await context.request.get(`${origin}/api/${kind}?state=${state}&limit=1`);
		return ((await response.json()) as { items: Found[] }).items[0];
	};
	const payment = async (kind: "deposits" | "payouts", state: string): Promise<GalleryScreen[]> => {
		const found = await first(kind, state);
		return found ? [{ name: `${kind.slice(0, -1)}-${state.replaceAll("_", "-")}`, path: `/${kind}/${found.id}` }] : [];
	};
	const batch = async (state: string): Promise<GalleryScreen[]> => {
		const response = await context.request.get(`${origin}/api/batches`);
		const { items } = (await response.json()) as { items: { id: string; state: string }[] };
		const found = items.find((item) => item.state === state);
		return found ? [{ name: `batch-${state}`, path: `/batches/${found.id}`, act: waitForRows }] : [];
	};
	const paid = await first("payouts", "succeeded");
	const odd = await first("payouts", "needs_review");
	return [
		{ name: "home", path: "/" },
		{
			name: "home-chart-as-table",
			path: "/",
			act: (page) => open(page, /^(Figures as a table|Chiffres en tableau)$/, dialog(page)),
		},
		{ name: "search", path: "/", act: (page) => search(page, odd?.amount ?? "1000") },
		{ name: "movements", path: "/movements", act: waitForNames },
		{ name: "movements-filtered", path: "/movements?type=withdrawal&minAmount=50000", act: waitForNames },
		{ name: "movements-period", path: "/movements", act: openPeriod },
		{ name: "transactions", path: "/transactions" },
		{ name: "imports", path: "/imports" },
		{ name: "exports", path: "/exports" },
		{ name: "transaction", path: `/transactions/${paid?.reference}` },
		{ name: "transaction-not-found", path: "/transactions/TX-20260101-NOSUCH" },
		{ name: "deposits", path: "/deposits" },
		{ name: "deposit-new", path: "/deposits/new" },
		{ name: "deposit-new-what-arrives", path: "/deposits/new", act: fillDeposit },
		...(await payment("deposits", "pending")),
		...(await payment("deposits", "succeeded")),
		{ name: "payouts", path: "/payouts" },
		{ name: "payout-new", path: "/payouts/new" },
		...(await payment("payouts", "awaiting_approval")),
		...(await payment("payouts", "unknown")),
		...(await payment("payouts", "needs_review")),
		...(odd ? [{ name: "payout-paid-another-amount", path: `/payouts/${odd.id}`, act: sayAnother }] : []),
		...(await payment("payouts", "succeeded")),
		...(odd ? [{ name: "payouts-beside", path: `/payouts?beside=payouts/${odd.id}`, act: waitForPane }] : []),
		{ name: "batches", path: "/batches" },
		{ name: "batch-new", path: "/batches/new" },
		...(await batch("draft")),
		...(await batch("paused")),
		...(await batch("done")),
		{ name: "recipients", path: "/recipients" },
		{ name: "recipients-import", path: "/recipients/import" },
		{ name: "nothing-here", path: "/nothing-here" },
		{ name: "approvals", path: "/approvals" },
		{ name: "approvals-marked", path: "/approvals", act: markTwo },
		{ name: "sending", path: "/sending" },
		{ name: "reconciliation", path: "/reconciliation" },
		{ name: "insights", path: "/insights" },
		...(await provedDay(context, origin)),
		{ name: "statements", path: "/statements" },
		{ name: "settings-accounting", path: "/settings/accounting" },
		{ name: "audit", path: "/audit" },
		{ name: "change-requests", path: "/change-requests" },
		{ name: "settings-members", path: "/settings/members" },
		{ name: "settings-members-invite", path: "/settings/members", act: openInvitation },
		{ name: "settings-sign-in", path: "/settings/sign-in" },
		{ name: "invitation-over", path: "/invitation#used-before" },
		{ name: "objection-over", path: "/objection#used-before" },
		{ name: "settings-operators", path: "/settings/operators" },
		{ name: "settings-payouts", path: "/settings/payouts" },
		{ name: "settings-service", path: "/settings/service" },
		{ name: "settings-configuration", path: "/settings/configuration" },
		{ name: "account", path: "/account" },
		{ name: "account-passkey", path: "/account", act: openPasskey },
	];
}

/** A queue of more than one page, which exists only after the sandbox has invented exceptions. */
export const QUEUE_SCREEN: GalleryScreen = {
	name: "reconciliation-queue-page",
	path: "/reconciliation",
	act: async (page) => {
		await page.getByRole("link", { name: /^(Next|Suivante?s)$/ }).click();
		// Only the second page has a link to the first.
		const back = page.getByRole("link", { name: /^(First page|Première page)$/ });
		await back.waitFor();
		await back.evaluate((link) => link.scrollIntoView({ block: "center" }));
	},
};

/** The newest day with a gap, else the newest. */
async function provedDay(context: BrowserContext, origin: string): Promise<GalleryScreen[]> {
	const response = await context.request.get(`${origin}/api/reconciliation/days?currency=XOF`);
	const { days } = (await response.json()) as { days: { day: string; status: string }[] };
	const day = days.find(({ status }) => status === "gap") ?? days[0];
	return day ? [{ name: "reconciliation-day", path: `/reconciliation/days/${day.day}?currency=XOF` }] : [];
}

const dialog = (page: Page) => page.locator("dialog[open]");

/** Clicks until the panel is open, because a click before hydration does nothing. */
async function open(page: Page, name: RegExp, shown: Locator): Promise<void> {
	for (let tries = 0; tries < 20 && !(await shown.isVisible()); tries += 1) {
		await page.getByRole("button", { name }).first().click();
		await shown.waitFor({ timeout: 500 }).catch(() => {});
	}
	await shown.waitFor();
}

async function openInvitation(page: Page): Promise<void> {
	await open(page, /^(Invite a member|Inviter un membre)$/, dialog(page));
}

async function markTwo(page: Page): Promise<void> {
	for (const place of [0, 1]) await page.getByRole("article").getByRole("checkbox").nth(place).check();
	await page.getByRole("region", { name: /^(Selected payouts|Décaissements sélectionnés)$/ }).waitFor();
}

async function openPasskey(page: Page): Promise<void> {
	await open(page, /^(Add a passkey|Ajouter une clé d’accès)$/, dialog(page));
}

async function openPeriod(page: Page): Promise<void> {
	// A phone folds the filters.
	const fold = page.getByRole("button", { name: /^(Filters|Filtres)/ });
	if (await fold.isVisible()) await fold.click();
	await open(page, /^(Period|Période)$/, page.getByLabel(/^(From|Du)$/));
}

async function search(page: Page, amount: string): Promise<void> {
	await open(page, /^(Search|Rechercher)/, dialog(page));
	await page.getByRole("combobox").fill(amount.replace(/\.00$/, ""));
	await page.locator('[role="listbox"][aria-busy="false"] [role="option"]').first().waitFor();
}

/** The names of the lines arrive after the rows. */
async function waitForRows(page: Page): Promise<void> {
	await page.locator("tbody tr").first().waitFor();
}

async function waitForNames(page: Page): Promise<void> {
	await page.locator("tbody a:visible").first().waitFor();
}

/** Only a wide window has the pane. */
async function waitForPane(page: Page): Promise<void> {
	const isWide = await page.evaluate(() => matchMedia("(min-width: 100rem)").matches);
	if (isWide) await page.getByRole("region").getByRole("heading", { level: 2 }).first().waitFor();
}

async function fillDeposit(page: Page): Promise<void> {
	// Disabled until hydration.
	await page.locator("button[type=submit]:enabled").waitFor();
	await page.getByLabel(/^(Payer’s number|Numéro du payeur)/).fill("0530181190");
	await page.getByLabel(/^(Amount|Montant)/).fill("45000");
	await page.getByText(/^(You receive|Vous recevez)$/).waitFor();
}

async function sayAnother(page: Page): Promise<void> {
	await open(page, /^(Another amount was paid|Un autre montant a été payé)$/, dialog(page));
}
