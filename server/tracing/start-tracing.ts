import { setTimeout as pause } from "node:timers/promises";
import type { TracingConfig } from "#server/environment/tracing-settings.ts";
import type { Log } from "#server/log.ts";
import type { TracerLimits } from "#server/tracing/open-tracer.ts";
import { setTracer } from "#server/tracing/traced.ts";
import manifest from "../../package.json" with { type: "json" };

interface RunningTracing {
	/** Sends waiting spans, for two seconds at most. Never throws. */
	stop(): Promise<void>;
}

interface TracingParts {
	config: { tracing: TracingConfig | null };
	log: Log;
	program: "web" | "worker";
	limits?: Partial<TracerLimits>;
}

const LIMITS: TracerLimits = { delayMs: 5_000, sendMs: 10_000, waiting: 2_048 };
const DRAIN_MS = 2_000;

const OFF: RunningTracing = { stop: () => Promise.resolve() };

/** Call it once per program, before its first request or job. Never throws, since tracing must not stop payments. */
export async function startTracing(parts: TracingParts): Promise<RunningTracing> {
	const { tracing } = parts.config;
	if (tracing === null) return OFF;
	return start(tracing, parts).catch((err: unknown) => {
		parts.log.error({ event: "tracing_not_started", err });
		return OFF;
	});
}

async function start(tracing: TracingConfig, { log, program, limits }: TracingParts): Promise<RunningTracing> {
	const { openTracer } = await import("#server/tracing/open-tracer.ts");
	let isAway = false;
	const { tracer, close } = openTracer({
		url: tracing.url,
		headers: tracing.headers(),
		service: tracing.service ?? `cauri-${program}`,
		version: manifest.version,
		share: tracing.share,
		limits: { ...LIMITS, ...limits },
		// Logs once per outage: a collector that is away for a day makes one line.
		onSent(fault) {
			if (fault !== null && !isAway) log.warn({ event: "traces_not_sent", err: fault });
			isAway = fault !== null;
		},
	});
	setTracer(tracer);
	return {
		async stop() {
			setTracer(null);
			await Promise.race([close().catch(() => undefined), pause(DRAIN_MS, undefined, { ref: false })]);
		},
	};
}
