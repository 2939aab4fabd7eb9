import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { guardedDesk } from "#tests/support/desk/guarded-desk.ts";

const { database } = await createTestDatabase();
const desk = await guardedDesk(database);
const address = "203.0.113.8";
const DAY_MS = 24 * 3_600_000;
const rowsOf = (memberId: string) =>
	database.selectFrom("known_browser").selectAll().where("member_id", "=", memberId).execute();
/** Somebody has guessed from this address, so an unknown browser would be delayed. */
async function isKnown(browser: ReturnType<typeof desk.browser>, email: string): Promise<boolean> {
	await desk.guess({ email, address });
	const answer = await browser.try({ email, address });
	await database.deleteFrom("sign_in_delay").execute();
	return answer === "in";
}

beforeEach(async () => {
	await database.deleteFrom("sign_in_delay").execute();
});

test("a browser is known after a sign-in, and the table holds nothing that a cookie could be made of", async () => {
	const { email, id } = await desk.member();
	const browser = desk.browser();
	await browser.try({ email, address });
	expect(browser.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
	expect(JSON.stringify(await rowsOf(id))).not.toContain(browser.token);
	expect(await isKnown(browser, email)).toBe(true);
	expect(await rowsOf(id)).toHaveLength(1);
});

test("a browser is known for the members who signed in there, and for nobody else", async () => {
	const [awa, ibrahim, fatou] = [await desk.member(), await desk.member(), await desk.member()];
	const shared = desk.browser();
	for (const { email } of [awa, ibrahim]) await shared.try({ email, address });
	expect(await isKnown(shared, awa.email)).toBe(true);
	expect(await isKnown(shared, ibrahim.email)).toBe(true);
	expect(await isKnown(shared, fatou.email)).toBe(false);
});

test("whoever shares a browser does not make another's guesses free by signing in there themselves", async () => {
	const [awa, ibrahim] = [await desk.member(), await desk.member()];
	const shared = desk.browser();
	for (const { email } of [awa, ibrahim]) await shared.try({ email, address });
	for (let guess = 0; guess < 5; guess += 1) {
		expect(await shared.try({ email: awa.email, password: "wrong", address })).toBe("wrong_credentials");
		expect(await shared.try({ email: ibrahim.email, address })).toBe("in");
	}
	expect(await shared.try({ email: awa.email, password: "wrong", address })).toBe("too_many_attempts 1");
});

test("a copied or planted cookie is worth nothing after the next sign-in", async () => {
	const { email } = await desk.member();
	const [own, thief] = [desk.browser(), desk.browser()];
	await own.try({ email, address });
	thief.token = own.token;
	await own.try({ email, address });
	expect(own.token).not.toBe(thief.token);
	expect(await isKnown(thief, email)).toBe(false);
	expect(await isKnown(own, email)).toBe(true);
});

test.each(["", "x", "a".repeat(43), "0".repeat(9_000), "%00"])(
	"the cookie %j knows nobody and breaks nothing",
	async (token) => {
		const { email } = await desk.member();
		const browser = desk.browser();
		browser.token = token;
		expect(await isKnown(browser, email)).toBe(false);
	},
);

test("a browser that was not used for half a year is a new one", async () => {
	const { email } = await desk.member();
	const browser = desk.browser();
	await browser.try({ email, address });
	desk.clock.advance(179 * DAY_MS);
	expect(await isKnown(browser, email)).toBe(true);
	desk.clock.advance(180 * DAY_MS);
	expect(await isKnown(browser, email)).toBe(false);
});

test("a member has twenty known browsers at most: the longest unused are forgotten", async () => {
	const { email, id } = await desk.member();
	const browsers = Array.from({ length: 22 }, () => desk.browser());
	for (const browser of browsers) {
		await browser.try({ email, address });
		desk.clock.advance(60_000);
	}
	expect(await rowsOf(id)).toHaveLength(20);
	const [first, , third] = browsers;
	expect(first && (await isKnown(first, email))).toBe(false);
	expect(third && (await isKnown(third, email))).toBe(true);
});
