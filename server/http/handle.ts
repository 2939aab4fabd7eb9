import "server-only";
import type { z } from "zod";
import { AppError } from "#server/errors.ts";
import {
	type AnyOptions,
	answerRequest,
	type MemberCall,
	type MemberOptions,
	type PublicCall,
	type PublicOptions,
} from "#server/http/answer-request.ts";
import { currentSystem } from "#server/http/runtime.ts";

type Schema = z.ZodType | undefined;
export type RouteHandler = (request: Request, route: { params: Promise<unknown> }) => Promise<Response>;

/**
 * Makes a route handler of app/api: session, role, origin, parse, `run`, problem+json. `run` returns a JSON value, a Response
 * (streams, files, cookies), or undefined for 204.
 */
export function handle<P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
	options: MemberOptions<P, Q, B>,
	run: (call: MemberCall<P, Q, B>) => unknown,
): RouteHandler;
export function handle<P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
	options: PublicOptions<P, Q, B>,
	run: (call: PublicCall<P, Q, B>) => unknown,
): RouteHandler;
export function handle(options: AnyOptions, run: (call: never) => unknown): RouteHandler {
	return async (request, route) => answerRequest(await currentSystem(), options, run, request, await route.params);
}

export function found<T>(thing: T | null): T {
	if (thing === null) throw new AppError("not_found", "nothing exists under this id");
	return thing;
}
