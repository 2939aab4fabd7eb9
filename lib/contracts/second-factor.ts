/** Members' second factors, and the fresh proof (step-up) before important actions. */
import { z } from "zod";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import {
	countrySchema,
	currencySchema,
	decimalSchema,
	e164Schema,
	idSchema,
	lineIdSchema,
	operatorCodeSchema,
	paymentKindSchema,
	plainTextSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { VERDICTS, type Verdict } from "#lib/line-verdicts.ts";
import { SECOND_FACTOR_POLICIES } from "#lib/members/second-factor-policies.ts";
import { type PaymentKind, VERDICT_OUTCOMES } from "#lib/payment-state.ts";
import { ROLES } from "#lib/roles.ts";

export const secondFactorRulesSchema = z.strictObject({
	policy: z.enum(SECOND_FACTOR_POLICIES),
	/** A passkey with finger, face or PIN signs in without a password. */
	passwordless: z.boolean(),
});
export type SecondFactorRules = z.infer<typeof secondFactorRulesSchema>;

const secondFactorStatusSchema = secondFactorRulesSchema.extend({
	/** Members who can sign in and have no second factor. */
	without: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
});
export type SecondFactorStatus = z.infer<typeof secondFactorStatusSchema>;

export type FactorKind = "passkey" | "totp" | "recovery_code";

/** A passkey's answer as the browser sends it: only its ids are parsed here, and the signature is verified later. */
const passkeyResponseSchema = z.looseObject({ id: z.string().max(1_400), rawId: z.string().max(1_400) });
export const factorAnswerSchema = z.discriminatedUnion("method", [
	z.strictObject({ method: z.literal("passkey"), response: passkeyResponseSchema }),
	z.strictObject({ method: z.literal("totp"), code: z.string().max(20) }),
	z.strictObject({ method: z.literal("recovery_code"), code: z.string().max(60) }),
]);
export type FactorAnswer = z.infer<typeof factorAnswerSchema>;

const passwordAnswerSchema = z.strictObject({
	method: z.literal("password"),
	password: z.string().min(1).max(256),
});
const stepUpAnswerSchema = z.discriminatedUnion("method", [...factorAnswerSchema.options, passwordAnswerSchema]);
export type StepUpAnswer = z.infer<typeof stepUpAnswerSchema>;
export type StepUpMethod = StepUpAnswer["method"];

export const passkeySignInSchema = z.strictObject({ response: passkeyResponseSchema });

export const newPasskeySchema = z.strictObject({
	name: plainTextSchema(60).min(1),
	response: passkeyResponseSchema,
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const totpConfirmationSchema = z.strictObject({ code: z.string().max(20) });

export interface TotpEnrolment {
	/** The secret as text, for an authenticator without a camera. */
	text: string;
	qr: { path: string; size: number };
}

const passkeySchema = z.object({
	id: z.string(),
	name: z.string(),
	/** The device's maker syncs the passkey, so the same person's other devices have it, too. */
	backedUp: z.boolean(),
	createdAt: timeSchema,
	lastUsedAt: timeSchema.nullable(),
});

const ownFactorsSchema = z.object({
	passkeys: z.array(passkeySchema),
	totp: z.object({ createdAt: timeSchema, lastUsedAt: timeSchema.nullable() }).nullable(),
	recoveryCodes: z.number().int(),
	/** The desk requires a second factor of this member, who therefore cannot remove the last factor. */
	demanded: z.boolean(),
	/** The desk's address allows passkeys: https or localhost. */
	passkeysPossible: z.boolean(),
});
export type OwnFactors = z.infer<typeof ownFactorsSchema>;

/** A session in stage `factor` or `enrolment` reaches only the second step. */
export type SessionStage = "full" | "factor" | "enrolment";

export const STEP_UP_PURPOSES = [
	"request",
	"approve",
	"settle",
	"confirm",
	"settings",
	"members",
	"close",
	"export",
	"account",
] as const;
export type StepUpPurpose = (typeof STEP_UP_PURPOSES)[number];

/** A payment as shown on the screen; for a settlement with its verdict. */
const stepUpSubjectSchema = z.strictObject({
	kind: paymentKindSchema,
	id: idSchema,
	version: z.number().int().min(1),
	outcome: z.enum(VERDICT_OUTCOMES).optional(),
	/** Two-decimal text: for `paid_other` the amount paid, else the payment's own. */
	amount: z.string().max(24).optional(),
	reference: z.string().max(128).optional(),
});
export type StepUpSubject = z.infer<typeof stepUpSubjectSchema>;

/** The facts of a payout that is being requested or edited: no row of the database has them yet. */
const stepUpOrderSchema = z.strictObject({
	/** The corrected payout, or the Idempotency-Key of a new one. */
	of: z.string().min(1).max(128),
	/** The corrected version; 0: a new payout. */
	version: z.number().int().min(0),
	amount: decimalSchema,
	currency: currencySchema,
	operator: operatorCodeSchema,
	country: countrySchema,
	phoneNumber: e164Schema,
});
export type StepUpOrder = z.infer<typeof stepUpOrderSchema>;

/** A wallet's line and this person's verdict on it. */
const stepUpLineSchema = z.strictObject({
	id: lineIdSchema,
	verdict: z.enum(VERDICTS),
	paymentId: idSchema.optional(),
});
export type StepUpLine = z.infer<typeof stepUpLineSchema>;

/** A month of a wallet, at the version that the person saw. */
const stepUpClosingSchema = z.strictObject({
	currency: currencySchema,
	month: z.string().max(7),
	decision: z.enum(["propose", "confirm", "reopen"]),
	version: z.number().int().min(0),
});
export type StepUpClosing = z.infer<typeof stepUpClosingSchema>;

/** `POST /api/step-up/challenge`, and the content of `step_up_needed`. */
export const stepUpNeedSchema = z.strictObject({
	purpose: z.enum(STEP_UP_PURPOSES),
	/** For `approve` and `settle`: exactly what one proof approves or settles. */
	subjects: z.array(stepUpSubjectSchema).min(1).max(500).optional(),
	/** For `approve`: every row of a batch that waits for approval, at the version of the batch that the person saw. */
	batch: z.strictObject({ id: idSchema, version: z.number().int().min(1) }).optional(),
	/** For `confirm`: the change request. */
	change: idSchema.optional(),
	/** For `request`: the payout that leaves without approval, as requested or as edited. */
	order: stepUpOrderSchema.optional(),
	/** For `settle`, in place of payments: the line that is explained. */
	line: stepUpLineSchema.optional(),
	/** For `close`: the month that is closed or reopened. */
	closing: stepUpClosingSchema.optional(),
});
export type StepUpNeed = z.infer<typeof stepUpNeedSchema>;

export const stepUpProofSchema = z.strictObject({ id: z.string().max(64), answer: stepUpAnswerSchema });
export type StepUpProof = z.infer<typeof stepUpProofSchema>;

/** The challenge at sign-in or before an action. */
export interface FactorQuestion {
	methods: StepUpMethod[];
	/** For the authenticator; null without a passkey. */
	passkey: object | null;
	/** Only in a demo: the code that the member's authenticator shows now. */
	demo: DemoCode | null;
}

export interface DemoCode {
	/** Null while no unused code is valid; `seconds` then counts until one is, otherwise until this code is replaced. */
	code: string | null;
	seconds: number;
}

export interface StepUpQuestion extends FactorQuestion {
	id: string;
	purpose: StepUpPurpose;
	/** Read from the database: the payments that the proof covers. */
	payments: StepUpPayment[];
	/** The batch that the proof covers; `payments` are then the largest of the batch. */
	batch: StepUpBatch | null;
	/** The change that the proof confirms. */
	change: ChangeRequest | null;
	/** The line that the proof explains. */
	line: { amount: string; currency: string; createdAt: string; verdict: Verdict } | null;
	/** The month that the proof closes or reopens. */
	closing: StepUpClosing | null;
}

export interface StepUpBatch {
	name: string;
	count: number;
	totals: { currency: string; amount: string }[];
}

export interface StepUpPayment {
	id: string;
	kind: PaymentKind;
	amount: string;
	currency: string;
	name: string | null;
	note: string | null;
	phoneNumber: string;
	operatorName: string;
	country: string;
	outcome: string | null;
	said: string | null;
}
