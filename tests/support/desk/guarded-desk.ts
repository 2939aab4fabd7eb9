/** A desk for tests of sign-in attempts: members with one password, browsers with cookies, and the result of each attempt. */
import { hashPassword } from "#server/access/password/passwords.ts";
import { signIn } from "#server/access/sign-in.ts";
import type { Actor } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";
import { addMember, fixedClock, systemContext } from "#tests/support/contexts.ts";

const PASSWORD = "kapok lantern seven tortoise";

export interface Try {
	email: string;
	password?: string;
	address?: string;
}

export async function guardedDesk(database: Database) {
	const clock = fixedClock();
	const system = systemContext({ database, clock, program: "web" });
	const passwordHash = await hashPassword(PASSWORD);

	/** A browser that keeps its newest cookie. */
	function browser() {
		let token: string | null = null;
		return {
			get token() {
				return token;
			},
			set token(value) {
				token = value;
			},
			/** "in", or the refusal's code and the seconds to wait. */
			async try({ email, password = PASSWORD, address = "203.0.113.1" }: Try): Promise<string> {
				try {
					const input = { email, password, address, userAgent: null, browserToken: token };
					token = (await signIn(system, input)).browserToken;
					return "in";
				} catch (error) {
					const { code, retryAfterSeconds = "" } = error as { code?: string; retryAfterSeconds?: number };
					return `${code} ${retryAfterSeconds}`.trim();
				}
			},
		};
	}

	return {
		clock,
		system,
		browser,
		async member(): Promise<Actor> {
			return addMember(database, "viewer", { passwordHash });
		},
		try: (what: Try) => browser().try(what),
		/** Sends wrong passwords until one is refused without a check. Returns the number checked. */
		async guess(what: Try): Promise<number> {
			for (let guesses = 0; ; guesses += 1)
				if ((await browser().try({ password: `guess ${guesses}`, ...what })) !== "wrong_credentials") return guesses;
		},
	};
}
