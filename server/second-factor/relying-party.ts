/** Who asks authenticators: the desk by its own address, so that a passkey answers nobody who only looks like it. Pure. */
import { isIP } from "node:net";
import type { Config } from "#server/config.ts";

type Naming = Pick<Config, "appOrigin" | "businessName">;

export interface RelyingParty {
	id: string;
	name: string;
	origin: string;
	/** Browsers hold passkeys for names over https, and for this very machine. */
	possible: boolean;
}

export function relyingParty({ appOrigin, businessName }: Naming): RelyingParty {
	const { hostname, origin, protocol } = appOrigin;
	const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
	const isSecure = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
	return { id: hostname, name: businessName, origin, possible: isName && isSecure };
}
