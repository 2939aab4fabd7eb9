import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

/** Parts that may fail at once, with their reasons. */
const AT_ONCE = ["app/error.tsx"]; // the error page itself: its page is gone already

test("a part that loads on demand retries: a failed import would replace the page by the error page", () => {
	const shown = sourceFiles().filter((file) => /^(app|components)\//.test(file));
	const bare = shown.filter((file) => /\blazy\((?!\(\) =>\s+loadWithRetries\()/.test(readSource(file)));
	expect(bare).toEqual(AT_ONCE);
});
