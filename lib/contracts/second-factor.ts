/** The second factor of members, and the fresh proof (step-up) before what matters. */
import { z } from "zod";
import { idSchema, paymentKindSchema, plainTextSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { type PaymentKind, VERDICT_OUTCOMES } from "#lib/payment-state.ts";
import { ROLES } from "#lib/roles.ts";
import { SECOND_FACTOR_POLICIES } from "#lib/second-factor-policies.ts";

/** `PUT /api/second-factor-policy` */
export const secondFactorRulesSchema = z.strictObject({
	policy: z.enum(SECOND_FACTOR_POLICIES),
	/** A passkey that has asked for finger, face or PIN opens the desk without a password. */
	passwordless: z.boolean(),
});
export type SecondFactorRules = z.infer<typeof secondFactorRulesSchema>;

/** `GET /api/second-factor-policy` */
const secondFactorStatusSchema = secondFactorRulesSchema.extend({
	/** Members who can sign in and have none. */
	without: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
});
export type SecondFactorStatus = z.infer<typeof secondFactorStatusSchema>;

export type FactorKind = "passkey" | "totp" | "recovery_code";

/** What an authenticator or a person answers. The passkey's answer is the browser's own; it is verified, not parsed. */
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

/** `POST /api/account/passkeys` */
export const newPasskeySchema = z.strictObject({
	name: plainTextSchema(60).min(1),
	response: passkeyResponseSchema,
});
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** `PUT /api/account/totp` */
export const totpConfirmationSchema = z.strictObject({ code: z.string().max(20) });

/** `POST /api/account/totp` */
export interface TotpEnrolment {
	/** For typing, where no camera is at hand. */
	text: string;
	/** For the app's camera. */
	qr: { path: string; size: number };
}

const passkeySchema = z.object({
	id: z.string(),
	name: z.string(),
	/** Kept by the maker of the phone or computer, and so on other devices of the same person too. */
	backedUp: z.boolean(),
	createdAt: timeSchema,
	lastUsedAt: timeSchema.nullable(),
});

/** `GET /api/account/second-factor` */
const ownFactorsSchema = z.object({
	passkeys: z.array(passkeySchema),
	totp: z.object({ createdAt: timeSchema, lastUsedAt: timeSchema.nullable() }).nullable(),
	/** Not used yet. */
	recoveryCodes: z.number().int(),
	/** The desk asks it of this member: the last one stays. */
	demanded: z.boolean(),
	/** The desk's address allows passkeys: https, or this very machine. */
	passkeysPossible: z.boolean(),
});
export type OwnFactors = z.infer<typeof ownFactorsSchema>;

/** Where a session stands: `factor` and `enrolment` reach the second step alone. */
export type SessionStage = "full" | "factor" | "enrolment";

export const STEP_UP_PURPOSES = ["approve", "settle", "settings", "members", "export", "account"] as const;
export type StepUpPurpose = (typeof STEP_UP_PURPOSES)[number];

/** A payment as it stands on the screen, and of a settlement the word on it. */
const stepUpSubjectSchema = z.strictObject({
	kind: paymentKindSchema,
	id: idSchema,
	version: z.number().int().min(1),
	outcome: z.enum(VERDICT_OUTCOMES).optional(),
	/** Two-decimal text: of `paid_other` what was paid, else the payment's own. */
	amount: z.string().max(24).optional(),
	reference: z.string().max(128).optional(),
});
export type StepUpSubject = z.infer<typeof stepUpSubjectSchema>;

/** `POST /api/step-up/challenge`, and what `step_up_needed` says. */
export const stepUpNeedSchema = z.strictObject({
	purpose: z.enum(STEP_UP_PURPOSES),
	/** Of `approve` and `settle`: exactly what is approved or settled, by one proof. */
	subjects: z.array(stepUpSubjectSchema).min(1).max(500).optional(),
});
export type StepUpNeed = z.infer<typeof stepUpNeedSchema>;

/** `POST /api/step-up` */
export const stepUpProofSchema = z.strictObject({ id: z.string().max(64), answer: stepUpAnswerSchema });
export type StepUpProof = z.infer<typeof stepUpProofSchema>;

/** What a person is asked for, whether at the sign-in or before an act. */
export interface FactorQuestion {
	methods: StepUpMethod[];
	/** For the authenticator; null without a passkey. */
	passkey: object | null;
	/** Of a demo alone: what the member's authenticator would show now. */
	demo: DemoCode | null;
}

export interface DemoCode {
	/** Null until the next one begins. */
	code: string | null;
	/** Until there is another one. */
	seconds: number;
}

export interface StepUpQuestion extends FactorQuestion {
	id: string;
	purpose: StepUpPurpose;
	/** As the database has them: what the proof will be good for. */
	payments: StepUpPayment[];
}

export interface StepUpPayment {
	id: string;
	kind: PaymentKind;
	amount: string;
	currency: string;
	phoneNumber: string;
	operatorName: string;
	/** Of a settlement, what is said of it. */
	outcome: string | null;
	said: string | null;
}
