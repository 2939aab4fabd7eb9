/** How a member looks at a list: its columns and its density. */
import { z } from "zod";
import { DENSITIES, LISTS } from "#lib/lists/list-columns.ts";

const columnSchema = z.string().regex(/^[a-z]{1,20}$/i);

const layoutSchema = z.object({
	/** In their order; null: the usual ones. */
	columns: z.array(columnSchema).min(1).max(20).readonly().nullable(),
	density: z.enum(DENSITIES),
});
export type Layout = z.infer<typeof layoutSchema>;

export const viewsQuerySchema = z.object({ list: z.enum(LISTS) });

/** `PUT /api/views/layout` */
export const layoutChangeSchema = layoutSchema.extend({ list: z.enum(LISTS) });
export type LayoutChange = z.infer<typeof layoutChangeSchema>;

export const listViewsSchema = z.object({ layout: layoutSchema });
export type ListViews = z.infer<typeof listViewsSchema>;

/** An export's columns: names in their order, separated by commas. */
export const exportColumns = z
	.string()
	.regex(/^[a-z]{1,20}(,[a-z]{1,20}){0,19}$/i)
	.optional();
