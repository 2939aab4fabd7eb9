import type { Config } from "#server/config.ts";

/** Where the provider sends people back to: to be registered there. Never from the request: who asks does not say where we are. */
export function callbackAddress({ appOrigin }: Pick<Config, "appOrigin">, search = ""): URL {
	const address = new URL("/api/single-sign-on/callback", appOrigin);
	address.search = search;
	return address;
}
