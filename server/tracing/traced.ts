/** Opens spans; one that opens inside another is its child. Without a tracer no span is made. A tracer's error is never thrown. */
import { AsyncLocalStorage } from "node:async_hooks";

/** Every attribute that a span may have; `span-attributes.ts` says with which values. */
export interface Attributes {
	"http.request.method"?: string;
	"http.route"?: string;
	"http.response.status_code"?: number | undefined;
	/** A code of a closed list, or the name of an error's class. */
	"error.type"?: string | undefined;
}

export interface Opening {
	kind: "server" | "consumer" | "client";
	name: string;
	/** A W3C traceparent; null begins a new trace; absent means the span around the caller. */
	parent?: string | null;
	attributes?: Attributes;
}

export interface OpenSpan {
	/** The span's W3C traceparent; empty without a tracer. */
	trace: string;
	end(attributes: Attributes): void;
}

/** `isRemote`: the parent came with a job or a question. */
export type Tracer = (opening: Opening & { parent: string | null; isRemote: boolean }) => OpenSpan;

interface Tracing {
	open: Tracer;
	current: AsyncLocalStorage<string>;
}

// Next loads its own copy of this module, which must find the tracer that the program has set in another copy.
const PLACE = Symbol.for("cauri.tracing");
const processWide = globalThis as typeof globalThis & { [PLACE]?: Tracing | undefined };

const NO_SPAN: OpenSpan = { trace: "", end: () => undefined };

export function setTracer(open: Tracer | null): void {
	processWide[PLACE] = open === null ? undefined : { open, current: new AsyncLocalStorage() };
}

/** Opens a span without children, for work that is awaited elsewhere. The caller ends the span. */
export function openSpan(opening: Opening): OpenSpan {
	const tracing = processWide[PLACE];
	if (!tracing) return NO_SPAN;
	try {
		const { parent = tracing.current.getStore() ?? null } = opening;
		const { trace, end } = tracing.open({ ...opening, parent, isRemote: opening.parent !== undefined });
		return { trace, end: (attributes) => quietly(() => end(attributes)) };
	} catch {
		return NO_SPAN;
	}
}

/** Runs `run` in a span: spans that `run` opens are its children, and `note` adds attributes. Throws what `run` throws. */
export function traced<T>(opening: Opening, run: (note: (attributes: Attributes) => void) => Promise<T>): Promise<T> {
	const tracing = processWide[PLACE];
	if (!tracing) return run(() => undefined);
	const span = openSpan(opening);
	const noted: Attributes = {};
	const note = (attributes: Attributes) => void Object.assign(noted, attributes);
	const running = async () => {
		try {
			return await run(note);
		} catch (error) {
			note({ "error.type": error instanceof Error ? error.name : "error" });
			throw error;
		} finally {
			span.end(noted);
		}
	};
	return tracing.current.run(span.trace, running);
}

/** Returns the W3C traceparent of the span around the caller; null outside of one. */
export function currentTrace(): string | null {
	return processWide[PLACE]?.current.getStore() || null;
}

function quietly(what: () => void): void {
	try {
		what();
	} catch {
		// A tracer's error must not fail the request or payment around the span.
	}
}
