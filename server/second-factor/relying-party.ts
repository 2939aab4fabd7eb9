/** Identifies the desk to authenticators by its own address: a passkey of the desk then never answers a look-alike site. Pure. */
import { isIP } from "node:net";
import type { Config } from "#server/config.ts";

export interface RelyingParty {
	id: string;
	name: string;
	origin: string;
	/** Browsers allow passkeys only for host names over https, and for this machine itself. */
	possible: boolean;
}

export function relyingParty({ appOrigin, businessName }: Pick<Config, "appOrigin" | "businessName">): RelyingParty {
	const { hostname, origin, protocol } = appOrigin;
	const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
	const isSecure = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost");
	return { id: hostname, name: businessName, origin, possible: isName && isSecure };
}
