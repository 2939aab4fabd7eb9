/** Finds a request's address for the audit log and the sign-in delay. Pure. */
import { BlockList, isIP } from "node:net";
import { PEER_HEADER } from "#server/http/headers/internal-headers.ts";

/** Like `requestAddress`, with IPv6 cut to its /64: one customer has that many addresses. */
export function clientAddress(headers: Headers, trustedProxies: readonly string[]): string {
	const address = requestAddress(headers, trustedProxies);
	return address === null ? "unknown" : network(address);
}

/**
 * Returns the peer's address. For a trusted proxy, reads `X-Forwarded-For` from its end, where our proxies write, up to the first
 * untrusted address, so that a client cannot choose it. Null when unknown.
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

/** True when an untrusted proxy forwards requests, so `TRUSTED_PROXIES` may be missing. Next itself adds the peer. */
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
