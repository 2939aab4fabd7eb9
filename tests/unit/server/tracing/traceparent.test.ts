import { expect, test } from "vitest";
import { readTraceparent, traceOf, writeTraceparent } from "#server/tracing/traceparent.ts";

const [traceId, spanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];

test.each([0, 1])("a parent with the flags %s is read as it was written, in 55 characters", (traceFlags) => {
	const text = writeTraceparent({ traceId, spanId, traceFlags });
	expect(text).toHaveLength(55);
	expect(readTraceparent(text)).toEqual({ traceId, spanId, traceFlags });
});

test.each([
	null,
	"",
	`00-${traceId}-${spanId}`,
	`00-${traceId}-${spanId}-01-more`,
	`01-${traceId}-${spanId}-01`,
	`00-${traceId.toUpperCase()}-${spanId}-01`,
	`00-${"0".repeat(32)}-${spanId}-01`,
	`00-${traceId}-${"0".repeat(16)}-01`,
	`00-${traceId}-${spanId}-0g`,
	` 00-${traceId}-${spanId}-01`,
])("%s is no parent", (text) => {
	expect(readTraceparent(text)).toBeNull();
});

test.each([null, undefined, "text", 7, [], {}, { trace: 7 }])("the payload %j has no trace", (payload) => {
	expect(traceOf(payload)).toBeNull();
});

test("the trace of a payload stands in it", () => {
	expect(traceOf({ paymentId: "x", trace: "00-…" })).toBe("00-…");
});
