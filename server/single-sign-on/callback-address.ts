import type { Config } from "#server/config.ts";

/** Callback address, registered at the provider. It never comes from the request, which an attacker could forge. */
export function callbackAddress({ appOrigin }: Pick<Config, "appOrigin">, search = ""): URL {
	const address = new URL("/api/single-sign-on/callback", appOrigin);
	address.search = search;
	return address;
}
