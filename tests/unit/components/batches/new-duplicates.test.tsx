import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { NewDuplicates } from "#components/batches/approve-dialog.tsx";
import { rendered } from "#tests/support/rendered.tsx";

const ids = Array.from({ length: 41 }, (_, n) => `payout-${n}`);
const dialog = (shown: number) =>
	rendered(
		<QueryClientProvider client={new QueryClient()}>
			<NewDuplicates ids={ids} shown={shown} onMore={() => undefined}>
				<textarea />
			</NewDuplicates>
		</QueryClientProvider>,
	);

test("an approver gives no reason for duplicates before all of them are shown", () => {
	const some = dialog(20);
	expect(some.match(/<li>/g)).toHaveLength(20);
	expect(some).not.toContain("<textarea");
	expect(some).toContain("Show 20 more");
	expect(dialog(40)).toContain("Show 1 more");
	const all = dialog(60);
	expect(all.match(/<li>/g)).toHaveLength(41);
	expect(all).toContain("<textarea");
	expect(all).not.toContain("more");
});
