import fc from "fast-check";
import { expect, test } from "vitest";
import { EXCHANGE_FAULTS } from "#server/momo/exchange.ts";
import { readExchange, writeExchange } from "#server/momo/relay/relayed-exchange.ts";

const exchange = fc.record({
	connected: fc.boolean(),
	status: fc.option(fc.integer({ min: 100, max: 599 }), { nil: undefined }),
	contentType: fc.string(),
	retryAfterSeconds: fc.option(fc.integer({ min: 0, max: 86_400 }), { nil: undefined }),
	text: fc.string({ unit: "binary" }),
	fault: fc.constantFrom(undefined, ...EXCHANGE_FAULTS),
});

test("an exchange comes out of the relay as it went in, whatever the service said", () => {
	fc.assert(
		fc.property(exchange, (one) => {
			expect(readExchange(writeExchange(one))).toEqual(one);
		}),
	);
});

test("the service's clock is heard when it was heard there", () => {
	const heard = { date: "Sun, 01 Mar 2026 10:00:00 GMT", ticks: performance.now() - 5_000 };
	const one = {
		connected: true,
		status: 200,
		contentType: "",
		retryAfterSeconds: undefined,
		text: "",
		fault: undefined,
	};
	const read = readExchange(writeExchange({ ...one, heard }));
	expect(read?.heard?.date).toBe(heard.date);
	expect(Math.abs((read?.heard?.ticks ?? 0) - heard.ticks)).toBeLessThan(1_000);
});

test.each(["", "{}", "[]", "null", '{"connected":true,"contentType":"","text":"","fault":"invented"}', "<html>"])(
	"%j is no exchange",
	(text) => {
		expect(readExchange(text)).toBeNull();
	},
);
