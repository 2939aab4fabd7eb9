/**
 * `npm run gallery [origin [sandbox]]` photographs every screen of a running demo into `.gallery` and writes a page that shows
 * the pictures. With the sandbox's origin it also invents sixty lines, for the second page of lines to explain.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type BrowserContext, chromium } from "playwright";
import type { Notices } from "#lib/contracts/notice.ts";
import { DEMO_PASSWORD } from "#server/access/password/demo-password.ts";
import { DEMO_MEMBERS } from "#server/cli/demo-data/demo-members.ts";
import { type GalleryScreen, galleryScreens, QUEUE_SCREEN } from "#tests/gallery/gallery-screens.ts";
import { findChromium } from "#tests/run/chromium.ts";
import { sandboxClient } from "#tests/support/service/sandbox-client.ts";

const FOLDER = ".gallery";
/** The pictures that the repository keeps, in docs/screens. */
const KEPT = [
	"home-en-light-1280",
	"home-fr-dark-360",
	"movements-en-light-1280",
	"transaction-en-light-1280",
	"deposit-pending-en-light-360",
	"payout-new-fr-light-1280",
	"payout-unknown-en-dark-1280",
	"batch-paused-en-light-1280",
	"recipients-fr-light-1280",
	"approvals-en-light-360",
	"reconciliation-en-light-1280",
	"audit-en-dark-1280",
];
/** From 0 to 100; letters stay sharp. */
const QUALITY = 85;
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
/** The height of a usual window, and the width of its picture in the page. */
const SIZES: Record<View["width"], { height: number; shown: number }> = {
	360: { height: 780, shown: 180 },
	768: { height: 1024, shown: 300 },
	1280: { height: 860, shown: 480 },
	1920: { height: 1080, shown: 640 },
};

const [origin = "http://localhost:3000", sandboxOrigin] = process.argv.slice(2);
const browser = await chromium.launch({
	...(findChromium() ? { executablePath: findChromium() ?? "" } : {}),
	args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-quic"],
});
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const names = new Set<string>();
for (const [place, view] of VIEWS.entries()) {
	await photograph(view, async (context) => {
		await take(context, { name: "sign-in", path: "/sign-in" }, view);
		if (await signInByPassword(context)) {
			await take(context, { name: "second-step", path: "/second-step" }, view);
			await passSecondStep(context);
		}
		await prefer(context, view);
		await seeNotices(context);
		for (const screen of await galleryScreens(context, origin)) await take(context, screen, view);
		// The page of the second step uses the language and theme that its member chose before.
		await prefer(context, VIEWS[place + 1] ?? view);
	});
}
if (sandboxOrigin) {
	const sandbox = sandboxClient(sandboxOrigin);
	for (let index = 0; index < 60; index += 1)
		await sandbox.inventMovement({ currency: "XOF", type: "withdrawal", amount: String(2_000 + index), fee: "0" });
	for (const view of VIEWS)
		await photograph(view, async (context) => {
			await signIn(context);
			await prefer(context, view);
			if (view === VIEWS[0]) await refresh(context);
			await take(context, QUEUE_SCREEN, view);
		});
}
await browser.close();
writeFileSync(`${FOLDER}/README.md`, page([...names]));
for (const picture of KEPT) copyFileSync(`${FOLDER}/${picture}.webp`, `docs/screens/${picture}.webp`);
console.log(`${names.size * VIEWS.length} pictures of ${names.size} screens in ${FOLDER}`);

