/** Writes and reads the session cookie: a sealed random id and nothing else. */
import { sealData, unsealData } from "iron-session";
import { isSessionId } from "#server/access/session-id.ts";
import { ABSOLUTE_MS } from "#server/access/session-limits.ts";
import { sealingKeys } from "#server/access/session-passwords.ts";
import type { Config } from "#server/config.ts";

type CookieConfig = Pick<Config, "appOrigin" | "sessionPasswords">;

// Our seals have about 340 characters; much longer ones are not opened.
const MAX_SEAL_LENGTH = 512;
const SESSION = "cauri";

/** `__Host-` binds a cookie to this host and to https; browsers refuse the prefix on plain http. */
export function cookieName(appOrigin: URL, name: string): string {
	return appOrigin.protocol === "https:" ? `__Host-${name}` : name;
}

export async function sessionCookie(config: CookieConfig, sessionId: string): Promise<string> {
	const seal = await sealData({ id: sessionId }, { password: sealingKeys(config), ttl: ABSOLUTE_MS / 1_000 });
	return cookieText(config.appOrigin, SESSION, seal, ABSOLUTE_MS / 1_000);
}

export function clearedSessionCookie(config: CookieConfig): string {
	return cookieText(config.appOrigin, SESSION, "", 0);
}

/** Reads the id from a `Cookie` header. Null without a cookie, and when its seal is forged, expired or made with a removed password. */
export async function readSessionCookie(config: CookieConfig, header: string | null): Promise<string | null> {
	const seal = readCookie(header, cookieName(config.appOrigin, SESSION));
	if (!seal || seal.length > MAX_SEAL_LENGTH) return null;
	const opened = openedOf(config);
	const known = opened.get(seal);
	if (known) return known;
	const id = await openSeal(config, seal);
	if (id === null) return null;
	if (opened.size >= MOST_OPENED) opened.clear();
	opened.set(seal, id);
	return id;
}

// Caches opened seals, because deriving the key costs more than a page's queries. Whether the session is alive is still read each time.
const MOST_OPENED = 1_000;
const opened = new WeakMap<CookieConfig["sessionPasswords"], Map<string, string>>();

function openedOf({ sessionPasswords }: CookieConfig): Map<string, string> {
	const known = opened.get(sessionPasswords) ?? new Map<string, string>();
	opened.set(sessionPasswords, known);
	return known;
}

async function openSeal(config: CookieConfig, seal: string): Promise<string | null> {
	try {
		const data: unknown = await unsealData(seal, { password: sealingKeys(config), ttl: ABSOLUTE_MS / 1_000 });
		const id = typeof data === "object" && data !== null && "id" in data ? data.id : null;
		return isSessionId(id) ? id : null;
	} catch {
		return null;
	}
}

export function readCookie(header: string | null, name: string): string | null {
	for (const part of header?.split(";") ?? []) {
		const [key, ...rest] = part.split("=");
		if (key?.trim() === name) return rest.join("=").trim();
	}
	return null;
}

/** SameSite=Lax: the browser must send the cookies when the identity provider, which is another site, redirects back. */
export function cookieText(appOrigin: URL, name: string, value: string, maxAgeSeconds: number): string {
	const secure = appOrigin.protocol === "https:" ? "; Secure" : "";
	return `${cookieName(appOrigin, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
