/** Requests as nobody ever meant them: every route and page of the desk, with names that it knows and values that it does not. Seeded. */
import { readdirSync } from "node:fs";
import { z } from "zod";
import { randomFrom } from "#tests/support/chance.ts";
import { ROUTES } from "#tests/support/route-permissions.ts";

export interface FuzzRequest {
	method: string;
	/** Path and query. */
	path: string;
	body: string | null;
	contentType: string;
}
