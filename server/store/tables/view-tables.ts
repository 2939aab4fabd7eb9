/** The tables of how members look at lists, as Kysely sees them. */
import type { Density, ListName, PageSize } from "#lib/lists/list-columns.ts";

export interface ListLayoutTable {
	member_id: string;
	list: ListName;
	columns: string[] | null;
	density: Density;
	rows: PageSize;
}

export interface ListViewTable extends ListLayoutTable {
	id: string;
	name: string;
	shared: boolean;
	query: string;
	saved_at: Date;
}
