/** The four GETs that the web program asks for through the worker. Answers travel as JSON, and a ServiceError arrives unchanged. */
import { z } from "zod";
import { type Cause, isCause } from "#lib/failure-causes.ts";
import { ServiceError } from "#server/errors.ts";
import type { Service } from "#server/momo/service.ts";
import { wireDetail, wireStatusAnswer, wireWallet } from "#server/momo/wire.ts";

const ANSWERS = {
	balance: wireWallet.strip(),
	detail: wireDetail.strip(),
	history: wireDetail.strip(),
	status: wireStatusAnswer.strip(),
};
type Answers = { [Kind in keyof typeof ANSWERS]: z.infer<(typeof ANSWERS)[Kind]> };
export type AskedKind = keyof Answers;

const faultSchema = z.object({
	kind: z.enum(["refused", "not_sent", "unknown"]),
	code: z.string().refine((code): code is Cause => isCause(code)) as unknown as z.ZodType<Cause>,
	status: z.number().int().optional(),
	words: z.string().optional(),
	hintReference: z.string().optional(),
	contradiction: z.boolean(),
	excerpt: z.string().optional(),
	retryAfterSeconds: z.number().optional(),
});
const replySchema = z.union([z.object({ answer: z.unknown() }).strict(), z.object({ fault: faultSchema }).strict()]);

/** Never throws: an error becomes an answer with a `fault`. */
export async function answerAsText(service: Service, kind: AskedKind, subject: string): Promise<string> {
	try {
		const answer = await ask(service, kind, subject);
		return JSON.stringify({ answer: answer && ANSWERS[kind].parse(answer) });
	} catch (error) {
		return faultAsText(error instanceof ServiceError ? error : new ServiceError("unknown", "question"));
	}
}

export function faultAsText({ kind, code, status, words, ...more }: ServiceError): string {
	const { hintReference, contradiction, excerpt, retryAfterSeconds } = more;
	return JSON.stringify({
		fault: { kind, code, status, words, hintReference, contradiction, excerpt, retryAfterSeconds },
	});
}

/** Null: the service does not know the subject (404). Throws the ServiceError in the answer. */
export function readAnswer<Kind extends AskedKind>(kind: Kind, text: string): Answers[Kind] | null {
	const reply = replySchema.parse(JSON.parse(text));
	if ("fault" in reply) throw new ServiceError(reply.fault.kind, reply.fault.code, reply.fault);
	return reply.answer === null ? null : (ANSWERS[kind].parse(reply.answer) as Answers[Kind]);
}

function ask(service: Service, kind: AskedKind, subject: string) {
	if (kind === "balance") return service.readBalance(subject);
	if (kind === "detail") return service.readDetail(subject);
	return kind === "history" ? service.readHistory(subject) : service.readStatus(subject);
}
