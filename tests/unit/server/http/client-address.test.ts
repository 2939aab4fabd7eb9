import { describe, expect, test } from "vitest";
import { clientAddress, requestAddress } from "#server/http/client-address.ts";

const from = (headers: Record<string, string>) => clientAddress(new Headers(headers));

describe("where a request comes from", () => {
	test("is the socket's other end, whatever a client claims", () => {
		expect(from({ "x-cauri-peer": "203.0.113.7", "x-forwarded-for": "198.51.100.1" })).toBe("203.0.113.7");
	});

	test("is what our own proxy wrote last, when the other end is near", () => {
		const headers = { "x-cauri-peer": "127.0.0.1", "x-forwarded-for": "1.1.1.1, 203.0.113.9" };
		expect(from(headers)).toBe("203.0.113.9");
		expect(from({ ...headers, "x-cauri-peer": "::ffff:10.1.2.3" })).toBe("203.0.113.9");
	});

	test("is near itself when nothing was forwarded", () => {
		expect(from({ "x-cauri-peer": "::1" })).toBe("0:0:0:0::/64");
		expect(from({ "x-cauri-peer": "127.0.0.1" })).toBe("127.0.0.1");
	});

	test("is a network of 64 bits for IPv6: one customer has that many addresses", () => {
		const one = from({ "x-cauri-peer": "2001:db8:1:2:aaaa::1" });
		expect(one).toBe("2001:db8:1:2::/64");
		expect(from({ "x-cauri-peer": "2001:db8:1:2:ffff:ffff:ffff:ffff" })).toBe(one);
	});

	test("is unknown without a word of it, or with words that are no address", () => {
		expect(from({})).toBe("unknown");
		expect(from({ "x-forwarded-for": "evil, <script>" })).toBe("unknown");
	});

	test("is told in full to the record, and is null when nobody knows it", () => {
		const told = (headers: Record<string, string>) => requestAddress(new Headers(headers));
		expect(told({ "x-cauri-peer": "2001:db8:1:2:aaaa::1" })).toBe("2001:db8:1:2:aaaa::1");
		expect(told({ "x-cauri-peer": "::1" })).toBe("::1");
		expect(told({ "x-cauri-peer": "10.0.0.1", "x-forwarded-for": "1.2.3.4, 203.0.113.9" })).toBe("203.0.113.9");
		expect(told({})).toBeNull();
	});
});
