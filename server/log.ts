/** JSON lines by an allow-list: what is logged is named here, so a secret or a phone number has no way in. */
import { type Logger, pino } from "pino";

export type Log = Logger;

const ALLOWED = [
	"action",
	"attempt",
	"code",
	"currency",
	"durationMs",
	"event",
	"job",
	"kind",
	"member",
	"method",
	"payment",
	"reason",
	"reference",
	"request",
	"role",
	"route",
	"rows",
	"state",
	"status",
	"version",
	"err",
	"port",
	"signal",
] as const;

const allowed = new Set<string>(ALLOWED);

/** A logger to stdout; fields outside the list are dropped, errors keep name, message and code alone. */
export function createLog(level: string, program: string): Log {
	return pino({
		level,
		base: { program },
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: {
			level: (label) => ({ level: label }),
			log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name))),
		},
		serializers: {
			err: (error: unknown) =>
				error instanceof Error
					? {
							name: error.name,
							message: maskNumbers(error.message),
							code: (error as { code?: unknown }).code,
							stack: level === "debug" || level === "trace" ? error.stack : undefined,
						}
					: { message: typeof error },
		},
	});
}

/** "+2250503456789" → "+225•••••89": enough to recognise, too little to call. */
export function maskNumber(e164: string): string {
	return e164.length < 8 ? "•••" : `${e164.slice(0, 4)}•••••${e164.slice(-2)}`;
}

function maskNumbers(text: string): string {
	return text.replace(/\+?\d{9,15}/g, (digits) => maskNumber(digits));
}
