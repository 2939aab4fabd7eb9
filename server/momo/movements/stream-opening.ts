import type { Dispatcher } from "undici";
import { ServiceError } from "#server/errors.ts";
import { decompressed, decompressorOf, isBroken } from "#server/momo/decode-body.ts";
import { type Exchange, faultOf, isIdentity, readHead } from "#server/momo/exchange.ts";
import { classifyReadHead } from "#server/momo/response-outcome.ts";
import type { MovementList } from "#server/momo/service.ts";
import type { Transport } from "#server/momo/transport.ts";

const LONGEST_ETAG = 200;
const NEVER_LEFT = new Set(["lookup", "connect", "tls", "connect_timeout"]);

/**
 * Sends the ETag of `list` and fills `list`. Returns null when the list has not changed. Throws ServiceError for no connection, a status
 * other than 2xx or an expected 304 (every 4xx as `refused`), no JSON, or an encoding that cannot be decoded. `record` sees every head.
 */
export async function openStream(
	transport: Transport,
	path: string,
	list: MovementList,
	record: (call: Promise<Exchange>) => Promise<Exchange>,
) {
	const asked = list.etag;
	const opening = transport.open(path, asked);
	const head = await record(opening.then(headOf, unopened));
	list.bytes = 0;
	list.isUnchanged = head.status === 304 && asked !== null;
	try {
		if (!list.isUnchanged) classifyReadHead(head);
	} catch (error) {
		void opening.then(({ body }) => body.destroy()).catch(() => undefined);
		throw error;
	}
	const { body, headers } = await opening;
	if (list.isUnchanged) {
		body.destroy();
		return null;
	}
	const etag = [headers.etag].flat()[0] ?? "";
	list.etag = /^(W\/)?"[\x21\x23-\x7e]*"$/.test(etag) && etag.length <= LONGEST_ETAG ? etag : null;
	const open = decompressorOf(readHead(0, headers).encoding);
	return {
		/** Throws ServiceError `unknown` when the connection fails on the way. */
		async *chunks(): AsyncGenerator<Uint8Array> {
			try {
				// Decodes while reading: a slow reader slows the service down, and a decompression bomb ends at the reader's cap.
				const counted = counting(body, list);
				for await (const chunk of open ? decompressed(counted, open) : counted) yield chunk as Uint8Array;
			} catch (error) {
				const { status } = head;
				if (isBroken(error)) throw new ServiceError("unknown", "encoded", { status });
				throw new ServiceError("unknown", faultOf(error, true), { status });
			}
		},
		close: () => void body.destroy(),
	};
}

function headOf({ body, headers, statusCode }: Dispatcher.ResponseData): Exchange {
	// A body destroyed unread emits an error that needs no handling.
	body.on("error", () => undefined);
	const { encoding, ...head } = readHead(statusCode, headers);
	const fault = isIdentity(encoding) || decompressorOf(encoding) ? undefined : "encoded";
	return { ...head, connected: true, text: "", fault };
}

function unopened(error: unknown): Exchange {
	const fault = faultOf(error, false);
	const head = { status: undefined, contentType: "", retryAfterSeconds: undefined, text: "" };
	return { ...head, connected: !NEVER_LEFT.has(fault), fault };
}

async function* counting(body: AsyncIterable<Uint8Array>, list: MovementList): AsyncGenerator<Uint8Array> {
	for await (const piece of body) {
		list.bytes += piece.length;
		yield piece;
	}
}
