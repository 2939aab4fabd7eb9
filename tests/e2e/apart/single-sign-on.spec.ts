import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { test as base, expect, handOf } from "#tests/e2e/fixtures.ts";
import { Frame } from "#tests/pages/frame.ts";
import { codeOf, SecondStepPage } from "#tests/pages/second-step-page.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { SignInPage } from "#tests/pages/sign-in-page.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";
import { letHoursPass } from "#tests/support/desk/second-admin.ts";
import {
	type IdentityProvider,
	type Person,
	startIdentityProvider,
} from "#tests/support/provider/identity-provider.ts";
import { startTraceReceiver, type TraceReceiver } from "#tests/support/service/trace-receiver.ts";

const test = base.extend<object, { provider: IdentityProvider; collector: TraceReceiver }>({
	provider: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted: none.
		async ({}, use) => {
			const provider = await startIdentityProvider();
			await use(provider);
			await provider.stop();
		},
		{ scope: "worker" },
	],
	collector: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted: none.
		async ({}, use) => {
			const collector = await startTraceReceiver();
			await use(collector);
			await collector.close();
		},
		{ scope: "worker" },
	],
	environment: [
		({ provider, collector }, use) => use({ ...provider.environment, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }),
		{ scope: "worker" },
	],
	apart: ["single-sign-on", { scope: "worker" }],
});
// One desk for all tests: the first counts its traces, the last switches passwords off.
test.describe.configure({ mode: "serial" });
test.beforeEach(({ provider, desk }) => {
	provider.desk.origin = desk.origin;
});

function person(provider: IdentityProvider, facts: Partial<Person> = {}): Person & { login: string } {
	const login = `u-${randomBytes(4).toString("hex")}`;
	const known = {
		email: `${login}@cauri.example`,
		emailVerified: true,
		name: `Aya ${login}`,
		groups: ["staff"],
		...facts,
	};
	provider.people.set(login, known);
	return { ...known, login };
}

const button = (page: Page) => page.getByRole("link", { name: "Sign in with Baobab ID" });

/** Fills in the provider's own form, which is not the desk's. */
async function proveAtProvider(page: Page, provider: IdentityProvider, login: string): Promise<void> {
	await expect(page).toHaveURL(new RegExp(`^${provider.issuer}`));
	await page.getByLabel("Login").fill(login);
	await page.getByLabel("Password").fill("any");
	await page.getByRole("button", { name: "Sign in" }).click();
}

async function signInWith(page: Page, provider: IdentityProvider, login: string, path = "/sign-in"): Promise<void> {
	await page.goto(path);
	await button(page).click();
	await proveAtProvider(page, provider, login);
}

