import { readFileSync } from "node:fs";
import { expect, test } from "#tests/e2e/fixtures.ts";

test("the desk says that it lives and that it is ready", async ({ request }) => {
	expect((await request.get("/healthz")).status()).toBe(200);
	expect((await request.get("/readyz")).status()).toBe(200);
});

test("whoever is not signed in is asked to sign in", async ({ page }) => {
	await page.goto("/movements");
	await expect(page).toHaveURL(/\/sign-in\?next=/);
	await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("a member who is signed in through the API sees the desk", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	await page.goto("/");
	await expect(page).toHaveURL(/\/$/);
	await expect(page.getByRole("main")).toBeVisible();
});

test("the web program reads its configuration from the build: no compiler is in its memory", async ({ desk }) => {
	const loaded = readFileSync(`/proc/${desk.webPid()}/maps`, "utf8").split("\n");
	expect(loaded.some((line) => line.endsWith("/bin/node"))).toBe(true);
	expect(loaded.filter((line) => line.includes("swc"))).toEqual([]);
});
