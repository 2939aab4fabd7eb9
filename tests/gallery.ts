/**
 * `npm run gallery [origin]` takes the pictures of docs/screens from a running demo. `PICTURES=folder npx playwright test`
 * photographs every screen and the states that the tests check.
 */
import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type BrowserContext, chromium } from "playwright";
import type { Notices } from "#lib/contracts/notice.ts";
import { DEMO_PASSWORD } from "#server/access/password/demo-password.ts";
import { DEMO_MEMBERS } from "#server/cli/demo-data/demo-members.ts";
import { findChromium } from "#tests/run/chromium.ts";

/** From 0 to 100; letters stay sharp. */
const QUALITY = 85;
const VIEWS = [
	{ locale: "en", theme: "light", width: 1280 },
	{ locale: "en", theme: "dark", width: 1280 },
	{ locale: "fr", theme: "light", width: 1280 },
	{ locale: "en", theme: "light", width: 360 },
	{ locale: "fr", theme: "dark", width: 360 },
] as const;
type View = (typeof VIEWS)[number];
/** The height of a usual window. */
const HEIGHTS: Record<View["width"], number> = { 360: 780, 1280: 860 };

interface Picture {
	name: string;
	/** Locale, theme and width of the picture in docs/screens. */
	views: readonly string[];
	path: string;
	/** Visible when the page is whole; by default its heading. */
	shows?: string;
}

const [origin = "http://localhost:3000"] = process.argv.slice(2);
const browser = await chromium.launch({
	...(findChromium() ? { executablePath: findChromium() ?? "" } : {}),
	args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-quic"],
});
for (const view of VIEWS)
	await photograph(view, async (context) => {
		await signIn(context);
		await prefer(context, view);
		await seeNotices(context);
		const here = ({ views }: Picture) => views.includes(`${view.locale}-${view.theme}-${view.width}`);
		for (const picture of (await pictures(context)).filter(here)) await take(context, picture, view);
	});
await browser.close();

/** Finds payments and a batch by their state, so that the pictures stay the same from one demo to the next. */
async function pictures(context: BrowserContext): Promise<Picture[]> {
	const first = async (address: string, state?: string) => {
		const response = await context.request.get(`${origin}/api/${address}`);
		const { items } = (await response.json()) as { items: { id: string; state: string; reference: string | null }[] };
		const found = items.find((item) => state === undefined || item.state === state);
		if (!found) throw new Error(`The demo at ${origin} does not list at /api/${address} what a picture needs.`);
		return found;
	};
	const paid = await first("payouts?state=succeeded&limit=1");
	const unknown = await first("payouts?state=unknown&limit=1");
	const pending = await first("deposits?state=pending&limit=1");
	const batch = await first("batches", "paused");
	return [
		{ name: "home", views: ["en-light-1280", "fr-dark-360"], path: "/" },
		// The names of the lines arrive after the rows.
		{ name: "movements", views: ["en-light-1280"], path: "/movements", shows: "tbody a:visible" },
		{ name: "transaction", views: ["en-light-1280"], path: `/transactions/${paid.reference}` },
		{ name: "deposit-pending", views: ["en-light-360"], path: `/deposits/${pending.id}` },
		{ name: "payout-new", views: ["fr-light-1280"], path: "/payouts/new" },
		{ name: "payout-unknown", views: ["en-dark-1280"], path: `/payouts/${unknown.id}` },
		{ name: "batch-paused", views: ["en-light-1280"], path: `/batches/${batch.id}`, shows: "tbody tr" },
		{ name: "recipients", views: ["fr-light-1280"], path: "/recipients" },
		{ name: "approvals", views: ["en-light-360"], path: "/approvals" },
		{ name: "reconciliation", views: ["en-light-1280"], path: "/reconciliation" },
		{ name: "audit", views: ["en-dark-1280"], path: "/audit" },
	];
}

async function photograph(view: View, work: (context: BrowserContext) => Promise<void>): Promise<void> {
	const context = await browser.newContext({
		viewport: { width: view.width, height: HEIGHTS[view.width] },
		locale: view.locale,
		reducedMotion: "reduce",
	});
	await context.addCookies([
		{ name: "cauri_locale", value: view.locale, url: origin },
		{ name: "cauri_theme", value: view.theme, url: origin },
	]);
	await work(context);
	await context.close();
}

/** Sends what the desk's own pages send; returns the answer. */
async function send<T>(context: BrowserContext, method: "post" | "put", path: string, data?: object): Promise<T> {
	const headers = { origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
	const response = await context.request[method](`${origin}/api/${path}`, { headers, ...(data ? { data } : {}) });
	if (!response.ok()) throw new Error(`The demo at ${origin} refuses /api/${path} (${response.status()}).`);
	return (response.status() === 204 ? null : await response.json()) as T;
}

async function signIn(context: BrowserContext): Promise<void> {
	const email = DEMO_MEMBERS.find(({ role }) => role === "admin")?.email;
	const { stage } = await send<{ stage: string }>(context, "post", "session", { email, password: DEMO_PASSWORD });
	if (stage === "factor") await passSecondStep(context);
}

/** Uses the code that the demo's own authenticator shows; for a moment there may be no unused one. */
async function passSecondStep(context: BrowserContext): Promise<void> {
	for (;;) {
		type Challenge = { demo: { code: string | null; seconds: number } | null };
		const { demo } = await send<Challenge>(context, "post", "session/second-step/challenge");
		if (!demo) throw new Error(`The demo at ${origin} plays no authenticator.`);
		if (demo.code !== null) return send(context, "post", "session/second-step", { method: "totp", code: demo.code });
		await pause(demo.seconds * 1_000);
	}
}

/** Sets language and theme of the member, because the admin's earlier choice overrides the cookies. */
function prefer(context: BrowserContext, { locale, theme }: Pick<View, "locale" | "theme">): Promise<void> {
	return send(context, "put", "preferences", { locale, theme });
}

/** Each view is another new browser, which a notice on every page reports until the member has seen it. */
async function seeNotices(context: BrowserContext): Promise<void> {
	const { items } = (await (await context.request.get(`${origin}/api/notices`)).json()) as Notices;
	const upTo = items[0]?.id;
	if (upTo) await send(context, "post", "notices/acknowledgement", { upTo });
}

async function take(context: BrowserContext, { name, path, shows = "h1" }: Picture, view: View): Promise<void> {
	const tab = await context.newPage();
	await tab.goto(origin + path, { waitUntil: "load" });
	await tab.locator(shows).first().waitFor();
	await tab.evaluate(() => document.fonts.ready);
	await tab.evaluate(stillness);
	// Forms work once their scripts have run; until then their buttons are pale.
	await tab.evaluate(
		() =>
			new Promise((resolve) =>
				requestIdleCallback(() => requestIdleCallback(resolve, { timeout: 1_000 }), { timeout: 1_000 }),
			),
	);
	// A WebP has a third of a PNG's bytes, and Playwright's own screenshots are never WebP.
	const session = await context.newCDPSession(tab);
	const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
	const file = `docs/screens/${name}-${view.locale}-${view.theme}-${view.width}.webp`;
	writeFileSync(file, Buffer.from(data, "base64"));
	await tab.close();
}

/** Runs in the page: resolves once every animation that ends has ended. */
function stillness(): Promise<unknown> {
	const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
	const ended = Promise.all(ending.map(({ finished }) => finished.catch(() => null)));
	// An animation that is held by a scroll, or hidden, never ends.
	return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1_000))]);
}
