import { expectNothingTold, TELLING } from "#tests/e2e/expect-nothing-told.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { SPOOFED_HEADERS } from "#tests/e2e/spoofed-headers.ts";

test("without a session no page and no route gives data, whatever headers are spoofed; with one, the same pages do", async ({
	page,
	request,
	desk,
	screens,
}) => {
	test.setTimeout(180_000);
	const { origin } = desk;
	const telling = screens.filter(({ name }) => /Home|Deposit|Payout|Members/.test(name));
	await expectNothingTold({ request, origin, screens, headers: {} });
	// apart/without-proxy.spec.ts requests everything with each set of spoofed headers, where no proxy stands before it.
	for (const headers of Object.values(SPOOFED_HEADERS))
		await expectNothingTold({ request, origin, screens: telling, headers, routes: {} });
	// The texts that the sweeps look for do exist for an admin.
	await desk.signIn(page, "admin");
	for (const { name, path } of telling) {
		expect(await (await page.request.get(path)).text(), name).toMatch(TELLING);
		expect(await (await page.request.get(path, { headers: { rsc: "1" } })).text(), name).toMatch(TELLING);
	}
});

test("what changes something is refused from another site, whoever is signed in", async ({ page, desk }) => {
	await desk.signIn(page, "admin");
	const { request } = page.context();
	const target = `${desk.origin}/api/preferences`;
	const foreign: Record<string, string>[] = [
		{ origin: "https://evil.example" },
		{ origin: "null" },
		{ origin: desk.origin, "sec-fetch-site": "cross-site" },
		{ origin: desk.origin, "sec-fetch-site": "same-site" },
	];
	for (const headers of foreign) {
		const answer = await request.put(target, { headers, data: { locale: "fr" } });
		expect(answer.status(), JSON.stringify(headers)).toBe(403);
	}
	const asText = await request.put(target, {
		headers: { origin: desk.origin, "content-type": "text/plain" },
		data: JSON.stringify({ locale: "fr" }),
	});
	expect(asText.status()).toBe(415);
});

test("every answer carries the headers that close a browser's doors", async ({ page, desk }) => {
	await desk.signIn(page, "admin");
	for (const path of ["/", "/sign-in", "/movements", "/nothing-here", "/api/session", "/api/wallets", "/healthz"]) {
		const headers = (await page.context().request.get(desk.origin + path)).headers();
		expect(headers["x-content-type-options"], path).toBe("nosniff");
		expect(headers["referrer-policy"], path).toBe("same-origin");
		expect(headers["cross-origin-opener-policy"], path).toBe("same-origin");
		expect(headers["cross-origin-resource-policy"], path).toBe("same-origin");
		expect(headers["x-frame-options"], path).toBe("DENY");
		expect(headers["permissions-policy"], path).toContain("camera=()");
		expect(headers["content-security-policy"], path).toContain("frame-ancestors 'none'");
		expect(headers["x-powered-by"], path).toBeUndefined();
		expect(headers["cache-control"], path).toMatch(/no-store/);
	}
	const html = await (await page.context().request.get(`${desk.origin}/`)).text();
	const assets = [...new Set(html.match(/\/_next\/static\/[^"'\\ ]+\.(?:js|css|woff2)/g))];
	for (const end of [".js", ".css"]) expect(assets.filter((asset) => asset.endsWith(end))).not.toEqual([]);
	for (const asset of assets) {
		const headers = (await page.context().request.get(desk.origin + asset)).headers();
		expect(headers["x-content-type-options"], asset).toBe("nosniff");
		expect(headers["cross-origin-resource-policy"], asset).toBe("same-origin");
		expect(headers["content-security-policy"], asset).toBe("default-src 'none'; frame-ancestors 'none'");
	}
	const policy = (await page.context().request.get(`${desk.origin}/`)).headers()["content-security-policy"] ?? "";
	const scripts = policy.split(";").find((part) => part.trim().startsWith("script-src")) ?? "";
	expect(scripts).toContain("'strict-dynamic'");
	expect(scripts).toMatch(/'nonce-[\w+/=-]{16,}'/);
	expect(scripts).not.toContain("unsafe-inline");
	expect(scripts).not.toContain("unsafe-eval");
});
