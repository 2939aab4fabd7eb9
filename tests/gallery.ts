/** `npm run gallery [origin]`: pictures of every screen of a running demo into docs/screens, and the page that shows them. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { type BrowserContext, chromium } from "playwright";
import { DEMO_MEMBERS, DEMO_PASSWORD } from "#server/cli/demo-data/demo-members.ts";
import { findChromium } from "#tests/support/run/chromium.ts";

const FOLDER = "docs/screens";
const VIEWS = [
	{ locale: "en", theme: "light", width: 1280 },
	{ locale: "en", theme: "dark", width: 1280 },
	{ locale: "en", theme: "light", width: 360 },
	{ locale: "fr", theme: "dark", width: 360 },
	{ locale: "fr", theme: "light", width: 1280 },
	{ locale: "fr", theme: "light", width: 768 },
	{ locale: "en", theme: "dark", width: 768 },
	{ locale: "en", theme: "light", width: 1920 },
	{ locale: "fr", theme: "dark", width: 1920 },
] as const;
type View = (typeof VIEWS)[number];
/** Of a window as people have it, and of its picture in the page. */
const SIZES: Record<View["width"], { height: number; shown: number }> = {
	360: { height: 780, shown: 180 },
	768: { height: 1024, shown: 300 },
	1280: { height: 860, shown: 480 },
	1920: { height: 1080, shown: 640 },
};

const origin = process.argv[2] ?? "http://localhost:3000";
const browser = await chromium.launch({
	...(findChromium() ? { executablePath: findChromium() ?? "" } : {}),
	args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-quic"],
});
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const names = new Set<string>();
for (const view of VIEWS) await photograph(view);
await browser.close();
writeFileSync(`${FOLDER}/README.md`, page([...names]));
console.log(`${names.size * VIEWS.length} pictures of ${names.size} screens in ${FOLDER}`);

async function photograph(view: View): Promise<void> {
	const context = await browser.newContext({
		viewport: { width: view.width, height: SIZES[view.width].height },
		locale: view.locale,
		reducedMotion: "reduce",
	});
	await context.addCookies([
		{ name: "cauri_locale", value: view.locale, url: origin },
		{ name: "cauri_theme", value: view.theme, url: origin },
	]);
	await take(context, "sign-in", "/sign-in", view);
	await signIn(context);
	await prefer(context, { locale: view.locale, theme: view.theme });
	for (const [name, path] of await screens(context)) await take(context, name, path, view);
	await context.close();
}

async function signIn(context: BrowserContext): Promise<void> {
	const admin = DEMO_MEMBERS.find(({ role }) => role === "admin");
	const response = await context.request.post(`${origin}/api/session`, {
		data: { email: admin?.email, password: DEMO_PASSWORD },
		headers: { origin, "sec-fetch-site": "same-origin" },
	});
	if (!response.ok()) throw new Error(`The demo at ${origin} does not let its admin in (${response.status()}).`);
}

/** Language and theme belong to the member: what the admin chose before wins over the cookies. */
async function prefer(context: BrowserContext, { locale, theme }: Pick<View, "locale" | "theme">): Promise<void> {
	const response = await context.request.put(`${origin}/api/preferences`, {
		data: { locale, theme },
		headers: { origin, "sec-fetch-site": "same-origin" },
	});
	if (!response.ok()) throw new Error(`The demo at ${origin} does not keep the admin's preferences.`);
}

/** Name → path; payments are found by their state, so that the pictures stay the same from one demo to the next. */
async function screens(context: BrowserContext): Promise<[string, string][]> {
	const first = async (kind: "deposits" | "payouts", state: string) => {
		const response = await context.request.get(`${origin}/api/${kind}?state=${state}&limit=1`);
		const { items } = (await response.json()) as { items: { id: string; reference: string | null }[] };
		return items[0];
	};
	const payment = async (kind: "deposits" | "payouts", state: string): Promise<[string, string][]> => {
		const found = await first(kind, state);
		return found ? [[`${kind.slice(0, -1)}-${state.replaceAll("_", "-")}`, `/${kind}/${found.id}`]] : [];
	};
	const paid = await first("payouts", "succeeded");
	return [
		["home", "/"],
		["movements", "/movements"],
		["movements-filtered", "/movements?type=withdrawal&minAmount=50000"],
		["transactions", "/transactions"],
		["imports", "/imports"],
		["transaction", `/transactions/${paid?.reference}`],
		["transaction-not-found", "/transactions/TX-20260101-NOSUCH"],
		["deposits", "/deposits"],
		["deposit-new", "/deposits/new"],
		...(await payment("deposits", "pending")),
		...(await payment("deposits", "succeeded")),
		["payouts", "/payouts"],
		["payout-new", "/payouts/new"],
		...(await payment("payouts", "awaiting_approval")),
		...(await payment("payouts", "unknown")),
		...(await payment("payouts", "needs_review")),
		...(await payment("payouts", "succeeded")),
		...(paid ? [["payouts-beside", `/payouts?beside=payouts/${paid.id}`] satisfies [string, string]] : []),
		["nothing-here", "/nothing-here"],
		["approvals", "/approvals"],
		["reconciliation", "/reconciliation"],
		...(await provedDay(context)),
		["audit", "/audit"],
		["settings-members", "/settings/members"],
		["settings-operators", "/settings/operators"],
		["settings-payouts", "/settings/payouts"],
		["settings-service", "/settings/service"],
		["settings-configuration", "/settings/configuration"],
		["account", "/account"],
	];
}

/** The newest day with a gap, else the newest. */
async function provedDay(context: BrowserContext): Promise<[string, string][]> {
	const response = await context.request.get(`${origin}/api/reconciliation/days?currency=XOF`);
	const { days } = (await response.json()) as { days: { day: string; status: string }[] };
	const day = days.find(({ status }) => status === "gap") ?? days[0];
	return day ? [["reconciliation-day", `/reconciliation/days/${day.day}?currency=XOF`]] : [];
}

async function take(context: BrowserContext, name: string, path: string, view: View): Promise<void> {
	const tab = await context.newPage();
	await tab.goto(origin + path, { waitUntil: "load" });
	await tab.getByRole("heading", { level: 1 }).first().waitFor();
	await tab.evaluate(() => document.fonts.ready);
	await tab.screenshot({ path: `${FOLDER}/${fileName(name, view)}`, animations: "disabled" });
	await tab.close();
	names.add(name);
}

function fileName(name: string, { locale, theme, width }: View): string {
	return `${name}-${locale}-${theme}-${width}.png`;
}

function page(screenNames: string[]): string {
	const image = (name: string, view: View) =>
		`<img src="${fileName(name, view)}" alt="${name}, ${view.locale}, ${view.theme}, ${view.width} px" width="${SIZES[view.width].shown}">`;
	const rows = screenNames.map((name) => `## ${name}\n\n${VIEWS.map((view) => image(name, view)).join("\n")}\n`);
	return `# Every screen\n\nTaken from the running demo by \`npm run gallery\`: English and French, light and dark, 360, 768, 1280 and 1920 px wide.\n\n${rows.join("\n")}`;
}
