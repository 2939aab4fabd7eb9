/** Ways to break the one POST on the wire, which only a real network can show. */
import type { Edit } from "#tests/simulation/mutations/mutation.ts";

export interface Broken {
	/** Two POSTs of one payment. */
	twice: boolean;
	/** A POST on a connection that had carried something before. */
	shared: boolean;
	/** Reported as not sent, although the service has it. */
	denied: boolean;
}

interface WireMutation {
	name: string;
	edits: readonly Edit[];
	shows: keyof Broken;
}

const ANY_CONNECTION: Edit = { guard: "one-connection-per-post", put: "connect," };
const RETRY = `{ maxRetries: 1, minTimeout: 1, methods: ["POST"], statusCodes: [503] }`;

function composed(interceptor: string): string {
	return `client.compose((await import("undici")).interceptors.${interceptor}),`;
}

export const ON_THE_WIRE: readonly WireMutation[] = [
	{
		name: "a retry in the transport",
		edits: [
			{
				guard: "transport-posts-once",
				put: `return sent.then((first) => first.fault === undefined ? first
					: postOnce({ origin, connect, limits, redact, request, mayStillSend }));`,
			},
		],
		shows: "twice",
	},
	{
		name: "a retry of the client, around the transport",
		edits: [
			{
				guard: "client-posts-once",
				put: `let exchange = await recordCall(records, "POST", path, transport.post(path, body, mayStillSend));
		if (exchange.status !== undefined && exchange.status >= 500) exchange = await transport.post(path, body, mayStillSend);`,
			},
		],
		shows: "twice",
	},
	{
		name: "the library's own retry",
		edits: [
			{ guard: "post-is-carried-bare", swap: { "client,": composed(`retry(${RETRY})`) } },
			{ guard: "one-request-per-connection" },
			ANY_CONNECTION,
		],
		shows: "twice",
	},
	{
		name: "redirects are followed",
		edits: [
			{
				guard: "post-is-carried-bare",
				swap: {
					"client,": composed("redirect({ maxRedirections: 1 })"),
					"...request,": "...request, origin,",
				},
			},
			ANY_CONNECTION,
		],
		shows: "twice",
	},
	{
		name: "no fresh connection: the POST goes over the pool that is kept alive",
		edits: [
			{
				guard: "post-leaves-the-pool-alone",
				put: `const sent = carry(reads, { ...requestOptions(access, "POST", path), body, headersTimeout: limits.postHeadersMs },
				{ totalMs: limits.postTotalMs, maxBytes, redact });`,
			},
		],
		shows: "shared",
	},
	{
		name: "a connection that was open is not remembered",
		edits: [{ guard: "one-connection-per-post", swap: { "connected = true;": "" } }],
		shows: "denied",
	},
];
