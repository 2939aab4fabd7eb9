/** A collector of traces on loopback, which takes OTLP/HTTP as JSON and nothing else. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const attribute = z.strictObject({
	key: z.string(),
	value: z.union([z.strictObject({ stringValue: z.string() }), z.strictObject({ intValue: z.number() })]),
});
/** A real moment, in nanoseconds since 1970. */
const nanoseconds = z.string().regex(/^1[5-9]\d{17}$|^[2-9]\d{18}$/);
const span = z.looseObject({
	traceId: z.string().regex(/^[0-9a-f]{32}$/),
	spanId: z.string().regex(/^[0-9a-f]{16}$/),
	parentSpanId: z
		.string()
		.regex(/^[0-9a-f]{16}$/)
		.optional(),
	name: z.string().min(1),
	kind: z.number().int().min(1).max(5),
	startTimeUnixNano: nanoseconds,
	endTimeUnixNano: nanoseconds,
	attributes: z.array(attribute),
	status: z.looseObject({ code: z.number().int().min(0).max(2).optional() }),
	events: z.array(z.never()).optional(),
	links: z.array(z.never()).optional(),
});
/** `ExportTraceServiceRequest` of opentelemetry-proto, as its JSON is specified. */
const request = z.strictObject({
	resourceSpans: z.array(
		z.looseObject({
			resource: z.looseObject({ attributes: z.array(attribute) }),
			scopeSpans: z.array(z.looseObject({ scope: z.looseObject({ name: z.string() }), spans: z.array(span).min(1) })),
		}),
	),
});

export type TraceReceiver = Awaited<ReturnType<typeof startTraceReceiver>>;

export async function startTraceReceiver(port = 0) {
	const requests: { method: string; path: string; headers: IncomingHttpHeaders; body: string }[] = [];
	const taken: string[] = [];
	let how: number | "hang" = 200;
	const server = createServer(async (asked, answer) => {
		const chunks: Buffer[] = [];
		for await (const chunk of asked) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString("utf8");
		requests.push({ method: asked.method ?? "", path: asked.url ?? "", headers: asked.headers, body });
		if (how === "hang") return;
		if (how === 200) taken.push(body);
		answer.writeHead(how, { "content-type": "application/json" }).end("{}");
	});
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	return {
		/** For OTEL_EXPORTER_OTLP_ENDPOINT. */
		endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		/** The accepted spans, read by the protocol; throws if they break it. */
		spans: () => taken.flatMap(spansOf),
		/** Applies from now on: a status, or no answer at all. Only what is answered with 200 is accepted. */
		answer(next: number | "hang") {
			how = next;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function spansOf(body: string) {
	return request.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
		const of = valuesOf(resource.attributes);
		return scopeSpans.flatMap(({ spans }) =>
			spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes, status, ...times }) => ({
				...{ service: of["service.name"], resource: of, traceId, spanId, parentSpanId, name, kind },
				attributes: valuesOf(attributes),
				status: status.code ?? 0,
				nanoseconds: BigInt(times.endTimeUnixNano) - BigInt(times.startTimeUnixNano),
			})),
		);
	});
}

function valuesOf(attributes: z.infer<typeof attribute>[]): Record<string, unknown> {
	return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
