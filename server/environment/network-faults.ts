/** What of the environment would let somebody on the network listen or knock. Pure. */
import type { Environment } from "#server/environment/read-secret.ts";

const ENCRYPTED = ["require", "verify-ca", "verify-full"];

export function isLoopback(host: string): boolean {
	return ["localhost", "::1", "[::1]"].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Node would take any certificate for the service's, the database's, anybody's. */
export function certificateFaults(env: Environment): string[] {
	if (env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return [];
	return [
		"NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody pose as the service or the database: remove it (a certificate authority of your own goes into NODE_EXTRA_CA_CERTS)",
	];
}

/** The desk itself speaks plain HTTP: from another machine it is reached through a proxy that speaks TLS. */
export function hostFaults(host: string, appOrigin: URL): string[] {
	if (isLoopback(host) || appOrigin.protocol === "https:") return [];
	return [
		`HOST=${host} lets other machines in, where passwords would travel readable: set an https: APP_ORIGIN and put a proxy with TLS in front, or leave HOST away`,
	];
}

/** A database over the network is spoken to by TLS, with a certificate that is looked at. */
export function databaseFaults(url: string, env: Environment): string[] {
	if (!url) return [];
	if (!/^postgres(ql)?:\/\//.test(url)) return ["DATABASE_URL must begin with postgres://"];
	if (!URL.canParse(url)) return ["DATABASE_URL cannot be read as an address"];
	const { hostname, searchParams } = new URL(url);
	const last = (name: string) => searchParams.getAll(name).at(-1) ?? "";
	const host = last("host") || decodeURIComponent(hostname) || env.PGHOST || "localhost";
	if (host.startsWith("/") || isLoopback(host)) return [];
	const mode = last("sslmode");
	// In libpq's reading `require` looks at no certificate, and `verify-ca` at no host name.
	if (searchParams.has("uselibpqcompat") && mode !== "verify-full")
		return [
			"DATABASE_URL asks for libpq's reading of sslmode, which looks at no certificate: leave uselibpqcompat away",
		];
	if (mode ? ENCRYPTED.includes(mode) : ["true", "1"].includes(last("ssl"))) return [];
	return [
		"DATABASE_URL names a database on the network without TLS: add sslmode=verify-full (or require), and sslrootcert=… for a certificate authority of your own",
	];
}
