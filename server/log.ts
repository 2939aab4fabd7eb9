/** JSON lines by an allow-list: what is logged is named here, so a secret or a phone number has no way in. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

const ALLOWED = [
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
] as const;

const allowed = new Set<string>(ALLOWED);

// A subscriber number has at least as many digits; nothing that is counted or timed here has.
const LONG_NUMBER = 100_000_000;

/** A logger to `stream`, stdout unless told. Fields outside the list are dropped, and no text passes unmasked. */
export function createLog(level: string, program: string, stream: DestinationStream = pino.destination(1)): Log {
	const withStack = level === "debug" || level === "trace";
	const options: LoggerOptions = {
		level,
		base: { program },
		timestamp: pino.stdTimeFunctions.isoTime,
		// pino copies an error's message as it is into `msg` when the error is under this key: none is.
		errorKey: "error_as_it_is",
		hooks: {
			logMethod([first, second]: unknown[], method) {
				const fields = first instanceof Error ? { err: first } : typeof first === "object" ? first : {};
				const text = [first, second].find((part) => typeof part === "string");
				method.call(this, fields as object, typeof text === "string" ? maskPersons(text) : undefined);
			},
		},
		formatters: {
			level: (label) => ({ level: label }),
			log: told,
		},
		serializers: { err: (error: unknown) => errorFields(error, withStack) },
	};
	const log = pino(options, stream);
	// pino formats a line's own fields alone: what a child carries would come out as it is.
	const makeChild = log.child;
	log.child = function (this: Log, fields: Record<string, unknown>) {
		return makeChild.call(this, told(fields));
	} as Log["child"];
	return log;
}

/** A ULID of ours, whole: chance gives some of them as many digits in a row as a number has. */
const OWN_ID = /^[0-7](?=.*[A-Z])[0-9A-HJKMNP-TV-Z]{25}$/;

/** What is on the list and says something by itself: an object may hold anything, a long number anybody's. */
function told(fields: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) => {
			if (!allowed.has(name)) return [];
			if (name === "err" || value === null || typeof value === "boolean") return [[name, value]];
			if (typeof value === "string") return [[name, OWN_ID.test(value) ? value : maskPersons(value)]];
			return typeof value === "number" ? [[name, Math.abs(value) < LONG_NUMBER ? value : maskPersons(`${value}`)]] : [];
		}),
	);
}

/** Name, message and code alone: what an error carries besides may be anybody's. */
function errorFields(error: unknown, withStack: boolean) {
	if (!(error instanceof Error)) return { message: typeof error };
	// The parser quotes the beginning of what it could not read, such as a password.
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

/** "+2250503456789" → "+225•••••89": enough to recognise, too little to call. For the log: screens show groups (`maskPhone`). */
export function maskNumber(e164: string): string {
	return e164.length < 8 ? "•••" : `${e164.slice(0, 4)}•••••${e164.slice(-2)}`;
}

/** "awa.kone@example.com" → "a•••@example.com": enough to recognise a colleague, too little to collect addresses. */
export function maskEmail(email: string): string {
	const [name = "", host = ""] = email.split("@");
	return `${name.slice(0, 1)}•••@${host}`;
}

// As a machine writes it, or in pairs as people do.
const NUMBER = /\+?\d(?:[ \u00a0\u202f]?\d){8,14}/g;

/** A text with every e-mail address and every number of a subscriber masked. */
export function maskPersons(text: string): string {
	return text
		.replace(/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/gu, maskEmail)
		.replace(NUMBER, (number) => maskNumber(number.replace(/[ \u00a0\u202f]/g, "")));
}
