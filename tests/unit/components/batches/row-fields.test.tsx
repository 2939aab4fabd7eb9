import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { RowFields } from "#components/batches/row-fields.tsx";
import type { BatchRow } from "#lib/contracts/batch.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { operatorQueries } from "#lib/queries/operators.ts";
import { walletQueries } from "#lib/queries/wallets.ts";
import { rendered } from "#tests/support/rendered.tsx";

/** The chosen option of the row's list, for a row whose number belongs to Orange in Côte d'Ivoire. */
function chosenIn(name: "operator" | "country", typed: { typedOperator: string; typedCountry: string }): string {
	const client = new QueryClient();
	const operators = DEFAULT_OPERATORS.map((operator) => ({ ...operator, enabled: true }));
	client.setQueryData(operatorQueries.list().queryKey, { items: operators } as never);
	client.setQueryData(walletQueries.list().queryKey, { items: [{ currency: "XOF" }] } as never);
	const row = {
		...{ destination: "+2250701020304", amount: "1500.00", currency: "XOF", name: "Awa", purpose: "" },
		...{ operator: "orange-money-ci", operatorName: "Orange Money", country: "CI", ...typed },
	};
	const form = rendered(
		<QueryClientProvider client={client}>
			<RowFields row={row as unknown as BatchRow} faultOf={() => ""} />
		</QueryClientProvider>,
	);
	const [list = ""] = new RegExp(`<select[^>]*name="${name}".*?</select>`, "s").exec(form) ?? [];
	return /<option value="([^"]*)" selected="">/.exec(list)?.[1] ?? "?";
}

test("a row's operator and country stay decided by its number when nobody typed them, also after the number is corrected", () => {
	const typed = { typedOperator: "", typedCountry: "" };
	expect([chosenIn("operator", typed), chosenIn("country", typed)]).toEqual(["", ""]);
});

test("a typed operator and country stay chosen", () => {
	const typed = { typedOperator: "Wave", typedCountry: "Côte d’Ivoire" };
	expect([chosenIn("operator", typed), chosenIn("country", typed)]).toEqual(["wave-ci", "CI"]);
});
