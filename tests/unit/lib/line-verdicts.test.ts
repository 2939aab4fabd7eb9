import { expect, test } from "vitest";
import { fittingVerdicts } from "#lib/line-verdicts.ts";

const offered = (direction: "in" | "out" | null, isRepeated = false) => fittingVerdicts({ direction, isRepeated });

test("what is offered for a line fits its sign: money in is no fee, and money out fills no wallet", () => {
	expect(offered("in")).toEqual(["top_up", "portal", "correction", "other", "support"]);
	expect(offered("out")).toEqual(["fee", "portal", "correction", "other", "support"]);
	expect(offered(null)).toEqual(["fee", "top_up", "portal", "correction", "other", "support"]);
});

test("only what repeats a line can be its duplicate", () => {
	expect(offered("in", true)[0]).toBe("duplicate");
	expect(offered("out", true)[0]).toBe("duplicate");
});
