import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import { followingPayments } from "#lib/queries/following-payments.ts";

afterEach(() => {
	vi.unstubAllGlobals();
});

/** Serves lines 1, 2, 3 … of a wallet, as the desk does; `matched` are those with a payment of their own. */
function serveLines(count: number, matched: readonly number[]): string[] {
	const asked: string[] = [];
	vi.stubGlobal("fetch", async (path: string) => {
		const { pathname, searchParams: query } = new URL(path, "http://desk");
		asked.push(query.get("cursor") ?? "names");
		if (pathname === "/api/reconciliation/line-names") {
			const ids = (query.get("ids") ?? "").split(",").toReversed();
			const paymentOf = (id: string) => (matched.includes(Number(id)) ? { id: `p${id}`, kind: "payout" } : null);
			return Response.json({ items: ids.map((id) => ({ id, payment: paymentOf(id) })) });
		}
		const first = Number(query.get("cursor")) + 1;
		const last = Math.min(count, first + Number(query.get("limit")) - 1);
		const items = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({ id: String(first + at) }));
		return Response.json({ items, nextCursor: last < count ? "more" : null });
	});
	return asked;
}

const behind = async (line: string) => {
	const { payments, end } = await new QueryClient().fetchQuery(
		followingPayments("XOF", { sort: "-createdAt", purpose: "rent", cursor: "page two", limit: 25 }, line),
	);
	return { ids: payments.map(({ id }) => id), end };
};

test("the payments behind a line come in the order of their lines, from the first page that has any", async () => {
	serveLines(4, [1, 3, 4]);
	expect(await behind("1")).toEqual({ ids: ["p3", "p4"], end: "4" });
	const asked = serveLines(4 * PAGE_ROWS, [2 * PAGE_ROWS + 2, 2 * PAGE_ROWS + 1]);
	expect(await behind("1")).toEqual({ ids: [`p${2 * PAGE_ROWS + 1}`], end: String(2 * PAGE_ROWS + 1) });
	expect(asked).toEqual(["1", "names", String(PAGE_ROWS + 1), "names"]);
});

test("behind the last line is nothing, and a long row of others' lines is not read to its end", async () => {
	serveLines(4, [4]);
	expect(await behind("4")).toEqual({ ids: [], end: "4" });
	const asked = serveLines(100 * PAGE_ROWS, []);
	expect(await behind("1")).toEqual({ ids: [], end: String(5 * PAGE_ROWS + 1) });
	expect(asked).toHaveLength(10);
});
