/** Movements: lines of the mirror of the service's array. */

import { z } from "zod";
import { calendarDaySchema, currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { isAmountBound } from "#lib/money.ts";
import { MOVEMENT_SORTS } from "#lib/movement-sorts.ts";
import { PAGE_ROWS } from "#lib/view-address.ts";

export const movementSchema = z.object({
	id: z.string(),
	/** As the service wrote it: `withdrawal` was seen, others pass through. */
	type: z.string(),
	amount: decimalSchema,
	fee: decimalSchema,
	currency: currencySchema,
	createdAt: timeSchema,
	/** Since when the service lists it no more; such a line is in no sum. */
	withdrawnAt: timeSchema.nullable(),
	/** The line that came in its place, with another fee or type. */
	replacedBy: z.string().nullable(),
});
export type Movement = z.infer<typeof movementSchema>;

/** What is wrong with a line of the service's list that cannot be read. */
const UNREADABLE_FAULTS = ["missing", "unreadable", "other_currency"] as const;
export type UnreadableFault = (typeof UNREADABLE_FAULTS)[number];

/** Lines of the service's list that cannot be read: how many, and the first of them. */
const incompleteSchema = z.object({
	count: z.number().int(),
	lines: z.array(
		z.object({
			/** In the service's list, 1 for the first. */
			place: z.number().int(),
			/** Null: the line as a whole. */
			field: z.string().nullable(),
			fault: z.enum(UNREADABLE_FAULTS),
			/** The beginning of the line as it came. */
			excerpt: z.string(),
		}),
	),
});
export type Incomplete = z.infer<typeof incompleteSchema>;

const bound = z.string().refine(isAmountBound);

/** The query string of the list, of the page's URL and of the export: one shape, so a view can be shared. */
export const movementQuerySchema = z.object({
	type: z.string().min(1).max(64).optional(),
	/** Calendar days in the business's time zone, both inclusive. */
	from: calendarDaySchema.optional(),
	to: calendarDaySchema.optional(),
	minAmount: bound.optional(),
	maxAmount: bound.optional(),
	sort: z.enum(MOVEMENT_SORTS).default("-createdAt"),
	cursor: z.string().max(400).optional(),
	limit: z.coerce.number().int().min(1).max(400).default(PAGE_ROWS),
});
export type MovementQuery = z.infer<typeof movementQuerySchema>;

/** The query string of the list alone. `total: "no"`: the sums are asked for beside it. */
export const movementListQuerySchema = movementQuerySchema.extend({ total: z.literal("no").optional() });
export type MovementListQuery = z.infer<typeof movementListQuerySchema>;

/** The query string of the sums. `whole`: to the end, however many there are. */
export const movementSumsQuerySchema = movementQuerySchema
	.omit({ sort: true, cursor: true, limit: true })
	.extend({ whole: z.literal("yes").optional() });
export type MovementSumsQuery = z.infer<typeof movementSumsQuerySchema>;

/** The query string of the export: the list's without its pages. */
export const movementExportQuerySchema = movementQuerySchema.omit({ cursor: true, limit: true }).extend(exportFields);
export type MovementExportQuery = z.infer<typeof movementExportQuerySchema>;

const movementTotalsSchema = z.array(
	z.object({ type: z.string(), count: z.number().int(), amount: decimalSchema, fee: decimalSchema }),
);

export type MovementTotals = z.infer<typeof movementTotalsSchema>;

/** All that the filters let through, asked for beside its rows: they do not wait for it. */
export const movementSumsSchema = z.object({
	total: z.number().int(),
	/** Rows beside them that the service took back: shown, and in no sum. */
	withdrawn: z.number().int(),
	/** One entry a type: amounts of different types are never added. */
	totals: movementTotalsSchema,
	/** There are more than these: they were counted up to a bound, or are still arriving. */
	isAtLeast: z.boolean(),
});
export type MovementSums = z.infer<typeof movementSumsSchema>;

export const movementListSchema = z.object({
	items: z.array(movementSchema),
	nextCursor: z.string().nullable(),
	/** Every type the mirror holds for this wallet: the choices of the filter. */
	types: z.array(z.string()),
	/** When the mirror was last brought level; null before the first time. */
	syncedAt: timeSchema.nullable(),
	/** The first list is on its way: these rows are what has come of it, and nothing follows from what is not among them. */
	isArriving: z.boolean(),
	/** Rows of the whole mirror that stand, and its oldest line. */
	mirror: z.object({
		rows: z.number().int(),
		oldest: timeSchema.nullable(),
		mayBeCut: z.boolean(),
		fault: z.string().nullable(),
		incomplete: incompleteSchema.nullable(),
	}),
});
export type MovementList = z.infer<typeof movementListSchema>;
