import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientAddress, hasUnlistedProxy, requestAddress } from "#server/http/client-address.ts";

const NONE: readonly string[] = [];
const OURS = ["127.0.0.1", "10.0.0.0/8", "2001:db8:ffff::/48"];
const from = (headers: Record<string, string>, trusted = NONE) => clientAddress(new Headers(headers), trusted);
const told = (headers: Record<string, string>, trusted = NONE) => requestAddress(new Headers(headers), trusted);

describe("where a request comes from", () => {
	test("is the socket's other end, whatever a client claims, while no proxy is trusted, however near it is", () => {
		fc.assert(
			fc.property(fc.ipV4(), fc.string(), (claimed, junk) => {
				const clean = junk.replace(/[^ -~]/g, "");
				for (const peer of ["203.0.113.7", "127.0.0.1", "10.1.2.3"])
					expect(from({ "x-cauri-peer": peer, "x-forwarded-for": `${clean}, ${claimed}` })).toBe(peer);
			}),
		);
	});

	test("is what a trusted proxy wrote last, whatever the client put before it", () => {
		const headers = { "x-cauri-peer": "127.0.0.1", "x-forwarded-for": "1.1.1.1, 203.0.113.9" };
		expect(from(headers, OURS)).toBe("203.0.113.9");
		expect(from({ ...headers, "x-cauri-peer": "::ffff:10.1.2.3" }, OURS)).toBe("203.0.113.9");
		expect(from({ ...headers, "x-cauri-peer": "2001:db8:ffff:9::1" }, OURS)).toBe("203.0.113.9");
		expect(from({ ...headers, "x-cauri-peer": "192.168.0.1" }, OURS)).toBe("192.168.0.1");
	});

	test("is found behind several trusted proxies, one after the other", () => {
		const chain = "6.6.6.6, 203.0.113.9, 10.9.9.9, ::ffff:10.1.1.1";
		expect(told({ "x-cauri-peer": "127.0.0.1", "x-forwarded-for": chain }, OURS)).toBe("203.0.113.9");
	});

	test("is the address alone, where a balancer writes the client's port behind it", () => {
		const peer = { "x-cauri-peer": "127.0.0.1" };
		expect(told({ ...peer, "x-forwarded-for": "1.1.1.1, 203.0.113.9:51234" }, OURS)).toBe("203.0.113.9");
		expect(told({ ...peer, "x-forwarded-for": "[2001:db8::9]:51234" }, OURS)).toBe("2001:db8::9");
		expect(told({ ...peer, "x-forwarded-for": "2001:db8::9" }, OURS)).toBe("2001:db8::9");
	});

	test("is the trusted proxy itself when it says nothing that can be read", () => {
		expect(told({ "x-cauri-peer": "127.0.0.1" }, OURS)).toBe("127.0.0.1");
		expect(told({ "x-cauri-peer": "127.0.0.1", "x-forwarded-for": "1.2.3.4, unknown" }, OURS)).toBe("127.0.0.1");
		expect(told({ "x-cauri-peer": "127.0.0.1", "x-forwarded-for": "10.1.1.1" }, OURS)).toBe("10.1.1.1");
	});

	test("is a network of 64 bits for IPv6: one customer has that many addresses", () => {
		const one = from({ "x-cauri-peer": "2001:db8:1:2:aaaa::1" });
		expect(one).toBe("2001:db8:1:2::/64");
		expect(from({ "x-cauri-peer": "2001:db8:1:2:ffff:ffff:ffff:ffff" })).toBe(one);
		expect(from({ "x-cauri-peer": "::1" })).toBe("0:0:0:0::/64");
	});

	test("is unknown without a word of it, or with words that are no address", () => {
		expect(from({})).toBe("unknown");
		expect(from({ "x-forwarded-for": "203.0.113.9" }, OURS)).toBe("unknown");
		expect(from({ "x-cauri-peer": "evil", "x-forwarded-for": "evil, <script>" }, OURS)).toBe("unknown");
	});

	test("is told in full to the record, and is null when nobody knows it", () => {
		expect(told({ "x-cauri-peer": "2001:db8:1:2:aaaa::1" })).toBe("2001:db8:1:2:aaaa::1");
		expect(told({ "x-cauri-peer": "::1" })).toBe("::1");
		expect(told({})).toBeNull();
	});
});

test("a proxy that is not trusted is noticed when it speaks for others, and only then", () => {
	const unlisted = (headers: Record<string, string>, trusted = NONE) => hasUnlistedProxy(new Headers(headers), trusted);
	const spoken = { "x-cauri-peer": "127.0.0.1", "x-forwarded-for": "203.0.113.9" };
	expect(unlisted(spoken)).toBe(true);
	expect(unlisted(spoken, OURS)).toBe(false);
	expect(unlisted({ "x-cauri-peer": "127.0.0.1", "x-forwarded-for": "::ffff:127.0.0.1" })).toBe(false);
	expect(unlisted({ "x-cauri-peer": "127.0.0.1" })).toBe(false);
});
