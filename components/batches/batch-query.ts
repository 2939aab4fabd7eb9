import { readAddress } from "#lib/addresses/view-address.ts";
import type { BatchQuery } from "#lib/contracts/batch.ts";
import { isId } from "#lib/paths.ts";

/** Reads the page in the address of the list of batches. */
export function readBatchQuery(params: URLSearchParams): Partial<BatchQuery> {
	return readAddress(params, { cursor: isId }).read;
}
