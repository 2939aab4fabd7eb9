/** What loosens is asked for by one admin and confirmed by another: the request between the two words. */
import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";

/** Closed: each has its judgement in lib/loosening.ts, its guard in the database, and what applies it. */
export const CHANGE_KINDS = [
	"payout_rule",
	"payment_expiry",
	"final_failure",
	"member_added",
	"member_changed",
	"database_doubt",
	"second_factor_reset",
	"second_factor_policy",
	"password_sign_in",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const CHANGE_STATES = ["waiting", "confirmed", "refused", "withdrawn", "expired", "void"] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** Flat facts: how it stood, how it shall be. Neither holds a secret. */
const valuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ChangeValues = z.infer<typeof valuesSchema>;

const personSchema = z.object({ id: z.string(), name: z.string() });

const changeRequestSchema = z.object({
	id: z.string(),
	kind: z.enum(CHANGE_KINDS),
	/** A currency, a member's id, a word of the service, a doubt. */
	subject: z.string(),
	/** Of the member whom it is about, when that is one who is there. */
	memberName: z.string().nullable(),
	/** By an invitation: whoever confirms asks first, by another way, whether it was they who accepted it. */
	justCame: z.boolean(),
	before: valuesSchema,
	after: valuesSchema,
	note: z.string().nullable(),
	state: z.enum(CHANGE_STATES),
	askedBy: personSchema,
	askedAt: timeSchema,
	/** Null: another admin confirms it. Otherwise there was none, and it takes effect then by itself. */
	effectiveAt: timeSchema.nullable(),
	expiresAt: timeSchema,
	decidedBy: personSchema.nullable(),
	decidedAt: timeSchema.nullable(),
	/** What the member who reads it may say. */
	may: z.object({ confirm: z.boolean(), refuse: z.boolean(), withdraw: z.boolean() }),
});
export type ChangeRequest = z.infer<typeof changeRequestSchema>;

/** Instead of what was changed: it waits. */
export interface Asked {
	changeRequest: ChangeRequest;
}

export const changeRequestsSchema = z.object({
	waiting: z.array(changeRequestSchema),
	/** The last ones that were decided, newest first. */
	decided: z.array(changeRequestSchema),
	/** Nobody else could confirm what the reader asks for now. */
	alone: z.boolean(),
});
export type ChangeRequests = z.infer<typeof changeRequestsSchema>;

export const changeDecisionSchema = z.strictObject({ decision: z.enum(["confirm", "refuse", "withdraw"]) });
export type ChangeDecision = z.infer<typeof changeDecisionSchema>["decision"];