async function photograph(view: View, work: (context: BrowserContext) => Promise<void>): Promise<void> {
	const context = await browser.newContext({
		viewport: { width: view.width, height: SIZES[view.width].height },
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

async function signIn(context: BrowserContext): Promise<void> {
	if (await signInByPassword(context)) await passSecondStep(context);
}

/** Returns true if a second factor is still required. */
async function signInByPassword(context: BrowserContext): Promise<boolean> {
	const admin = DEMO_MEMBERS.find(({ role }) => role === "admin");
	const response = await context.request.post(`${origin}/api/session`, {
		data: { email: admin?.email, password: DEMO_PASSWORD },
		headers: { origin, "sec-fetch-site": "same-origin" },
	});
	if (!response.ok()) throw new Error(`The demo at ${origin} does not let its admin in (${response.status()}).`);
	const { stage } = (await response.json()) as { stage: string };
	return stage === "factor";
}

/** Uses the code that the demo's own authenticator shows; for a moment there may be no unused one. */
async function passSecondStep(context: BrowserContext): Promise<void> {
	const headers = { origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
	for (;;) {
		const asked = await context.request.post(`${origin}/api/session/second-step/challenge`, { headers });
		const { demo } = (await asked.json()) as { demo: { code: string | null; seconds: number } | null };
		if (!demo) throw new Error(`The demo at ${origin} plays no authenticator.`);
		if (demo.code === null) {
			await pause(demo.seconds * 1_000);
			continue;
		}
		const data = { method: "totp", code: demo.code };
		const passed = await context.request.post(`${origin}/api/session/second-step`, { data, headers });
		if (!passed.ok()) throw new Error(`The demo at ${origin} does not take its own code (${passed.status()}).`);
		return;
	}
}

/** Sets language and theme of the member, because the admin's earlier choice overrides the cookies. */
async function prefer(context: BrowserContext, { locale, theme }: Pick<View, "locale" | "theme">): Promise<void> {
	const response = await context.request.put(`${origin}/api/preferences`, {
		data: { locale, theme },
		headers: { origin, "sec-fetch-site": "same-origin" },
	});
	if (!response.ok()) throw new Error(`The demo at ${origin} does not keep the admin's preferences.`);
}

/** Each view is another new browser, which a notice on every page reports until the member has seen it. */
async function seeNotices(context: BrowserContext): Promise<void> {
	const { items } = (await (await context.request.get(`${origin}/api/notices`)).json()) as Notices;
	const upTo = items[0]?.id;
	if (!upTo) return;
	const headers = { origin, "sec-fetch-site": "same-origin" };
	await context.request.post(`${origin}/api/notices/acknowledgement`, { data: { upTo }, headers });
}

/** Reads the movements now, because the desk reads them by itself only every few minutes. */
async function refresh(context: BrowserContext): Promise<void> {
	const path = `${origin}/api/wallets/XOF/movements/refresh`;
	await context.request.post(path, { data: {}, headers: { origin, "sec-fetch-site": "same-origin" } });
	const tab = await context.newPage();
	const next = tab.getByRole("link", { name: /^(Next|Suivante?s)$/ });
	for (let look = 0; look < 30 && !(await next.isVisible()); look += 1) {
		await tab.goto(`${origin}/reconciliation`);
		await next.waitFor({ timeout: 2_000 }).catch(() => {});
	}
	await tab.close();
}

async function take(context: BrowserContext, { name, path, act }: GalleryScreen, view: View): Promise<void> {
	const tab = await context.newPage();
	await tab.goto(origin + path, { waitUntil: "load" });
	await tab.getByRole("heading", { level: 1 }).first().waitFor();
	await tab.evaluate(() => document.fonts.ready);
	await act?.(tab);
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
	writeFileSync(`${FOLDER}/${fileName(name, view)}`, Buffer.from(data, "base64"));
	await tab.close();
	names.add(name);
}

/** Runs in the page: resolves once every animation that ends has ended. */
function stillness(): Promise<unknown> {
	const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
	const ended = Promise.all(ending.map(({ finished }) => finished.catch(() => null)));
	// An animation that is held by a scroll, or hidden, never ends.
	return Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1_000))]);
}

function fileName(name: string, { locale, theme, width }: View): string {
	return `${name}-${locale}-${theme}-${width}.webp`;
}

function page(screenNames: string[]): string {
	const image = (name: string, view: View) =>
		`<img src="${fileName(name, view)}" alt="${name}, ${view.locale}, ${view.theme}, ${view.width} px" width="${SIZES[view.width].shown}">`;
	const rows = screenNames.map((name) => `## ${name}\n\n${VIEWS.map((view) => image(name, view)).join("\n")}\n`);
	return `# Every screen\n\nTaken from the running demo by \`npm run gallery\`: English and French, light and dark, 360, 768, 1280 and 1920 px wide.\n\n${rows.join("\n")}`;
}
