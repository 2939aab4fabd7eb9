/** A change that relaxes a control: one admin requests it, another confirms it. */
import { z } from "zod";
import { CHANGE_KINDS } from "#lib/change-kinds.ts";
import { timeSchema } from "#lib/contracts/common-fields.ts";

const CHANGE_STATES = ["waiting", "confirmed", "refused", "withdrawn", "expired", "void"] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Flat facts before and after the change. Neither contains a secret. */
const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ChangeValues = z.infer<typeof valuesSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

const changeRequestSchema = z.object({
	id: z.string(),
	kind: z.enum(CHANGE_KINDS),
	/** A currency, a member's id, a service status or a database mismatch. */
	subject: z.string(),
	/** The name of the member concerned, if that member exists. */
	memberName: z.string().nullable(),
	/** The member accepted an invitation just now: the confirming admin first checks by another channel who accepted it. */
	justCame: z.boolean(),
	/** The member's groups at the identity provider gave them this role at a sign-in. */
	byProvider: z.boolean(),
	before: valuesSchema,
	after: valuesSchema,
	note: z.string().nullable(),
	state: z.enum(CHANGE_STATES),
	askedBy: personSchema,
	askedAt: timeSchema,
	/** Null: another admin confirms. Otherwise there is no other admin, and the change takes effect then. */
	effectiveAt: timeSchema.nullable(),
	expiresAt: timeSchema,
	decidedBy: personSchema.nullable(),
	decidedAt: timeSchema.nullable(),
	may: z.object({ confirm: z.boolean(), refuse: z.boolean(), withdraw: z.boolean() }),
});
export type ChangeRequest = z.infer<typeof changeRequestSchema>;

/** The answer when a change waits for confirmation. */
export interface Asked {
	changeRequest: ChangeRequest;
}

export const changeRequestsSchema = z.object({
	waiting: z.array(changeRequestSchema),
	decided: z.array(changeRequestSchema),
	/** No other admin could confirm a request of the reader now. */
	alone: z.boolean(),
});
export type ChangeRequests = z.infer<typeof changeRequestsSchema>;

export const changeDecisionSchema = z.strictObject({ decision: z.enum(["confirm", "refuse", "withdraw"]) });
export type ChangeDecision = z.infer<typeof changeDecisionSchema>["decision"];
