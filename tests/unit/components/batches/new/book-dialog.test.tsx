import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import BookDialog from "#components/batches/new/book-dialog.tsx";
import { textOf } from "#tests/support/rendered.tsx";

function shown(replaces: boolean): string {
	const none = () => undefined;
	return textOf(
		<QueryClientProvider client={new QueryClient()}>
			<BookDialog currency="XOF" replaces={replaces} onPick={none} onClose={none} />
		</QueryClientProvider>,
	);
}

test("recipients of the book are added to no rows: where there are some, the button says that it replaces them", () => {
	expect(shown(false)).toContain("Add recipients");
	expect(shown(true)).toContain("Replace the rows");
	expect(shown(true)).not.toContain("Add recipients");
});
