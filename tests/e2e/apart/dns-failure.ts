/**
 * Preloaded into a stack's programs (`--import`): `service.invalid` is this machine until the file in CAURI_TEST_NAMES exists;
 * then the look-up fails in Node's own words. No name server is asked either way.
 */
import dns from "node:dns";
import { existsSync } from "node:fs";

const known = dns.lookup;
const HERE = { address: "127.0.0.1", family: 4 };

type Found = (error: NodeJS.ErrnoException | null, address: string | dns.LookupAddress[], family: number) => void;

function lookup(hostname: string, options: dns.LookupOptions, callback: Found): void {
	if (hostname !== "service.invalid") known(hostname, options, callback);
	else if (existsSync(process.env.CAURI_TEST_NAMES ?? "")) {
		const error = new Error(`getaddrinfo ENOTFOUND ${hostname}`);
		process.nextTick(callback, Object.assign(error, { code: "ENOTFOUND", syscall: "getaddrinfo", hostname }), "", 0);
	} else process.nextTick(callback, null, options.all ? [HERE] : HERE.address, HERE.family);
}

Object.assign(dns, { lookup });
