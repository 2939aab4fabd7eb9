/** A desk for tests of the second factor: route handlers, members with passwords, authenticators, a clock. */
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { problemSchema } from "#lib/contracts/problem.ts";
import type { StepUpQuestion } from "#lib/contracts/second-factor.ts";
import type { SecondFactorPolicy } from "#lib/members/second-factor-policies.ts";
import type { Role } from "#lib/roles.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import type { SystemContext } from "#server/context.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { addMember, type FixedClock, fixedClock, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import { findRoute } from "#tests/support/desk/find-route.ts";
import { type SoftwarePasskey, softwarePasskey } from "#tests/support/desk/software-passkey.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";

export interface Visitor {
	id: string;
	email: string;
	role: Role;
	cookie: string;
	/** Sends, stores a new cookie, and returns the answer. */
	send<T = unknown>(method: string, path: string, body?: unknown, key?: string): Promise<Answer<T>>;
	signIn(): Promise<Answer<{ stage: string }>>;
	elsewhere(): Visitor;
	enrolPasskey(name?: string): Promise<{ passkey: SoftwarePasskey; recoveryCodes: string[] | null }>;
	enrolTotp(): Promise<{ secret: string; recoveryCodes: string[] | null }>;
}

export interface Answer<T> {
	status: number;
	code: string | null;
	fields: Record<string, string> | undefined;
	stepUp: unknown;
	retryAfterSeconds: number | undefined;
	body: T;
	response: Response;
}

export type FactorDesk = Awaited<ReturnType<typeof openFactorDesk>>;

const PASSWORD = "river-stone-kapok-tree";

/** Call at the top of a test file. */
export async function openFactorDesk(parts: Partial<SystemContext> & { clock?: FixedClock } = {}) {
	const { database } = parts.database ? { database: parts.database } : await createTestDatabase();
	const clock = parts.clock ?? fixedClock();
	const system = systemContext({ ...parts, database, clock, program: "web" });
	serveWith(system);
	const passwordHash = await hashPassword(PASSWORD);
	let visitors = 0;
	let numbers = 0;
	const newVisitor = async (role: Role) => visitor(await addMember(database, role, { passwordHash }));
	return {
		...{ database, system, clock },
		visitor: newVisitor,
		async signedIn(role: Role) {
			const who = await newVisitor(role);
			await who.signIn();
			return who;
		},
		visitorOf: (member: { id: string; email: string; role: Role }, cookie: string) =>
			Object.assign(visitor(member), { cookie }),
		/** Awaits approval, to a number of its own. */
		async payout() {
			numbers += 1;
			const phone_number = `+22507010${String(numbers).padStart(5, "0")}`;
			const maker = await addMember(database, "maker");
			const id = await insertPayment(system, maker, { state: "awaiting_approval", sent_at: null, phone_number });
			return { kind: "payout" as const, id, version: 1 };
		},
		async setPolicy(policy: SecondFactorPolicy, passwordless = true) {
			const value = JSON.stringify({ policy, passwordless });
			await asOwner(database, (trx) =>
				trx.updateTable("setting").set({ value }).where("name", "=", "second_factor").execute(),
			);
		},
		/** Code of the authenticator app now, or `steps` half minutes from now. */
		codeOf: (secret: string, steps = 0) => TOTP.generate({ secret: secretOf(secret), timestamp: time(clock, steps) }),
	};

	function visitor(member: { id: string; email: string; role: Role }): Visitor {
		visitors += 1;
		const address = `203.0.113.${visitors}`;
		const self: Visitor = {
			...member,
			cookie: "",
			async send<T>(method: string, path: string, body?: unknown, key = randomBytes(12).toString("hex")) {
				const { handler, params } = await findRoute(method, path);
				const headers = { "x-forwarded-for": address, "idempotency-key": key };
				const options = { method, params, headers, cookie: self.cookie, ...(body === undefined ? {} : { body }) };
				const response = await ask(handler, path, options);
				if (response.headers.has("set-cookie")) self.cookie = cookieOf(response);
				return read<T>(response);
			},
			signIn: () => self.send("POST", "/api/session", { email: member.email, password: PASSWORD }),
			elsewhere: () => visitor(member),
			async enrolPasskey(name = "Telephone") {
				const passkey = softwarePasskey();
				const asked = await self.send<{ challenge: string }>("POST", "/api/account/passkeys/challenge");
				const made = { name, response: passkey.create(asked.body) };
				const added = await self.send<{ recoveryCodes: string[] | null }>("POST", "/api/account/passkeys", made);
				if (added.status !== 200) throw new Error(`no passkey: ${added.code}`);
				return { passkey, recoveryCodes: added.body.recoveryCodes };
			},
			async enrolTotp() {
				const { body } = await self.send<{ text: string }>("POST", "/api/account/totp");
				const code = TOTP.generate({ secret: secretOf(body.text), timestamp: time(clock, 0) });
				const added = await self.send<{ recoveryCodes: string[] | null }>("PUT", "/api/account/totp", { code });
				if (added.status !== 200) throw new Error(`no app: ${added.code}`);
				return { secret: body.text, recoveryCodes: added.body.recoveryCodes };
			},
		};
		return self;
	}
}

/** Reads the accepted methods and proves identity by password, app or passkey. */
export async function stepUp(
	who: Visitor,
	need: object,
	answer: (question: StepUpQuestion) => object = () => ({ method: "password", password: PASSWORD }),
): Promise<Answer<unknown>> {
	const question = await who.send<StepUpQuestion>("POST", "/api/step-up/challenge", need);
	if (question.status !== 200) return question;
	return who.send("POST", "/api/step-up", { id: question.body.id, answer: answer(question.body) });
}

export function byPasskey(passkey: SoftwarePasskey, lies = {}) {
	return ({ passkey: options }: { passkey: object | null }) => ({
		method: "passkey",
		response: passkey.get(options as { challenge: string }, lies),
	});
}

async function read<T>(response: Response): Promise<Answer<T>> {
	const isJson = response.headers.get("content-type")?.includes("json") ?? false;
	const body: unknown = isJson ? await response.clone().json() : undefined;
	const problem = response.ok ? undefined : problemSchema.parse(body);
	const { code = null, fields, stepUp, retryAfterSeconds } = problem ?? {};
	return { status: response.status, code, fields, stepUp, retryAfterSeconds, body: body as T, response };
}

function secretOf(text: string) {
	return Secret.fromBase32(text);
}

function time(clock: FixedClock, steps: number): number {
	return clock.now().getTime() + steps * 30_000;
}
