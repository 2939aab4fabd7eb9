/** Writes JSON lines with an allow-list of fields, so that no secret or phone number reaches the log. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

const ALLOWED = new Set([
	"action",
	"attempt",
	"cause",
	"change",
	"code",
	"currency",
	"durationMs",
	"event",
	"job",
	"kind",
	"member",
	"method",
	"payment",
	"reference",
	"request",
	"result",
	"role",
	"route",
	"rows",
	"second",
	"state",
	"status",
	"version",
	"err",
	"port",
	"signal",
]);

// A phone number has at least eight digits; counts and durations here have fewer.
const LONG_NUMBER = 10_000_000;

/** A closed terminal must not end the program during a payment: later lines are dropped, as pino does for a closed pipe. */
function standardOutput(): DestinationStream {
	const output = pino.destination(1);
	const nothing = () => undefined;
	return output.on("error", () => void Object.assign(output, { write: nothing, flushSync: nothing, end: nothing }));
}

/** Logs to `stream`, by default stdout. Drops fields outside the list, and masks all text. */
export function createLog(level: string, program: string, stream: DestinationStream = standardOutput()): Log {
	const withStack = level === "debug" || level === "trace";
	const options: LoggerOptions = {
		level,
		base: { program },
		timestamp: pino.stdTimeFunctions.isoTime,
		// pino would copy the unmasked message of an error under `errorKey` to `msg`, so `errorKey` is a name that no call uses.
		errorKey: "error_as_it_is",
		hooks: {
			logMethod([first, second]: unknown[], method) {
				const fields = first instanceof Error ? { err: first } : typeof first === "object" ? first : {};
				const text = [first, second].find((part) => typeof part === "string");
				method.call(this, fields as object, typeof text === "string" ? maskPersons(text) : undefined);
			},
		},
		formatters: { level: (label) => ({ level: label }), log: allowedFields },
		serializers: { err: (error: unknown) => errorFields(error, withStack) },
	};
	const log = pino(options, stream);
	// pino formats only a line's own fields: a child's bound fields would stay unmasked.
	const makeChild = log.child;
	log.child = function (this: Log, fields: Record<string, unknown>) {
		return makeChild.call(this, allowedFields(fields));
	} as Log["child"];
	return log;
}

/** A ULID of ours or the UUID of a request. Some contain as many digits in a row as a phone number, and must not be masked. */
const OWN_ID = /^(?:[0-7](?=.*[A-Z])[0-9A-HJKMNP-TV-Z]{25}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Keeps listed fields with plain values: an object may contain anything, and a long number may be a phone number. */
function allowedFields(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) => {
			if (!ALLOWED.has(name)) return [];
			if (name === "err" || value === null || typeof value === "boolean") return [[name, value]];
			if (typeof value === "string") return [[name, OWN_ID.test(value) ? value : maskPersons(value)]];
			return typeof value === "number" ? [[name, Math.abs(value) < LONG_NUMBER ? value : maskPersons(`${value}`)]] : [];
		}),
	);
}

/** Keeps only name, message, code and, at level debug, the stack: other properties of an error may contain personal data. */
function errorFields(error: unknown, withStack: boolean) {
	if (!(error instanceof Error)) return { message: typeof error };
	// A SyntaxError of JSON.parse quotes the beginning of the unreadable text, which may be a password.
	const message = error instanceof SyntaxError ? "unreadable text" : maskPersons(error.message);
	const stack = withStack ? error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) : undefined;
	const { code } = error as { code?: unknown };
	return {
		name: maskPersons(error.name),
		message,
		code: typeof code === "string" ? maskPersons(code) : undefined,
		stack,
	};
}

/** "+2250503456789" → "+225•••••89": recognisable, but not callable. For the log; screens use `maskPhone`, which shows more. */
export function maskNumber(e164: string): string {
	if (e164.length < 8) return "•••";
	// With four leading characters, only two of eight digits without a `+` would be hidden.
	return `${e164.slice(0, e164.length < 12 ? 2 : 4)}•••••${e164.slice(-2)}`;
}

/** "awa.kone@example.com" → "a•••@example.com": recognisable, but useless for collecting addresses. */
export function maskEmail(email: string): string {
	const [name = "", host = ""] = email.split("@");
	return `${name.slice(0, 1)}•••@${host}`;
}

/** Matches a phone number, punctuated or not, and also a date: `maskPersons` keeps dates, so that times stay readable. */
const DAY_OR_NUMBER =
	/(?<!\d)20\d\d-[01]\d-[0-3]\d(?=T\d\d:|\b(?![-./(]?\d))|\+?\d(?:[\p{Zs}\t\p{Pd}.,/()_·]{0,3}\d){7,}/gu;

export function maskPersons(text: string): string {
	return text
		.replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu, maskEmail)
		.replace(DAY_OR_NUMBER, (found) =>
			/^20\d\d-\d\d-\d\d$/.test(found) ? found : maskNumber(found.replace(/[^+\d]/g, "")),
		);
}
