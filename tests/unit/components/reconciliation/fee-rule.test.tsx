import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { FeeRule } from "#components/reconciliation/fee-rule.tsx";
import { rendered } from "#tests/support/rendered.tsx";

test("the fee rule is saved by a button: arrow keys change a closed select", () => {
	const feeRule = { withdrawal: "beside", deposit: "beside", types: [] };
	const data = { currency: "XOF", feeRule, feeProposal: null, current: null, days: [] };
	const shown = rendered(
		<QueryClientProvider client={new QueryClient()}>
			<FeeRule data={data as never} mayManage={true} />
		</QueryClientProvider>,
	);
	expect(shown).toMatch(/<form.*<select.*<button[^>]*type="submit".*Save.*<\/form>/);
});
