/** Where a request comes from, for the record and for the sign-in delay. Pure. */
import { BlockList, isIP } from "node:net";
import { PEER_HEADER } from "#server/http/door-headers.ts";

const NEAR = new BlockList();
for (const [network, prefix] of [
	["127.0.0.0", 8],
	["10.0.0.0", 8],
	["172.16.0.0", 12],
	["192.168.0.0", 16],
	["169.254.0.0", 16],
	["100.64.0.0", 10],
] as const)
	NEAR.addSubnet(network, prefix, "ipv4");
NEAR.addAddress("::1", "ipv6");
NEAR.addSubnet("fc00::", 7, "ipv6");
NEAR.addSubnet("fe80::", 10, "ipv6");

/** As below, IPv6 cut to its /64: one customer has that many. */
export function clientAddress(headers: Headers): string {
	const address = requestAddress(headers);
	return address === null ? "unknown" : network(address);
}

/**
 * The socket's other end; when that is near (a reverse proxy of our own), the last entry of `X-Forwarded-For`: the one our
 * proxy wrote, whatever the client put before it. Null when there is none.
 */
export function requestAddress(headers: Headers): string | null {
	const peer = plain(headers.get(PEER_HEADER));
	const forwarded = plain(headers.get("x-forwarded-for")?.split(",").at(-1) ?? null);
	return peer && !isNear(peer) ? peer : (forwarded ?? peer);
}

function isNear(address: string): boolean {
	return NEAR.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
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
