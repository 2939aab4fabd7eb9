/** Uses the OpenTelemetry SDK; loaded only when traces are sent. The SDK is not registered globally, so Next's spans are not sent. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
	BatchSpanProcessor,
	ParentBasedSampler,
	type SpanExporter,
	TraceIdRatioBasedSampler,
	TracerProvider,
} from "@opentelemetry/sdk-trace";
import { allowedAttributes, redactedName } from "#server/tracing/span-attributes.ts";
import type { Attributes, Opening, Tracer } from "#server/tracing/traced.ts";
import { readTraceparent, writeTraceparent } from "#server/tracing/traceparent.ts";

export interface TracerLimits {
	/** The longest time that an ended span waits before its batch is sent. */
	delayMs: number;
	/** The longest time for one batch, with all its tries. */
	sendMs: number;
	/** Maximum number of waiting spans; newer ones are dropped. */
	waiting: number;
}

interface TracerParts {
	url: URL;
	headers: Record<string, string>;
	service: string;
	version: string;
	share: number;
	limits: TracerLimits;
	/** Called after each batch: with null when the collector took it. */
	onSent(fault: Error | null): void;
}

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };
const BATCH = 512;

/** `close` sends waiting spans. */
export function openTracer(parts: TracerParts): { tracer: Tracer; close(): Promise<void> } {
	const { url, headers, service, version, share, limits, onSent } = parts;
	const exporter = new OTLPTraceExporter({ url: url.href, headers, timeoutMillis: limits.sendMs });
	const processor = new BatchSpanProcessor({
		exporter: reporting(exporter, onSent),
		scheduledDelayMillis: limits.delayMs,
		// A little later than the exporter's own limit, whose error says why.
		exportTimeoutMillis: limits.sendMs + 1_000,
		maxQueueSize: limits.waiting,
		maxExportBatchSize: Math.min(BATCH, limits.waiting),
	});
	// Exactly these attributes: the SDK's own detectors would add the host's name and the command line.
	const resource = resourceFromAttributes({ "service.name": service, "service.version": version });
	const sampler = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) });
	const provider = new TracerProvider({ resource, sampler, spanProcessors: [processor] });
	const sdk = provider.getTracer("cauri", version);
	const tracer: Tracer = ({ kind, name, parent, isRemote, attributes = {} }) => {
		const around = readTraceparent(parent);
		const context = around ? trace.setSpanContext(ROOT_CONTEXT, { ...around, isRemote }) : ROOT_CONTEXT;
		const options = { kind: KINDS[kind], attributes: allowedAttributes(attributes) };
		const span = sdk.startSpan(redactedName(name), options, context);
		return {
			trace: writeTraceparent(span.spanContext()),
			end(more) {
				if (!span.isRecording()) return;
				span.setAttributes(allowedAttributes(more));
				if (isFailure(kind, more)) span.setStatus({ code: SpanStatusCode.ERROR });
				span.end();
			},
		};
	};
	return { tracer, close: () => provider.shutdown() };
}

/** Follows the semantic conventions: a 4xx answer is a failure of the client's span and not of the server's. */
function isFailure(kind: Opening["kind"], attributes: Attributes): boolean {
	const { "http.response.status_code": status, "error.type": error } = attributes;
	if (kind === "server" && status !== undefined) return status >= 500;
	return error !== undefined || (status !== undefined && status >= 400);
}

function reporting(exporter: SpanExporter, onSent: (fault: Error | null) => void): SpanExporter {
	return {
		export(spans, done) {
			exporter.export(spans, (result) => {
				onSent(result.code === 0 ? null : (result.error ?? new Error("not sent")));
				done(result);
			});
		},
		shutdown: () => exporter.shutdown(),
	};
}
