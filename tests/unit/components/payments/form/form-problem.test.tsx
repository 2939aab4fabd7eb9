import { expect, test } from "vitest";
import { FormProblem } from "#components/payments/form/form-frame.tsx";
import { ApiError } from "#lib/api.ts";
import { textOf } from "#tests/support/rendered.tsx";

const lost = new ApiError("unreachable", 0);
const ended = new ApiError("unauthenticated", 401);

test("a new payment whose answer was lost is sent again, and its entry outlives the session", () => {
	expect(textOf(<FormProblem error={lost} />)).toContain("one form never creates two payments");
	expect(textOf(<FormProblem error={ended} />)).toContain("Your entry is kept");
});

test("a correction, which is not kept, promises neither: after a lost answer it leads to the payout", () => {
	const problem = (error: ApiError) => textOf(<FormProblem error={error} listHref="/payouts/1" isCorrection />);
	expect(problem(lost)).toBe(
		"We do not know whether your changes reached Cauri. Look at the payout before you save them again.View the payout",
	);
	expect(problem(ended)).not.toContain("kept");
});
