import "server-only";
import type { Context, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import {
	type AnyOptions,
	type AnyVerb,
	answerRequest,
	type Input,
	type MemberCall,
	type MemberOptions,
	type PublicCall,
	type PublicOptions,
	type Schema,
} from "#server/http/answer-request.ts";
import { currentSystem } from "#server/http/runtime.ts";

export type RouteHandler = (request: Request, route: { params: Promise<unknown> }) => Promise<Response>;

/**
 * Makes a route handler of app/api: session, role, origin, parse, verb, problem+json. The verb returns a JSON value, a file, a
 * Response (streams, cookies), or undefined for 204. A change that waits for a second admin is answered with 202.
 */
export function handle<P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
	options: MemberOptions<P, Q, B>,
	verb: (context: Context, input: Input<P, Q, B>, call: MemberCall) => unknown,
): RouteHandler;
export function handle<P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
	options: PublicOptions<P, Q, B>,
	verb: (context: SystemContext, input: Input<P, Q, B>, call: PublicCall) => unknown,
): RouteHandler;
export function handle(options: AnyOptions, verb: AnyVerb): RouteHandler {
	return async (request, route) => answerRequest(await currentSystem(), options, verb, request, await route.params);
}

export function found<T>(thing: T | null): T {
	if (thing === null) throw new AppError("not_found", "nothing exists under this id");
	return thing;
}
