/** A member's layout of a list (columns, density, page size), and the views that members save under a name. */
import { z } from "zod";
import { idSchema, plainTextSchema } from "#lib/contracts/common-fields.ts";
import { DENSITIES, LISTS, PAGE_SIZES, USUAL_LAYOUT } from "#lib/lists/list-columns.ts";
import { LONGEST_FILTER } from "#lib/payments/lists.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** Maximum number of views that a member can save for one list. */
export const MOST_VIEWS = 50;
/** In characters. */
export const LONGEST_VIEW_NAME = 60;

const columnSchema = z.string().regex(/^[a-z]{1,20}$/i);

const layoutSchema = z.object({
	/** The columns in their order on the screen; null for the usual ones. */
	columns: z.array(columnSchema).min(1).max(20).readonly().nullable(),
	density: z.enum(DENSITIES),
	rows: z.literal(PAGE_SIZES).default(USUAL_LAYOUT.rows),
});
export type Layout = z.infer<typeof layoutSchema>;

export const viewsQuerySchema = z.object({ list: z.enum(LISTS) });

/** `PUT /api/views/layout` */
export const layoutChangeSchema = layoutSchema.extend({ list: z.enum(LISTS) });
export type LayoutChange = z.infer<typeof layoutChangeSchema>;

const savedViewSchema = layoutSchema.extend({
	id: idSchema,
	name: plainTextSchema(LONGEST_VIEW_NAME).min(1),
	/** Filters and sort order as a query string, written by `savedQuery`. */
	query: z
		.string()
		.max(1_000)
		.regex(/^[!-~]*$/),
	shared: z.boolean(),
	/** The name of the member who saved the view; null when it is the reader's own. */
	by: z.string().nullable(),
	/** Members may remove their own views, and admins every shared one. */
	mayRemove: z.boolean(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** `POST /api/views`: replaces the member's own view of the same name. */
export const viewRequestSchema = z.strictObject({
	list: z.enum(LISTS),
	...savedViewSchema.omit({ id: true, by: true, mayRemove: true }).shape,
});
export type ViewRequest = z.input<typeof viewRequestSchema>;
export type ViewToSave = z.output<typeof viewRequestSchema>;

/** `views`: first the member's own views, then those that other members share, each sorted by name. */
export const listViewsSchema = z.object({ layout: layoutSchema, views: z.array(savedViewSchema) });
export type ListViews = z.infer<typeof listViewsSchema>;

/** The columns of an export: their names in order, separated by commas. */
export const exportColumns = z
	.string()
	.regex(/^[a-z]{1,20}(,[a-z]{1,20}){0,19}$/i)
	.optional();

export const searchedSchema = z.string().overwrite(typedText).max(LONGEST_FILTER).optional();
