/** PostgreSQL stores no NUL character, so a request with one must be refused. */
import { expect, test } from "vitest";
import { problemSchema } from "#lib/contracts/problem.ts";
import { addMember, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { findRoute } from "#tests/support/desk/find-route.ts";
import { ANYBODY, ROUTES } from "#tests/support/desk/route-permissions.ts";
import { keepSetting } from "#tests/support/rows/keep-setting.ts";

const { database } = await createTestDatabase();
serveWith(systemContext({ database }));
await addMember(database, "admin");
await keepSetting(database, "second_factor", { policy: "off", passwordless: true });

const NUL = "a\0b";
const passkey = { id: NUL, rawId: NUL, type: "public-key", response: { userHandle: NUL, clientDataJSON: NUL } };
/** Bodies that each route's own schema accepts, except for the character. */
const BODIES: Record<string, object> = {
	"POST /api/session": { email: "awa@test.example", password: NUL },
	"POST /api/session/passkey": { response: passkey },
	"POST /api/invitation/opening": { token: NUL },
	"POST /api/objection": { token: NUL },
	"POST /api/objection/opening": { token: NUL },
	"POST /api/set-up/opening": { token: NUL },
};
/** The last route takes a form from the provider's server: back-channel-logout.test.ts. */
const WITHOUT_JSON = [
	"DELETE /api/session",
	"POST /api/session/passkey/challenge",
	"POST /api/single-sign-on/back-channel",
];
const routes = Object.entries(ROUTES).filter(([name]) => !name.startsWith("GET ") && !WITHOUT_JSON.includes(name));

test.each(routes)("%s answers a NUL character in an id of its body with 400 or 401, never 500", async (name, needs) => {
	const [method = "", path = ""] = name.split(" ");
	const { handler, params } = await findRoute(method, path);
	const response = await ask(handler, path, { method, params, body: BODIES[name] ?? { id: NUL } });
	expect(response.headers.get("content-type")).toBe("application/problem+json");
	expect({ status: response.status, code: problemSchema.parse(await response.json()).code }).toEqual(
		needs === ANYBODY ? { status: 400, code: "invalid_input" } : { status: 401, code: "unauthenticated" },
	);
});
