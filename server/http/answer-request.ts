/** Answers one request in a fixed order: session, role, origin, parse, verb, answer. Independent of Next. */
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { SessionStage } from "#lib/contracts/second-factor.ts";
import { decodedSegment } from "#lib/paths.ts";
import { type Action, may, STEP_UP_OF } from "#lib/roles.ts";
import { type LiveSession, readSession } from "#server/access/read-session.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { hasUnlistedProxy, requestAddress } from "#server/http/client-address.ts";
import { readSessionCookie } from "#server/http/cookies/session-cookie.ts";
import { BACKGROUND_HEADER } from "#server/http/headers/internal-headers.ts";
import { logDenied } from "#server/http/log-denied-request.ts";
import { observeRequest } from "#server/http/metrics.ts";
import { isUnsafe, requireNoBrowser, requireOwnOrigin } from "#server/http/origin-check.ts";
import {
	isMultipart,
	parseBody,
	parseForm,
	parseMultipart,
	parseParams,
	parseQuery,
	requireJson,
} from "#server/http/parse-request.ts";
import { asResponse, problemResponse } from "#server/http/response.ts";
import { presenceOf } from "#server/second-factor/step-up/presence.ts";
import { type AuditOrigin, withAuditOrigin } from "#server/store/audit-log.ts";
import { isDatabaseAway } from "#server/store/query-timeout.ts";
import { traced } from "#server/tracing/traced.ts";

export type Schema = z.ZodType | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : unknown;
/** The input of the verb: query, body and path together. */
export type Input<P, Q, B> = Parsed<Q> & Parsed<B> & Parsed<P>;

interface Shape<P extends Schema, Q extends Schema, B extends Schema> {
	params?: P;
	query?: Q;
	body?: B;
	status?: number;
	/** The largest body in bytes; 64 KiB by default. */
	bodyBytes?: number;
	/** The body may also be a form with a file. */
	file?: true;
}

export interface MemberOptions<P extends Schema = Schema, Q extends Schema = Schema, B extends Schema = Schema>
	extends Shape<P, Q, B> {
	public?: never;
	/** The permission to call the route; without an action, every signed-in member may. */
	action?: Action;
	/** False for requests that pages make by themselves: they do not keep the session alive. */
	countsAsActivity?: boolean;
	/** True for the password change and the reading of the session: a member with a temporary password may call them, too. */
	beforePasswordChange?: boolean;
	/** Stages before `full` that may also call the route: routes of the second step and of enrolling a factor. */
	stages?: readonly SessionStage[];
	form?: never;
}

export interface PublicOptions<P extends Schema = Schema, Q extends Schema = Schema, B extends Schema = Schema>
	extends Shape<P, Q, B> {
	public: true;
	action?: never;
	countsAsActivity?: never;
	beforePasswordChange?: never;
	stages?: never;
	/** True: the browser navigates here from the provider's page, so the origin is another site's. Scripts of that site stay refused. */
	fromProvider?: true;
	/** True: the provider's server posts a signed form. It is no browser, so it sends no origin. */
	form?: true;
}

/** The other parts of a request that a route may need. */
interface Call<Session> {
	session: Session;
	request: Request;
	/** The header as sent; the verb validates it. */
	idempotencyKey: string | null;
}

export type MemberCall = Call<LiveSession>;
/** Public routes do not open the session of the cookie. They get its id, so that sign-out can end it. */
export type PublicCall = Call<{ id: string | null }>;

export type AnyOptions = MemberOptions | PublicOptions;
export type AnyVerb = (context: never, input: never, call: never) => unknown;

/** Never throws: an AppError becomes a problem with its code, any other error a problem with the code `internal`. */
export function answerRequest(
	system: SystemContext,
	options: AnyOptions,
	verb: AnyVerb,
	request: Request,
	rawParams: unknown,
): Promise<Response> {
	const { method } = request;
	const route = routeOf(request, rawParams);
	const attributes = { "http.request.method": method, "http.route": route };
	// Begins a new trace and ignores the `traceparent` header, whose ids a stranger could choose.
	const opening = { kind: "server", name: `${method} ${route}`, parent: null, attributes } as const;
	return traced(opening, async (note) => {
		const requestId = randomUUID();
		const startedAt = performance.now();
		const log = system.log.child({ request: requestId });
		let session: LiveSession | PublicCall["session"] = { id: null };
		let response: Response;
		try {
			session = { id: await readSessionCookie(system.config, request.headers.get("cookie")) };
			if (!options.public) session = await openSession(system, options, request, session.id);
			const { context, input } = await prepareCall({ ...system, log }, options, request, rawParams, session);
			const call = { session, request, idempotencyKey: request.headers.get("idempotency-key") };
			const answer = await withAuditOrigin(originOf(system, request), () =>
				verb(context as never, input as never, call as never),
			);
			response = asResponse(answer, options.status ?? 200);
		} catch (thrown) {
			const error = databaseFault(thrown) ?? thrown;
			if (!(error instanceof AppError)) log.error({ err: error, event: "request.failed" });
			else {
				if (error.cause) log.warn({ err: error.cause, code: error.code, event: "request.refused" });
				const member = "member" in session ? session.member.id : undefined;
				const refused = { method, route, action: options.action, sessionId: session.id, member };
				await logDenied({ database: system.database, log }, error, refused);
			}
			note({ "error.type": error instanceof AppError ? error.code : "internal" });
			response = problemResponse(error, requestId);
		}
		// Nobody reads the body of an answer to HEAD: an event stream left open would count against the member's limit.
		if (method === "HEAD") {
			await response.body?.cancel();
			response = new Response(null, response);
		}
		const { status } = response;
		note({ "http.response.status_code": status });
		const answered = { method, route, status, durationMs: Math.round(performance.now() - startedAt) };
		observeRequest(answered);
		log.info({ ...answered, event: "request" });
		setCommonHeaders(response, requestId);
		return response;
	});
}

