import { type Environment, listOf, readersOf, readSecret } from "#server/environment/read-secret.ts";
import { Secret } from "#server/secret.ts";

export interface TracingConfig {
	/** Ends in `/v1/traces`. */
	url: URL;
	/** Headers of each request to the collector, which may contain its key. */
	headers(): Record<string, string>;
	/** Null: each program's own name. */
	service: string | null;
	/** The share of traces that is sent, from 0 to 1. Whether a trace is sent is decided when it begins. */
	share: number;
}

/** Names of OpenTelemetry's samplers. `parentbased_` makes no difference: no request brings a parent span into the desk. */
const SAMPLER = /^(?:parentbased_)?(?:(always_on)|(always_off)|traceidratio)$/;
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=(.*)$/;

/** Returns null without OTEL_EXPORTER_OTLP_ENDPOINT, and when a setting of traces has a fault. */
export function tracingSettings(env: Environment, faults: string[]): TracingConfig | null {
	const known = faults.length;
	const secret = new Secret(readSecret(env, "OTEL_EXPORTER_OTLP_HEADERS", faults));
	if (!env.OTEL_EXPORTER_OTLP_ENDPOINT?.trim()) return null;
	if (headersOf(secret.reveal()) === null)
		faults.push("OTEL_EXPORTER_OTLP_HEADERS must be headers such as authorization=Bearer%20word, separated by commas");
	const { href } = readersOf(env, faults).address("OTEL_EXPORTER_OTLP_ENDPOINT");
	const share = shareOf(env, faults);
	const service = env.OTEL_SERVICE_NAME?.trim().slice(0, 60) || null;
	if (faults.length > known) return null;
	const url = new URL(`${href.replace(/\/+$/, "")}/v1/traces`);
	return { url, headers: () => headersOf(secret.reveal()) ?? {}, service, share };
}

function shareOf(env: Environment, faults: string[]): number {
	const [named, isOn, isOff] = SAMPLER.exec(env.OTEL_TRACES_SAMPLER?.trim() || "always_on") ?? [];
	if (named === undefined)
		faults.push(
			"OTEL_TRACES_SAMPLER must be parentbased_traceidratio, parentbased_always_on or parentbased_always_off",
		);
	if (isOn || isOff) return isOn ? 1 : 0;
	const share = Number(env.OTEL_TRACES_SAMPLER_ARG?.trim() || 1);
	if (!(share >= 0 && share <= 1)) faults.push("OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1");
	return share;
}

/** Reads OpenTelemetry's form `name=value,name=value` with percent-encoded values; returns null for another form. */
function headersOf(text: string): Record<string, string> | null {
	const headers: Record<string, string> = {};
	for (const pair of listOf(text)) {
		const [, name, encoded = ""] = HEADER.exec(pair) ?? [];
		const value = decoded(encoded.trim());
		if (name === undefined || value === null) return null;
		headers[name] = value;
	}
	return headers;
}

function decoded(value: string): string | null {
	try {
		const text = decodeURIComponent(value);
		return /^[\t\x20-\x7e]*$/.test(text) ? text : null;
	} catch {
		return null;
	}
}