test("the built desk sends the traces of its requests, and nothing of what Next traces by itself", async ({
	page,
	collector,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	await page.goto("/transactions/TX-20260101-UNKNOWN1");
	const asked = await page.request.get("/api/transactions/TX-20260101-UNKNOWN1");
	expect(asked.status()).toBe(404);
	const names = (service: string) => collector.spans().flatMap((span) => (span.service === service ? span.name : []));
	await expect(async () => {
		expect(names("cauri-web")).toContain("GET /api/transactions/[reference]");
		expect(names("cauri-web")).toContain("GET /transactions/[reference]");
		expect(names("cauri-worker").filter((name) => name === "question status")).toHaveLength(2);
	}).toPass();
	const spans = collector.spans();
	for (const name of ["GET /api/transactions/[reference]", "GET /transactions/[reference]"]) {
		const door = spans.find((span) => span.name === name);
		expect(door?.parentSpanId).toBeUndefined();
		const question = spans.find(({ parentSpanId }) => parentSpanId === door?.spanId);
		expect(question).toMatchObject({ service: "cauri-worker", traceId: door?.traceId });
	}
	expect(collector.requests.map(({ body }) => body).join()).not.toContain("UNKNOWN1");
});

test("a new member comes in through the provider, to where they wanted to go, has the role of their groups once an admin confirms it, and leaves there too", async ({
	page,
	provider,
	desk,
}) => {
	const admin = await desk.hand("admin");
	const aya = person(provider, { groups: ["cashiers"] });
	await page.goto("/payouts");
	await expectSound(page, "sign-in with a provider");
	await button(page).click();
	await proveAtProvider(page, provider, aya.login);
	await expect(page).toHaveURL(`${desk.origin}/payouts`);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(page.getByRole("link", { name: "New payout" })).toHaveCount(0);
	// An admin confirms the role from the groups, and the person signs in again.
	await confirmChanges(admin);
	// The open page leaves for the sign-in by itself; opening another page would race with that.
	await expect(page).toHaveURL(/\/sign-in\?next=%2Fpayouts&ended=1$/);
	await page.goto("/payouts");
	await button(page).click();
	await expect(page).toHaveURL(`${desk.origin}/payouts`);
	await expect(page.getByRole("link", { name: "New payout" }).first()).toBeVisible();

	await new Frame(page).signOut();
	await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/session/end`));
	await page.getByRole("button", { name: /^Yes/ }).click();
	await expect(page).toHaveURL(`${desk.origin}/sign-in`);
	// The provider's session ended too, so it asks again.
	await button(page).click();
	await proveAtProvider(page, provider, aya.login);
	await expect(page).toHaveURL(`${desk.origin}/`);
});

test("whoever may not come in is told why in the desk's own words, and may come in when that is mended", async ({
	page,
	provider,
	desk,
}) => {
	const aya = person(provider, { emailVerified: false });
	await signInWith(page, provider, aya.login);
	const form = new SignInPage(page);
	await expect(form.fault).toContainText("has not verified your e-mail");
	await expectSound(page, "sign-in refused");
	provider.people.set(aya.login, { ...aya, groups: [], emailVerified: true });
	await button(page).click();
	await expect(form.fault).toContainText("in no group with access to Cauri");
	provider.people.set(aya.login, { ...aya, emailVerified: true });
	await button(page).click();
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await desk.database.updateTable("member").set({ disabled_at: new Date() }).where("email", "=", aya.email).execute();
	await page.reload();
	await button(page).click();
	await expect(form.fault).toContainText("disabled");
});

test("while the provider is away the button says so, and passwords go on", async ({ page, provider, desk }) => {
	await provider.goAway();
	const viewer = await desk.members("viewer");
	const form = await new SignInPage(page).open();
	// The desk may still have the provider's address from earlier tests; the browser then finds nobody there.
	await form.signIn(viewer.email, viewer.password);
	await expect(page).toHaveURL(`${desk.origin}/`);
	await provider.comeBack();
});

/** The first confirmation by a member without a password: the desk says what to set up first. */
async function setUpApp(page: Page): Promise<string> {
	const dialog = new StepUpPart(page).dialog;
	await expect(dialog).toContainText("have no way to confirm yet");
	await expectSound(page, "nothing to confirm with");
	await dialog.getByRole("button", { name: "Set up" }).click();
	await expect(page).toHaveURL(/\/account$/);
	await expect(page.getByText("You sign in through single sign-on.")).toBeVisible();
	await expectSound(page, "account without a password");
	await page.getByRole("button", { name: "Add an authenticator app" }).click();
	const secret = ((await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? "").replaceAll(" ", "");
	const step = new SecondStepPage(page);
	await step.code.fill(codeOf(secret));
	await step.confirm.click();
	await step.keepCodes();
	return secret;
}

test("passwords are switched off but for the emergency admin, and come back by two", async ({
	page,
	provider,
	desk,
}) => {
	const [emergency, maker] = [await desk.members("admin"), await desk.members("maker")];
	const aya = person(provider, { groups: ["desk-admins"] });
	await signInWith(page, provider, aya.login);
	await expect(page).toHaveURL(`${desk.origin}/`);
	await confirmChanges(await handOf(desk, emergency));
	// The new role ends the session, and the page leaves by itself.
	await expect(page).toHaveURL(/\/sign-in/);
	await button(page).click();
	await expect(page).toHaveURL(`${desk.origin}/`);
	await letHoursPass(desk.database, 25);
	await new SettingsPage(page).open("sign-in");
	await expectSound(page, "sign-in settings");
	const passwords = page.getByRole("region", { name: "Passwords" });
	const switchOff = async () => {
		await passwords.getByRole("combobox", { name: "Emergency admin" }).selectOption({ label: emergency.name });
		await passwords.getByRole("button", { name: "Disable passwords" }).click();
	};
	await passwords.getByRole("button", { name: "Disable passwords" }).click();
	await expect(passwords.getByText("Choose the emergency admin.")).toBeVisible();
	await switchOff();
	const secret = await setUpApp(page);
	await new SettingsPage(page).open("sign-in");
	await switchOff();
	const proof = new StepUpPart(page);
	await proof.code.fill(codeOf(secret, 1));
	await proof.confirm.click();
	await expect(passwords.getByText(`Only ${emergency.name} can use it`)).toBeVisible();

	const theirs = await desk.newPage();
	const form = await new SignInPage(theirs).open();
	await expect(button(theirs)).toBeVisible();
	await expect(form.password).toHaveCount(0);
	await expectSound(theirs, "sign-in without passwords");
	await theirs.getByRole("link", { name: "Emergency access" }).click();
	await form.signIn(maker.email, maker.password);
	await expect(form.fault).toContainText("Sign-in by password or passkey alone is off");
	await expectSound(theirs, "emergency access");
	await form.signIn(emergency.email, emergency.password);
	await expect(theirs).toHaveURL(`${desk.origin}/`);

	await passwords.getByRole("button", { name: "Enable passwords" }).click();
	const waiting = page.getByRole("region", { name: "Not in effect yet" });
	await expect(waiting).toContainText("Password sign-in");
	await expectSound(page, "passwords that wait for a second admin");
	await expect(passwords.getByText(`Only ${emergency.name} can use it`)).toBeVisible();
	// A confirmation needs a fresh proof, and only the emergency admin has a password.
	await confirmChanges(await handOf(desk, emergency));
	await expect(passwords.getByText("Members can also sign in with a password.")).toBeVisible();
});
