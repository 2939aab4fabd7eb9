/** Movements: the lines of the service's list, as our mirror (the copy in the database) has them. */

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
	/** The service's own value, unchanged: `withdrawal` is the only one seen so far. */
	type: z.string(),
	amount: decimalSchema,
	fee: decimalSchema,
	currency: currencySchema,
	createdAt: timeSchema,
	/** The time at which the service stopped listing the line. Such a line matches no payment and is in no sum. */
	withdrawnAt: timeSchema.nullable(),
	/** The id of the line with another fee or type that replaced this one. */
	replacedBy: z.string().nullable(),
});
export type Movement = z.infer<typeof movementSchema>;

const UNREADABLE_FAULTS = ["missing", "unreadable", "other_currency"] as const;
export type UnreadableFault = (typeof UNREADABLE_FAULTS)[number];

/** Unreadable lines of the service's list: their count and the first few. */
const incompleteSchema = z.object({
	count: z.number().int(),
	lines: z.array(
		z.object({
			/** Position in the service's list, from 1. */
			place: z.number().int(),
			/** The unreadable field; null when the whole line is unreadable. */
			field: z.string().nullable(),
			fault: z.enum(UNREADABLE_FAULTS),
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
	/** `operator`, `name` and `purpose` are those of the payment that matches the line. */
	operator: operatorCodeSchema.optional(),
	name: searchedSchema,
	purpose: searchedSchema,
	minAmount: bound.optional(),
	maxAmount: bound.optional(),
	sort: z.enum(MOVEMENT_SORTS).default("-createdAt"),
	/** The previous page's `nextCursor`, which is the id of that page's last line; in a list sorted by time also the calendar day to begin at. */
	cursor: z.string().max(400).optional(),
	limit: z.coerce.number().int().min(1).max(400).default(PAGE_ROWS),
});

function requireOrder(ranges: Ranges, { addIssue }: z.RefinementCtx): void {
	for (const [field, message] of rangeFaults(ranges)) addIssue({ code: "custom", path: [field], message });
}

/** The query string of a view, shared by list, page and export: people can send the address of a view to others. */
export const movementQuerySchema = queryFields.superRefine(requireOrder);
export type MovementQuery = z.infer<typeof movementQuerySchema>;

/** The query of the list. `total: "no"`: no sums, which the page requests separately. */
export const movementListQuerySchema = queryFields
	.extend({ total: z.literal("no").optional() })
	.superRefine(requireOrder);
export type MovementListQuery = z.infer<typeof movementListQuerySchema>;

/** The query of the sums. `whole`: counts all rows, however many there are. */
export const movementSumsQuerySchema = queryFields
	.omit({ sort: true, cursor: true, limit: true })
	.extend({ whole: z.literal("yes").optional() })
	.superRefine(requireOrder);
export type MovementSumsQuery = z.infer<typeof movementSumsQuerySchema>;

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
	/** SVG paths, 100 high and `width` wide: each bar is a stroke from the line `zero`, up for `in` and down for `out`. */
	picture: z.object({ width: z.number().int(), zero: z.string(), in: z.string(), out: z.string() }),
});
export type MovementTrend = z.infer<typeof movementTrendSchema>;

/** Sums over all filtered rows. Pages request them separately, so that the rows need not wait for them. */
export const movementSumsSchema = z.object({
	total: z.number().int(),
	/** Count of rows that the service no longer lists: these rows are shown, but no sum includes them. */
	withdrawn: z.number().int(),
	/** One entry per type: amounts of different types are never added. */
	totals: movementTotalsSchema,
	/** The change of the balance by these lines, as the wallet's fee rule counts them. */
	net: decimalSchema,
	/** Types without a sign by that rule, which the net leaves out. */
	unsigned: z.array(z.string()),
	/** True if there may be more rows: counting stopped at a limit, or the first list is still arriving. */
	isAtLeast: z.boolean(),
	/** Money in and out by day, week or month; null when a filter rules out the stored daily sums, or with fewer than two bars. */
	trend: movementTrendSchema.nullable(),
});
export type MovementSums = z.infer<typeof movementSumsSchema>;

export const movementListSchema = z.object({
	items: z.array(movementSchema),
	nextCursor: z.string().nullable(),
	types: z.array(z.string()),
	/** The time of the last full refresh of the mirror; null before the first. */
	syncedAt: timeSchema.nullable(),
	/** The service's first list is still loading, so the service may have rows that are missing here. */
	isArriving: z.boolean(),
	mirror: z.object({
		rows: z.number().int(),
		oldest: timeSchema.nullable(),
		mayBeCut: z.boolean(),
		fault: z.string().nullable(),
		incomplete: incompleteSchema.nullable(),
	}),
});
export type MovementList = z.infer<typeof movementListSchema>;
