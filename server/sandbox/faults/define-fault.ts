/** A fault: its parameters, its endpoints, and how it changes an exchange. */
import type { ServerResponse } from "node:http";
import type { z } from "zod";
import type { EndpointId } from "#server/sandbox/api/endpoint-id.ts";
import { type Answer, type Sent, sendJson } from "#server/sandbox/api/exchange.ts";

export interface Exchange {
	endpoint: EndpointId;
	outgoing: ServerResponse;
	publicUrl: string;
	random: () => number;
	/** Sandbox time. */
	now: () => Date;
	/** Executes the request once, and returns the true answer with its whole body as a JSON value. */
	perform(): Promise<Answer>;
	/** Answer about another transaction or wallet; null when there is no other. */
	foreign(): Promise<{ body: unknown; reference: string } | null>;
	sleep(ms: number): Promise<void>;
}

export interface Fault {
	summary: string;
	/** Strict, with a default for every parameter. */
	params: z.ZodType<Record<string, unknown>>;
	run(exchange: Exchange, params: unknown): Promise<Sent>;
}

/** Preserves the parameters' type between schema and function. */
export function defineFault<T extends Record<string, unknown>>(definition: {
	summary: string;
	/** Endpoints that the fault affects; all others send the true answer. Default all. */
	at?: readonly EndpointId[];
	params: z.ZodType<T>;
	run(exchange: Exchange, params: T): Promise<Sent>;
}): Fault {
	return {
		summary: definition.summary,
		params: definition.params,
		run: async (exchange, params) =>
			definition.at?.includes(exchange.endpoint) === false
				? sendJson(await exchange.perform())
				: definition.run(exchange, definition.params.parse(params)),
	};
}
