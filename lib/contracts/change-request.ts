/** A change that relaxes a control: one admin requests it, another confirms it. */
import { z } from "zod";
import { CHANGE_KINDS } from "#lib/change-kinds.ts";
import { personSchema, timeSchema } from "#lib/contracts/common-fields.ts";

const CHANGE_STATES = ["waiting", "confirmed", "refused", "withdrawn", "expired", "void"] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** The changed facts as flat values, without secrets. */
const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ChangeValues = z.infer<typeof valuesSchema>;

const changeRequestSchema = z.object({
	id: z.string(),
	kind: z.enum(CHANGE_KINDS),
	/** The subject's key: a currency, member id, service status, operator code, phone number, wallet month, mismatch or fixed word. */
	subject: z.string(),
	memberName: z.string().nullable(),
	/** The first role change of an invited member: the confirming admin first checks by another channel who accepted the invitation. */
	byInvitation: z.boolean(),
	/** The desk asked for this role at the member's sign-in, because the identity provider's groups give it. */
	byProvider: z.boolean(),
	before: valuesSchema,
	after: valuesSchema,
	note: z.string().nullable(),
	state: z.enum(CHANGE_STATES),
	askedBy: personSchema,
	askedAt: timeSchema,
	/** The time at which the change takes effect automatically, because no other admin could confirm it; otherwise null. */
	effectiveAt: timeSchema.nullable(),
	expiresAt: timeSchema,
	decidedBy: personSchema.nullable(),
	decidedAt: timeSchema.nullable(),
	may: z.object({ confirm: z.boolean(), refuse: z.boolean(), withdraw: z.boolean() }),
});
export type ChangeRequest = z.infer<typeof changeRequestSchema>;

export interface Asked {
	changeRequest: ChangeRequest;
}

export const changeRequestsSchema = z.object({
	waiting: z.array(changeRequestSchema),
	decided: z.array(changeRequestSchema),
	/** No admin other than the reader could now confirm a change that the reader asks for. */
	alone: z.boolean(),
	/** Null unless nobody can confirm such a change before then: the others lost their right less than 14 days ago, and still count. */
	aloneFrom: timeSchema.nullable(),
});
export type ChangeRequests = z.infer<typeof changeRequestsSchema>;

export const changeDecisionSchema = z.strictObject({ decision: z.enum(["confirm", "refuse", "withdraw"]) });
export type ChangeDecision = z.infer<typeof changeDecisionSchema>["decision"];
