import { ServiceError } from "#server/errors.ts";
import { decompressed, decompressorOf, isBroken } from "#server/momo/decode-body.ts";
import { type Exchange, faultOf, isIdentity, readRetryAfter } from "#server/momo/exchange.ts";
import { judgeReadHead } from "#server/momo/outcome.ts";
import type { MovementList } from "#server/momo/service.ts";
import type { Transport } from "#server/momo/transport.ts";

const LONGEST_ETAG = 200;

export interface OpenBody {
	status: number;
	/** Throws ServiceError `unknown` when the connection fails on the way. */
	chunks(): AsyncIterable<Uint8Array>;
	close(): void;
}

/**
 * Sends the ETag of `list` and fills `list`. Throws ServiceError for no connection, a status other than 2xx or an expected 304 (every 4xx
 * as `refused`), no JSON, or an encoding that cannot be decoded.
 */
export async function openStream(transport: Transport, path: string, list: MovementList): Promise<OpenBody> {
	const asked = list.etag;
	const answer = await transport.open(path, asked).catch((error: unknown) => {
		const fault = faultOf(error, false);
		const neverLeft = fault === "lookup" || fault === "connect" || fault === "tls" || fault === "connect_timeout";
		throw new ServiceError(neverLeft ? "not_sent" : "unknown", fault);
	});
	const { body, headers, statusCode: status } = answer;
	// A body destroyed unread emits an error that needs no handling.
	body.on("error", () => undefined);
	const one = (name: string) => [headers[name]].flat()[0];
	const encoding = one("content-encoding");
	list.bytes = 0;
	list.isUnchanged = status === 304 && asked !== null;
	if (list.isUnchanged) {
		body.destroy();
		return NOTHING;
	}
	const etag = one("etag") ?? "";
	list.etag = /^(W\/)?"[\x21\x23-\x7e]*"$/.test(etag) && etag.length <= LONGEST_ETAG ? etag : null;
	const open = decompressorOf(encoding);
	const head: Exchange = {
		connected: true,
		status,
		contentType: one("content-type")?.toLowerCase() ?? "",
		retryAfterSeconds: readRetryAfter(one("retry-after"), one("date")),
		text: "",
		fault: isIdentity(encoding) || open ? undefined : "encoded",
	};
	try {
		judgeReadHead(head);
	} catch (error) {
		body.destroy();
		throw error;
	}
	return {
		status,
		async *chunks() {
			try {
				// Decodes while reading: a slow reader slows the service down, and a decompression bomb ends at the reader's cap.
				const counted = counting(body, list);
				for await (const chunk of open ? decompressed(counted, open) : counted) yield chunk as Uint8Array;
			} catch (error) {
				if (isBroken(error)) throw new ServiceError("unknown", "encoded", { status });
				throw new ServiceError("unknown", faultOf(error, true), { status });
			}
		},
		close: () => void body.destroy(),
	};
}

const NOTHING: OpenBody = { status: 304, async *chunks() {}, close() {} };

async function* counting(body: AsyncIterable<Uint8Array>, list: MovementList): AsyncGenerator<Uint8Array> {
	for await (const piece of body) {
		list.bytes += piece.length;
		yield piece;
	}
}
