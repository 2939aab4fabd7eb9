import { BlockList, isIP } from "node:net";
import { PEER_HEADER } from "#server/http/headers/internal-headers.ts";

/** Returns the address of `requestAddress`, or its /64 for IPv6, since one customer has a whole /64; "unknown" without an address. */
export function clientAddress(headers: Headers, trustedProxies: readonly string[]): string {
	const address = requestAddress(headers, trustedProxies);
	return address === null ? "unknown" : network(address);
}

/**
 * Returns the peer's address; null when unknown. If the peer is a trusted proxy, reads `X-Forwarded-For` from its end, where our proxies
 * write, to the first address that is no trusted proxy: a client cannot forge that one.
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

/** Returns true when an unlisted proxy seems to forward requests. The peer, which Next adds to the header, does not count. */
export function hasUnlistedProxy(headers: Headers, trustedProxies: readonly string[]): boolean {
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

/** Returns the IP address without port, zone or the IPv4-in-IPv6 prefix; null for any other text. */
function plain(text: string | null): string | null {
	const address =
		text
			?.trim()
			// Some balancers add the client's port.
			.replace(/^\[(.*)\](:\d+)?$|^([\d.]+):\d+$/, "$1$3")
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