/** Both have codes of their own: a form then keeps its typed text, and automatic callers retry the first. */
function databaseFault(cause: unknown): AppError | null {
	if (Object(cause).code === "57014") return new AppError("too_slow", "a statement took too long", { cause });
	if (!isDatabaseAway(cause)) return null;
	return new AppError("database_away", "the database does not answer", { retryAfterSeconds: 5, cause });
}

function readBody<T extends z.ZodType>(request: Request, { form, bodyBytes, file }: AnyOptions, schema: T) {
	if (file && bodyBytes && isMultipart(request)) return parseMultipart(request, schema, bodyBytes);
	return form ? parseForm(request, schema) : parseBody(request, schema, bodyBytes);
}

async function prepareCall(
	system: SystemContext,
	options: AnyOptions,
	request: Request,
	rawParams: unknown,
	session: LiveSession | PublicCall["session"],
) {
	const memberContext = "member" in session ? requireAccess(system, options, session) : null;
	const isReturn = options.public && options.fromProvider && request.headers.get("sec-fetch-mode") === "navigate";
	if (options.form) requireNoBrowser(request);
	else if (!isReturn || isUnsafe(request.method)) requireOwnOrigin(request, system.config.appOrigin);
	// Another site's page can post a plain form: its content type is refused even where the route reads no body.
	const isJson = options.body || request.headers.has("content-type");
	const isFile = options.file && isMultipart(request);
	if (isUnsafe(request.method) && isJson && !options.form && !isFile) requireJson(request);
	if (memberContext && isUnsafe(request.method)) await requireProof(memberContext, options.action);
	const params: unknown = options.params && parseParams(rawParams, options.params);
	const query: unknown = options.query && parseQuery(new URL(request.url), options.query);
	const body: unknown = options.body && (await readBody(request, options, options.body));
	// The path comes last: no other part of the request replaces the id that it names.
	return { context: memberContext ?? system, input: Object.assign({}, query, body, params) };
}

/** Requires a fresh step-up for each action that changes members or settings. Done here, so that no route can omit it. */
async function requireProof(context: Context, action: Action | undefined): Promise<void> {
	const purpose = action && STEP_UP_OF[action];
	if (purpose) await context.presence.requireFresh(context.database, purpose);
}

async function openSession(system: SystemContext, options: MemberOptions, request: Request, id: string | null) {
	const counts = options.countsAsActivity !== false && request.headers.get(BACKGROUND_HEADER) !== "1";
	const session = await readSession(system, { id, counts, unfinished: true });
	if (!session) throw new AppError("unauthenticated", "no open session");
	return session;
}

function requireAccess(system: SystemContext, options: AnyOptions, session: LiveSession): Context {
	// The second factor comes before a password change: otherwise a person who knows the temporary password could choose the new one.
	if (session.stage !== "full" && !options.stages?.includes(session.stage)) throw unfinished(session.stage);
	if (session.stage === "full" && session.passwordTemporary && !options.beforePasswordChange)
		throw new AppError("password_change_needed", "a temporary password must be changed first");
	if (options.action && !may(session.member.role, options.action))
		throw new AppError("forbidden", `${session.member.role} may not ${options.action}`);
	return { ...system, member: session.member, presence: presenceOf(session, system.clock) };
}

function unfinished(stage: SessionStage): AppError {
	const code = stage === "factor" ? "second_step_needed" : "enrolment_needed";
	return new AppError(code, "the session has not passed every step of the sign-in");
}

let hasWarned = false;

function originOf({ config, log }: SystemContext, { headers }: Request): AuditOrigin {
	if (!hasWarned && hasUnlistedProxy(headers, config.trustedProxies)) {
		hasWarned = true;
		log.warn({ event: "proxy_not_trusted", cause: "X-Forwarded-For does not count: see TRUSTED_PROXIES" });
	}
	return { address: requestAddress(headers, config.trustedProxies), userAgent: headers.get("user-agent") };
}

/** Turns "/api/payouts/01J…" into "/api/payouts/[id]", so that metrics have few labels and the log no references. */
function routeOf(request: Request, rawParams: unknown): string {
	const names = new Map(Object.entries(rawParams ?? {}).map(([name, value]) => [String(value), `[${name}]`]));
	const segments = new URL(request.url).pathname.split("/");
	return segments.map((segment) => names.get(decodedSegment(segment)) ?? segment).join("/");
}

/** Sets the headers on this response: a copy would pass the body through one more stream. */
function setCommonHeaders({ headers }: Response, requestId: string): void {
	const own = headers.get("cache-control");
	headers.set("cache-control", own?.startsWith("private, no-store") ? own : "private, no-store");
	headers.set("x-request-id", requestId);
	headers.set("x-content-type-options", "nosniff");
}
