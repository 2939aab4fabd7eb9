import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { MovementPages } from "#components/movements/movement-pages.tsx";
import type { MovementList, MovementSums } from "#lib/contracts/movement.ts";
import { readMovementView } from "#lib/movements/movement-view.ts";
import { movementQueries } from "#lib/queries/movements.ts";
import { textOf } from "#tests/support/rendered.tsx";

test("the pages of a list count its withdrawn lines, which it shows", () => {
	const view = readMovementView(new URLSearchParams({ cursor: "9", page: "2" }), ["XOF"], 50);
	const sums: Partial<MovementSums> = { total: 50, withdrawn: 2, isAtLeast: false };
	const list = { items: [{}, {}], nextCursor: null, isArriving: false } as unknown as MovementList;
	const client = new QueryClient();
	client.setQueryData(movementQueries.sums("XOF", view.query).queryKey, sums as MovementSums);
	const text = textOf(
		<QueryClientProvider client={client}>
			<MovementPages view={view} list={list} waiting={false} />
		</QueryClientProvider>,
	);
	expect(text).toContain("51–52 of 52");
});
