/**
 * Fixtures of every browser test. `desk` is the whole product, one per worker, with this test's own people and browsers.
 * Its `signIn` sets a session without the form; its `sandbox` plays the service and the payers.
 */
import { randomBytes } from "node:crypto";
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "playwright/test";
import { ulid } from "ulid";
import type { Role } from "#lib/roles.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import { Secret } from "#server/secret.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { type DeskHand, deskHand } from "#tests/support/browser/desk-hand.ts";
import { allScreens, type Screen } from "#tests/support/browser/screens.ts";
import { type ServiceUrl, type Stack, startStack } from "#tests/support/browser/stack.ts";
import { TEST_PASSWORD } from "#tests/support/browser/test-password.ts";
import { leaveProofFor } from "#tests/support/desk/leave-proof.ts";
import { openSession } from "#tests/support/desk/open-session.ts";
import { type SandboxClient, sandboxClient } from "#tests/support/service/sandbox-client.ts";

export { expect };

export interface TestMember {
	id: string;
	name: string;
	email: string;
	password: string;
	role: Role;
}

export interface Desk extends Stack {
	/** Created on first use; unique to the test. */
	members(role: Role): Promise<TestMember>;
	/** Signs the page's browser in as a member of this role, or as exactly this member. */
	signIn(page: Page, who: Role | TestMember): Promise<TestMember>;
	/** A page of another browser; closed after the test. */
	newPage(options?: BrowserContextOptions): Promise<Page>;
	/** The same, signed in. */
	pageOf(who: Role | TestMember): Promise<Page>;
	/** Acts as this test's member with the role, without a browser. */
	hand(role: Role): Promise<DeskHand>;
	sandbox: SandboxClient;
}

interface TestFixtures {
	/** Set by `test.use` at the top of a file: the member whose page each of its tests begins with. */
	signedInAs: Role | undefined;
	desk: Desk;
	/** An admin other than the test's own, who exists before the test begins and gives the second confirmation. */
	deputy: DeskHand;
}

interface WorkerFixtures {
	/**
	 * Set by `test.use` at the top of the files in `apart`, which get a stack of their own: for tests that break the service
	 * (a circuit opens, sending stops), move its clock, or count what others would add to.
	 */
	apart: string;
	/** Starts with ninety days of data. */
	withPast: boolean;
	/** Another service than the sandbox, or another way to it. */
	serviceUrl: ServiceUrl | undefined;
	/** Added to the environment that every stack has. */
	environment: Record<string, string>;
	/** Approvers and admins need a second factor, as on a new desk. */
	asksSecondFactor: boolean;
	stack: Stack;
	/** Created on first use and shared: a test that changes what the screens show creates its own. */
	screens: readonly Screen[];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
	apart: ["", { option: true, scope: "worker" }],
	withPast: [false, { option: true, scope: "worker" }],
	serviceUrl: [undefined, { option: true, scope: "worker" }],
	environment: [{}, { option: true, scope: "worker" }],
	asksSecondFactor: [false, { option: true, scope: "worker" }],
	stack: [
		async ({ browserName, apart, withPast, serviceUrl, environment, asksSecondFactor }, use, worker) => {
			const stack = await startStack({
				adminUrl: fromSetup("CAURI_TEST_ADMIN_URL"),
				template: fromSetup("CAURI_TEST_TEMPLATE"),
				canary: process.env.CAURI_TEST_CANARY ?? `canary-${randomBytes(16).toString("hex")}`,
				logFolder: "test-results/logs",
				name: [browserName, worker.workerIndex, apart].filter((part) => part !== "").join("-"),
				withPast,
				environment,
				asksSecondFactor,
				...(serviceUrl ? { serviceUrl } : {}),
			});
			await use(stack);
			await stack.stop();
		},
		{ scope: "worker", timeout: 300_000 },
	],
	screens: [
		async ({ stack }, use) => {
			const hand = async (role: Role) => handOf(stack, await makeMember(stack, role));
			await use(await allScreens(await hand("maker"), await hand("approver"), await hand("admin")));
		},
		{ scope: "worker" },
	],
	baseURL: ({ stack }, use) => use(stack.origin),
	signedInAs: [undefined, { option: true }],
	page: async ({ page, desk, signedInAs }, use) => {
		if (signedInAs) await desk.signIn(page, signedInAs);
		await use(page);
	},
	desk: async ({ browser, stack }, use) => {
		const made = new Map<Role, TestMember>();
		const contexts: BrowserContext[] = [];
		const faults: string[] = [];
		const client = sandboxClient(stack.sandboxOrigin);
		const desk: Desk = {
			...stack,
			async members(role) {
				const member = made.get(role) ?? (await makeMember(stack, role));
				made.set(role, member);
				return member;
			},
			async signIn(page, who) {
				const member = typeof who === "string" ? await desk.members(who) : who;
				// The previous person's page would leave by itself, which would end the next step's navigation.
				await page.goto("about:blank");
				await carryCookie(page.context(), stack.origin, await cookieOf(stack, member));
				return member;
			},
			async newPage(options) {
				const context = await browser.newContext({ baseURL: stack.origin, ...options });
				contexts.push(context);
				return context.newPage();
			},
			async pageOf(who) {
				const page = await desk.newPage();
				await desk.signIn(page, who);
				return page;
			},
			hand: async (role) => handOf(stack, await desk.members(role)),
			sandbox: {
				...client,
				async addFault(fault) {
					const id = await client.addFault(fault);
					faults.push(id);
					return id;
				},
			},
		};
		await use(desk);
		for (const id of faults) await client.removeFault(id);
		for (const context of contexts) await context.close();
	},
	deputy: async ({ stack }, use) => use(await handOf(stack, await makeMember(stack, "admin"))),
});

/** Sets the cookie as the browser keeps it after a sign-in. */
export async function carryCookie(context: BrowserContext, origin: string, cookie: string): Promise<void> {
	const [name = "", value = ""] = cookie.split(/=(.*)/s);
	await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: "Lax" }]);
}

/** Opens a session for this member; returns the cookie. */
export async function cookieOf({ database, origin, sessionPassword }: Stack, member: TestMember): Promise<string> {
	const config = { appOrigin: new URL(origin), sessionPasswords: { 1: new Secret(sessionPassword) } };
	const cookie = await openSession({ database, config }, member, new Date());
	// Leaves a fresh proof, because other tests check the prompts.
	await leaveProofFor(database, member.id, { path: "", body: null });
	return cookie;
}

export async function handOf(desk: Stack, member: TestMember): Promise<DeskHand> {
	return deskHand(desk.origin, { cookie: await cookieOf(desk, member), password: member.password });
}

let passwordHash: Promise<string> | undefined;

export async function makeMember(desk: Stack, role: Role): Promise<TestMember> {
	const suffix = randomBytes(4).toString("hex");
	const email = `${role}-${suffix}@cauri.example`;
	const name = `${role[0]?.toUpperCase()}${role.slice(1)} ${suffix}`;
	passwordHash ??= hashPassword(TEST_PASSWORD);
	const row = { id: ulid(), email, name, role, password_hash: await passwordHash, created_at: new Date() };
	await asOwner(desk.database, (trx) => trx.insertInto("member").values(row).execute());
	return { id: row.id, name, email, role, password: TEST_PASSWORD };
}

function fromSetup(name: string): string {
	const value = process.env[name];
	if (!value) throw new Error(`${name} is missing: run the browser tests by npm run test:e2e`);
	return value;
}
