/** One stack with ninety days of data. The statements come last, because they close a month and add a line of another wallet. */
import { test } from "#tests/e2e/fixtures.ts";
import "#tests/e2e/apart/movements.part.ts";
import "#tests/e2e/apart/movements-address.part.ts";
import "#tests/e2e/apart/statements.part.ts";

test.use({ apart: "past-days", withPast: true, signedInAs: "viewer" });
test.describe.configure({ mode: "default" });
