/** What the simulation cannot see, since its network is not a real one: the one POST on the wire, and every way to break it. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import type { Edit } from "#tests/simulation/mutations.ts";
import { WIRE_PAYOUT } from "#tests/support/momo-client.ts";
import { type Respond, startScriptedService } from "#tests/support/scripted-service.ts";

const scripted = await startScriptedService();
afterAll(() => scripted.close());

const PAYOUT_PATH = "/api/v1/transactions/payout/";
const WALLET = {
	wallet_reference: "WF-1",
	balance: "90000.00",
	currency_code: "XOF",
	updated_at: "2026-03-10T09:00:00Z",
};

/** What the service does with the POST for each number; it has taken it to heart in every case. */
const ANSWERS: Record<string, (respond: Respond) => void> = {
	"+2250700000001": (respond) => respond.json(201, WIRE_PAYOUT),
	"+2250700000002": (respond) => respond.reset(),
	"+2250700000003": (respond) => respond.json(503, {}),
	"+2250700000004": (respond) => respond.redirect(308, `${PAYOUT_PATH}?moved`),
	"+2250700000005": (respond) => respond.hang(),
	"+2250700000006": (respond) => respond.truncated(200, JSON.stringify(WIRE_PAYOUT).slice(0, 40), 900),
};

interface Broken {
	/** Two POSTs of one payment. */
	twice: boolean;
	/** A POST on a connection that had carried something before. */
	shared: boolean;
	/** Called not sent, although the service has it. */
	denied: boolean;
}

/** The six payouts through the real client in a process of its own, its sources changed or not. */
async function sendAll(edits: readonly Edit[]): Promise<Broken> {
	scripted.requests.length = 0;
	scripted.answer(({ method, body }, respond) => {
		if (method === "GET") return respond.json(200, WALLET);
		const { destination } = JSON.parse(body) as { destination: string };
		ANSWERS[destination]?.(respond);
	});
	const { stdout } = await promisify(execFile)(
		process.execPath,
		[
			"--import",
			"./tests/simulation/ports/hooks.ts",
			"tests/support/programs/send-payouts.ts",
			scripted.baseUrl.href,
			...Object.keys(ANSWERS),
		],
		{ env: { ...process.env, SIMULATION_EDITS: JSON.stringify(edits) } },
	);
	const outcomes = JSON.parse(stdout) as Record<string, string>;
	const posts = scripted.requests.filter(({ method }) => method === "POST");
	const numbers = posts.map(({ body }) => (JSON.parse(body) as { destination: string }).destination);
	expect(new Set(numbers), "every payout has arrived").toEqual(new Set(Object.keys(ANSWERS)));
	const carried = scripted.requests.map(({ connection }) => connection);
	return {
		twice: numbers.length > new Set(numbers).size,
		shared: posts.some(({ connection }) => carried.filter((each) => each === connection).length > 1),
		denied: Object.values(outcomes).includes("not_sent"),
	};
}

const TRANSPORT = "server/momo/transport.ts";
const MUTATIONS: readonly { name: string; edits: Edit[]; shows: keyof Broken }[] = [
	{
		name: "a retry in the transport",
		edits: [
			{
				file: TRANSPORT,
				find: "void sent.finally(() => posts.delete(sent));\n\t\t\treturn sent;",
				replace: `return sent.then((first) => first.fault === undefined ? first
					: postOnce({ origin, connect, limits, redact, request, mayStillSend }));`,
			},
		],
		shows: "twice",
	},
	{
		name: "a retry of the client, around the transport",
		edits: [
			{
				file: "server/momo/client.ts",
				find: `const exchange = await heard(ear, "POST", path, transport.post(path, body, mayStillSend));`,
				replace: `let exchange = await heard(ear, "POST", path, transport.post(path, body, mayStillSend));
		if (exchange.status !== undefined && exchange.status >= 500) exchange = await transport.post(path, body, mayStillSend);`,
			},
		],
		shows: "twice",
	},
	{
		name: "the library's own retry",
		edits: [
			{ file: TRANSPORT, find: "import { Client, type", replace: "import { Client, interceptors, type" },
			{
				file: TRANSPORT,
				find: "carry(\n\t\tclient,",
				replace: `carry(
		client.compose(interceptors.retry({ maxRetries: 1, minTimeout: 1, methods: ["POST"], statusCodes: [503] })),`,
			},
			{ file: TRANSPORT, find: "maxRequestsPerClient: 1,", replace: "" },
			{
				file: TRANSPORT,
				find: "connect: singleUseConnector(connect, mayStillSend, () => {\n\t\t\tconnected = true;\n\t\t}),",
				replace: "connect,",
			},
		],
		shows: "twice",
	},
	{
		name: "redirects are followed",
		edits: [
			{ file: TRANSPORT, find: "import { Client, type", replace: "import { Client, interceptors, type" },
			{
				file: TRANSPORT,
				find: "carry(\n\t\tclient,",
				replace: "carry(\n\t\tclient.compose(interceptors.redirect({ maxRedirections: 1 })),",
			},
			{ file: TRANSPORT, find: "{ ...request, reset: true,", replace: "{ ...request, origin, reset: true," },
			{
				file: TRANSPORT,
				find: "connect: singleUseConnector(connect, mayStillSend, () => {\n\t\t\tconnected = true;\n\t\t}),",
				replace: "connect,",
			},
		],
		shows: "twice",
	},
	{
		name: "no fresh connection: the POST goes over the pool that is kept alive",
		edits: [
			{
				file: TRANSPORT,
				find: "const sent = postOnce({ origin, connect, limits, redact, request, mayStillSend });",
				replace: `const sent = carry(reads, { ...head(access, "POST", path), body, headersTimeout: limits.postHeadersMs },
				{ totalMs: limits.postTotalMs, maxBytes, redact });`,
			},
		],
		shows: "shared",
	},
	{
		name: "a connection that was open is not remembered",
		edits: [{ file: TRANSPORT, find: "connected = true;", replace: "" }],
		shows: "denied",
	},
];

test("as it is, every payout is one POST on a connection of its own, and none that arrived is called not sent", async () => {
	expect(await sendAll([])).toEqual({ twice: false, shared: false, denied: false });
});

test.each(MUTATIONS)("$name: the real wire shows it", async ({ edits, shows }) => {
	expect((await sendAll(edits))[shows]).toBe(true);
});

test("a change that no longer finds its text is a failure, not a pass", async () => {
	await expect(sendAll([{ file: TRANSPORT, find: "a text that is not there", replace: "" }])).rejects.toThrow(
		"does not find its text",
	);
});
