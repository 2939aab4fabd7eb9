/** What came of a question, on its way from the worker to the web program: whole, so that each fault means there what it means here. */
import { z } from "zod";
import { EXCHANGE_FAULTS, type Exchange } from "#server/momo/exchange.ts";

const relayedSchema = z.object({
	connected: z.boolean(),
	status: z.number().int().optional(),
	contentType: z.string(),
	retryAfterSeconds: z.number().optional(),
	text: z.string(),
	fault: z.enum(EXCHANGE_FAULTS).optional(),
	/** Ticks are a process's own: how long ago it was heard instead. */
	heard: z.object({ date: z.string().optional(), agoMs: z.number() }).optional(),
});

export function writeExchange({ heard, ...exchange }: Exchange): string {
	const told = heard && { date: heard.date, agoMs: performance.now() - heard.ticks };
	return JSON.stringify({ ...exchange, heard: told } satisfies z.input<typeof relayedSchema>);
}

/** Null: nothing that the worker wrote. */
export function readExchange(text: string): Exchange | null {
	try {
		const { status, retryAfterSeconds, fault, heard, ...rest } = relayedSchema.parse(JSON.parse(text));
		const told = heard && { heard: { date: heard.date, ticks: performance.now() - heard.agoMs } };
		return { ...rest, status, retryAfterSeconds, fault, ...told };
	} catch {
		return null;
	}
}
