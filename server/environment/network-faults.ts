const ENCRYPTED = ["require", "verify-ca", "verify-full"];

export function isLoopback(host: string): boolean {
	return ["localhost", "::1", "[::1]"].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Refuses the variable with which Node would accept any certificate, the service's and the database's included. */
export function certificateFaults(env: NodeJS.Dict<string>): string[] {
	if (env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return [];
	return [
		"NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody pose as the service or the database: remove it (a certificate authority of your own goes into NODE_EXTRA_CA_CERTS)",
	];
}

/** Finds addresses by which other machines would reach the desk without TLS: it speaks plain HTTP and needs a proxy with TLS. */
export function hostFaults(host: string, appOrigin: URL): string[] {
	if (appOrigin.protocol === "https:") return [];
	if (!isLoopback(appOrigin.hostname))
		return [
			`APP_ORIGIN=${appOrigin.origin} is plain http: beyond this machine passwords and cookies would travel readable; set an https: origin and put a proxy with TLS in front`,
		];
	if (isLoopback(host)) return [];
	return [
		`HOST=${host} lets other machines in, where passwords would travel readable: set an https: APP_ORIGIN and put a proxy with TLS in front, or leave HOST away`,
	];
}

/** A remote database requires TLS with a verified certificate. `name`: the variable that holds its address. */
export function databaseFaults(url: string, env: NodeJS.Dict<string>, name = "DATABASE_URL"): string[] {
	if (!url) return [];
	if (!/^postgres(ql)?:\/\//.test(url)) return [`${name} must begin with postgres://`];
	if (!URL.canParse(url)) return [`${name} cannot be read as an address`];
	const { hostname, searchParams } = new URL(url);
	const last = (name: string) => searchParams.getAll(name).at(-1) ?? "";
	const host = last("host") || decodeURIComponent(hostname) || env.PGHOST || "localhost";
	if (host.startsWith("/") || isLoopback(host)) return [];
	const mode = last("sslmode");
	// uselibpqcompat gives sslmode its meaning in libpq: `require` checks no certificate, `verify-ca` no host name.
	if (searchParams.has("uselibpqcompat") && mode !== "verify-full")
		return [
			`${name} sets uselibpqcompat, with which sslmode does not verify the server: remove uselibpqcompat, or set sslmode=verify-full`,
		];
	if (mode ? ENCRYPTED.includes(mode) : ["true", "1"].includes(last("ssl"))) return [];
	return [
		`${name} connects over the network without TLS: add sslmode=verify-full (or require), and sslrootcert=… for your own certificate authority`,
	];
}

/** Finds no fault when both are empty: the desk then sends no mail. No fault quotes `url`, because it may contain a password. */
export function mailFaults({ url, from }: { url: string; from: string }): string[] {
	if (!url) return from ? ["SMTP_FROM is set, but not SMTP_URL: no mail would be sent"] : [];
	const faults = senderFaults(from);
	if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
		return [...faults, "SMTP_URL must be an address, for example smtps://user:password@mail.example.com"];
	const { hostname, search, hash, pathname } = new URL(url);
	if (!hostname) faults.push("SMTP_URL names no host");
	// The mail library reads options from the query, for example one that disables certificate checks.
	if (search || hash || pathname.length > 1)
		faults.push("SMTP_URL must have no path, query or fragment: TLS is always required beyond this machine");
	return faults;
}

function senderFaults(from: string): string[] {
	if (!from) return ["SMTP_FROM is missing: the address that mails come from, such as desk@example.com"];
	// One plain address, without characters that could extend a header.
	return /^[^\s<>(),;:"\\@]+@[^\s<>(),;:"\\@]+$/.test(from)
		? []
		: ["SMTP_FROM must be one plain address, such as desk@example.com"];
}
