/** Movements: the mirrored lines of the service's list. */

import { z } from "zod";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import {
	calendarDaySchema,
	currencySchema,
	decimalSchema,
	operatorCodeSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { exportFields } from "#lib/contracts/export.ts";
import { exportColumns, searchedSchema } from "#lib/contracts/view.ts";
import { isAmountBound } from "#lib/money.ts";
import { MOVEMENT_SORTS } from "#lib/movements/movement-sorts.ts";
import { type Ranges, rangeFaults } from "#lib/movements/range-faults.ts";

export const movementSchema = z.object({
	id: z.string(),
	/** The service's own value: `withdrawal` was seen, others pass through. */
	type: z.string(),
	amount: decimalSchema,
	fee: decimalSchema,
	currency: currencySchema,
	createdAt: timeSchema,
	/** The time at which the service stopped listing the line; sums leave such a line out. */
	withdrawnAt: timeSchema.nullable(),
	/** The line that replaced this one, with another fee or type. */
	replacedBy: z.string().nullable(),
});
export type Movement = z.infer<typeof movementSchema>;

/** The fault that makes a line of the service's list unreadable. */
const UNREADABLE_FAULTS = ["missing", "unreadable", "other_currency"] as const;
export type UnreadableFault = (typeof UNREADABLE_FAULTS)[number];

/** Unreadable lines of the service's list: their count and the first few. */
const incompleteSchema = z.object({
	count: z.number().int(),
	lines: z.array(
		z.object({
			/** Position in the service's list, from 1. */
			place: z.number().int(),
			/** Null: the whole line. */
			field: z.string().nullable(),
			fault: z.enum(UNREADABLE_FAULTS),
			/** The beginning of the line as received. */
			excerpt: z.string(),
		}),
	),
});
export type Incomplete = z.infer<typeof incompleteSchema>;

const bound = z.string().refine(isAmountBound);

const queryFields = z.object({
	type: z.string().min(1).max(64).optional(),
	/** Calendar days in the business's time zone, both inclusive. */
	from: calendarDaySchema.optional(),
	to: calendarDaySchema.optional(),
	/** `operator`, `name` and `purpose` filter by the payment that a line is matched with. */
	operator: operatorCodeSchema.optional(),
	name: searchedSchema,
	purpose: searchedSchema,
	minAmount: bound.optional(),
	maxAmount: bound.optional(),
	sort: z.enum(MOVEMENT_SORTS).default("-createdAt"),
	/** `nextCursor` of the page before, the id of the line before, or in an order by time the calendar day to begin at. */
	cursor: z.string().max(400).optional(),
	limit: z.coerce.number().int().min(1).max(400).default(PAGE_ROWS),
});

function requireOrder(ranges: Ranges, { addIssue }: z.RefinementCtx): void {
	for (const [field, message] of rangeFaults(ranges)) addIssue({ code: "custom", path: [field], message });
}

/** The query string of the list, the page and the export: one shape, so that people can share a view. */
export const movementQuerySchema = queryFields.superRefine(requireOrder);
export type MovementQuery = z.infer<typeof movementQuerySchema>;

/** Only for the list. `total: "no"`: a separate request fetches the sums. */
export const movementListQuerySchema = queryFields
	.extend({ total: z.literal("no").optional() })
	.superRefine(requireOrder);
export type MovementListQuery = z.infer<typeof movementListQuerySchema>;

/** Only for the sums. `whole`: counts all rows without a limit. */
export const movementSumsQuerySchema = queryFields
	.omit({ sort: true, cursor: true, limit: true })
	.extend({ whole: z.literal("yes").optional() })
	.superRefine(requireOrder);
export type MovementSumsQuery = z.infer<typeof movementSumsQuerySchema>;

/** The query string of the export: the list's without pages. */
export const movementExportQuerySchema = queryFields
	.omit({ cursor: true, limit: true })
	.extend({ ...exportFields, columns: exportColumns })
	.superRefine(requireOrder);
export type MovementExportQuery = z.infer<typeof movementExportQuerySchema>;

const movementTotalsSchema = z.array(
	z.object({ type: z.string(), count: z.number().int(), amount: decimalSchema, fee: decimalSchema }),
);

export type MovementTotals = z.infer<typeof movementTotalsSchema>;

const movementTrendSchema = z.object({
	unit: z.enum(["day", "week", "month"]),
	/** The first and the last day with a line. */
	from: calendarDaySchema,
	to: calendarDaySchema,
	/** SVG paths, 100 high and `width` wide: each bar is a stroke up (`in`) or down (`out`) from the zero line. */
	picture: z.object({ width: z.number().int(), zero: z.string(), in: z.string(), out: z.string() }),
});
export type MovementTrend = z.infer<typeof movementTrendSchema>;

/** Sums over all filtered rows, requested separately so that the rows need not wait. */
export const movementSumsSchema = z.object({
	total: z.number().int(),
	/** Rows that the service withdrew: shown, but in no sum. */
	withdrawn: z.number().int(),
	/** One entry per type: amounts of different types are never added. */
	totals: movementTotalsSchema,
	/** The true count is higher: counting stopped at a limit, or rows are still arriving. */
	isAtLeast: z.boolean(),
	/** Money in and out of the filtered rows by day, week or month; null where daily sums cannot give it, or for fewer than two bars. */
	trend: movementTrendSchema.nullable(),
});
export type MovementSums = z.infer<typeof movementSumsSchema>;

export const movementListSchema = z.object({
	items: z.array(movementSchema),
	nextCursor: z.string().nullable(),
	/** All types in this wallet's mirror, for the filter. */
	types: z.array(z.string()),
	/** The last full refresh of the mirror; null before the first. */
	syncedAt: timeSchema.nullable(),
	/** The first list is still loading: a missing row proves nothing. */
	isArriving: z.boolean(),
	/** Rows of the whole mirror that are not withdrawn, and its oldest line. */
	mirror: z.object({
		rows: z.number().int(),
		oldest: timeSchema.nullable(),
		mayBeCut: z.boolean(),
		fault: z.string().nullable(),
		incomplete: incompleteSchema.nullable(),
	}),
});
export type MovementList = z.infer<typeof movementListSchema>;
