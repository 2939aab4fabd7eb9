/** Where a request comes from, for the record and for the sign-in delay. Pure. */
import { BlockList, isIP } from "node:net";
import { PEER_HEADER } from "#server/http/door-headers.ts";

/** As below, IPv6 cut to its /64: one customer has that many. */
export function clientAddress(headers: Headers, trustedProxies: readonly string[]): string {
	const address = requestAddress(headers, trustedProxies);
	return address === null ? "unknown" : network(address);
}

/**
 * The socket's other end; when that is a trusted proxy, who `X-Forwarded-For` says it speaks for: read from its end, where our
 * own proxies write, up to the first address that is none of them, whatever the client put before it. Null when nobody knows.
 */
export function requestAddress(headers: Headers, trustedProxies: readonly string[]): string | null {
	let address = plain(headers.get(PEER_HEADER));
	const forwarded = headers.get("x-forwarded-for")?.split(",") ?? [];
	while (address !== null && isTrusted(address, trustedProxies)) {
		const before = plain(forwarded.pop() ?? null);
		if (before === null) break;
		address = before;
	}
	return address;
}

/** Somebody between speaks for others, and is not trusted: `TRUSTED_PROXIES` may be missing. Next itself adds the peer. */
export function isForwardedInVain(headers: Headers, trustedProxies: readonly string[]): boolean {
	const peer = plain(headers.get(PEER_HEADER));
	const forwarded = plain(headers.get("x-forwarded-for")?.split(",").at(-1) ?? null);
	return peer !== null && forwarded !== null && forwarded !== peer && !isTrusted(peer, trustedProxies);
}

const lists = new WeakMap<readonly string[], BlockList>();

function isTrusted(address: string, trustedProxies: readonly string[]): boolean {
	let list = lists.get(trustedProxies);
	if (!list) {
		list = new BlockList();
		for (const proxy of trustedProxies) {
			const [host = "", prefix] = proxy.split("/");
			list.addSubnet(host, Number(prefix ?? (isIP(host) === 6 ? 128 : 32)), familyOf(host));
		}
		lists.set(trustedProxies, list);
	}
	return list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
	return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** An IP without port, zone or the IPv4-in-IPv6 prefix; null for anything else. */
function plain(text: string | null): string | null {
	const address =
		text
			?.trim()
			.replace(/^::ffff:(?=\d+\.)/i, "")
			.replace(/%.*$/, "") ?? "";
	return isIP(address) ? address : null;
}

function network(address: string): string {
	if (isIP(address) !== 6) return address;
	const [head = "", tail = ""] = address.toLowerCase().split("::");
	const left = head ? head.split(":") : [];
	const right = tail ? tail.split(":") : [];
	const zeros = address.includes("::") ? Array<string>(8 - left.length - right.length).fill("0") : [];
	return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}
