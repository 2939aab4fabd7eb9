/** Requests every page and route without a session, with each set of spoofed headers, and expects no data. */
import type { APIRequestContext } from "playwright/test";
import { expect } from "#tests/e2e/fixtures.ts";
import type { Screen } from "#tests/support/browser/screens.ts";
import { ANYBODY, ROUTES } from "#tests/support/desk/route-permissions.ts";

/** Texts that only a signed-in desk shows. */
export const TELLING = /wallet_reference|walletReference|WF-[A-Z0-9]|\+225 ?0|cauri\.example/;

interface Asked {
	request: APIRequestContext;
	origin: string;
	screens: readonly Screen[];
	headers: Record<string, string>;
	routes?: typeof ROUTES;
}

export async function expectNothingTold({ request, origin, screens, headers, routes = ROUTES }: Asked): Promise<void> {
	const paths = screens.flatMap(({ path }) => [path, `${path}${path.includes("?") ? "&" : "?"}_rsc=1`]);
	await eightAtATime([...paths, "/%6dovements", "/payouts/%2e%2e/audit", "//movements"], async (path) => {
		const answer = await request.get(origin + path, { headers, maxRedirects: 0 });
		const text = await answer.text();
		expect(TELLING.test(text), `${path} tells`).toBe(false);
		expect(answer.status(), path).toBeLessThan(500);
	});
	const guarded = Object.keys(routes).filter((route) => routes[route] !== ANYBODY);
	await eightAtATime(guarded, async (route) => {
		const [method = "", path = ""] = route.split(" ");
		const target = origin + path.replace("[currency]", "XOF").replaceAll(/\[\w+\]/g, "x");
		const answer = await request.fetch(target, { method, headers: { ...headers, origin }, data: {} });
		// Next itself answers `x-middleware-prefetch` with an empty object, before any code of ours.
		if (answer.status() === 200) expect(await answer.text(), route).toBe("{}");
		else expect(answer.status(), route).toBe(401);
	});
}

async function eightAtATime(all: readonly string[], ask: (one: string) => Promise<void>): Promise<void> {
	for (let at = 0; at < all.length; at += 8) await Promise.all(all.slice(at, at + 8).map(ask));
}
