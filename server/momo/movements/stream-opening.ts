/** Opens a GET whose body is too long to hold, and judges its headers before it passes on the first byte. */
import { ServiceError } from "#server/errors.ts";
import { decompressed, decompressorOf, isBroken } from "#server/momo/decode-body.ts";
import { type Exchange, faultOf, isIdentity, readRetryAfter } from "#server/momo/exchange.ts";
import { judgeReadHead } from "#server/momo/outcome.ts";
import type { Transport } from "#server/momo/transport.ts";

export interface OpenBody {
	/** Throws ServiceError `unknown` when the connection fails on the way. */
	chunks(): AsyncIterable<Uint8Array>;
	close(): void;
}

/** Throws ServiceError: any status but 2xx (404 included, as `refused`), no JSON, compressed, or no connection. */
export async function openStream(transport: Transport, path: string): Promise<OpenBody> {
	const answer = await transport.open(path).catch((error: unknown) => {
		const fault = faultOf(error, false);
		const neverLeft = fault === "lookup" || fault === "connect" || fault === "tls" || fault === "connect_timeout";
		throw new ServiceError(neverLeft ? "not_sent" : "unknown", fault);
	});
	const { body, headers, statusCode: status } = answer;
	// A body destroyed unread emits an error that needs no handling.
	body.on("error", () => undefined);
	const one = (name: string) => [headers[name]].flat()[0];
	const encoding = one("content-encoding");
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
		async *chunks() {
			try {
				// Decodes while reading: a slow reader slows the service down, and a decompression bomb ends at the reader's cap.
				for await (const chunk of open ? decompressed(body, open) : body) yield chunk as Uint8Array;
			} catch (error) {
				if (isBroken(error)) throw new ServiceError("unknown", "encoded", { status });
				throw new ServiceError("unknown", faultOf(error, true), { status });
			}
		},
		close: () => void body.destroy(),
	};
}
