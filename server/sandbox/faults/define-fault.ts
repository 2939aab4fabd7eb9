import type { ServerResponse } from "node:http";
import { z } from "zod";
import type { EndpointId } from "#server/sandbox/api/endpoint-id.ts";
import { type Answer, type Sent, sendJson } from "#server/sandbox/api/exchange.ts";

export interface Exchange {
	endpoint: EndpointId;
	outgoing: ServerResponse;
	publicUrl: string;
	random: () => number;
	now: () => Date;
	/** Executes the request once, and returns the true answer with its whole body as a JSON value. */
	perform(): Promise<Answer>;
	/** Returns an answer about another transaction or wallet than the request's; null when the sandbox has no other. */
	foreign(): Promise<{ body: unknown; reference: string } | null>;
	sleep(ms: number): Promise<void>;
}

export interface Fault {
	summary: string;
	/** Refuses unknown parameters and has a default for each known one. */
	params: z.ZodType<Record<string, unknown>>;
	run(exchange: Exchange, params: unknown): Promise<Sent>;
}

export const NO_PARAMS = z.strictObject({});

/** Ties the types of `params` and `run` together: `run` gets exactly what the schema returns. */
export function defineFault<T extends Record<string, unknown>>(definition: {
	summary: string;
	/** Endpoints that the fault affects; all others send the true answer. Default all. */
	at?: readonly EndpointId[];
	params: z.ZodType<T>;
	run(exchange: Exchange, params: T): Promise<Sent>;
}): Fault {
	const { summary, params } = definition;
	return {
		summary,
		params,
		run: async (exchange, given) =>
			definition.at?.includes(exchange.endpoint) === false
				? sendJson(await exchange.perform())
				: definition.run(exchange, params.parse(given)),
	};
}
