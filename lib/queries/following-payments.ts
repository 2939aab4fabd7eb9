/** Finds payments beyond the shown lines. Separate from `movements.ts`, because a payment's page loads this file on demand. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { PAGE_ROWS, withoutPages } from "#lib/addresses/view-address.ts";
import type { LineName } from "#lib/contracts/line-name.ts";
import type { MovementQuery } from "#lib/contracts/movement.ts";
import { lineNameQueries, movementQueries } from "#lib/queries/movements.ts";

/** Maximum number of pages that one query reads in search of a payment; lines without a payment rarely fill so many pages. */
const MOST_PAGES = 5;

interface FollowingPayments {
	payments: NonNullable<LineName["payment"]>[];
	end: string;
}

/** Finds the payments of the lines that follow `line` in a view, nearest first. */
export function followingPayments(currency: string, query: MovementQuery, line: string) {
	const view = withoutPages(query);
	const readFrom = async (client: QueryClient, from: string, pages: number): Promise<FollowingPayments> => {
		const asked: MovementQuery = { ...view, cursor: from, limit: PAGE_ROWS };
		const { items, nextCursor } = await client.fetchQuery(movementQueries.list(currency, asked));
		const end = items.at(-1)?.id;
		if (end === undefined) return { payments: [], end: from };
		const names = await client.fetchQuery(lineNameQueries.of(currency, items, false));
		const payments = items.flatMap(({ id }) => names.items.find((name) => name.id === id)?.payment ?? []);
		if (payments.length > 0 || nextCursor === null || pages === 1) return { payments, end };
		return readFrom(client, end, pages - 1);
	};
	return queryOptions({
		queryKey: ["movements", currency, "following-payments", view, line] as const,
		queryFn: ({ client }) => readFrom(client, line, MOST_PAGES),
	});
}
