/** Sends one request over a dispatcher and collects the answer. Never throws. */
import type { Dispatcher } from "undici";
import { type BodyDecoder, decompressorOf, openDecoder } from "#server/momo/decode-body.ts";
import { type Exchange, type ExchangeFault, faultOf, isIdentity, readHead } from "#server/momo/exchange.ts";

export interface CarryLimits {
	totalMs: number;
	/** Applies to the body both as received and decoded. */
	maxBytes: number;
	redact: (text: string) => string;
	/** Called when `carry` gives up the request before its end, so that the caller can close its connection. */
	onGiveUp?: () => void;
}

interface Collected {
	head: Pick<Exchange, "status" | "contentType" | "retryAfterSeconds" | "serviceDate">;
	chunks: Buffer[];
	bytes: number;
	encodedBytes: number;
	decoder: BodyDecoder | undefined;
	/** True once the result is known and only the decoder still works on received bytes. */
	ending: boolean;
	controller: Dispatcher.DispatchController | undefined;
	over: boolean;
}

export function carry(
	dispatcher: Dispatcher,
	request: Dispatcher.DispatchOptions,
	limits: CarryLimits,
): Promise<Exchange> {
	return new Promise((resolve) => {
		const got: Collected = {
			head: NO_HEAD,
			chunks: [],
			bytes: 0,
			encodedBytes: 0,
			decoder: undefined,
			ending: false,
			controller: undefined,
			over: false,
		};
		const settle = (fault: ExchangeFault | undefined) => {
			if (got.over) return;
			got.over = true;
			clearTimeout(timer);
			got.decoder?.destroy();
			const text = limits.redact(
				Buffer.concat(got.chunks)
					.toString("utf8")
					.replace(/^\uFEFF/, ""),
			);
			resolve({ ...got.head, connected: got.controller !== undefined, text, fault });
		};
		const end = (fault: ExchangeFault | undefined) => {
			// Only `too_large` may still replace the result: the last bytes may decode to more than `maxBytes`.
			if (got.ending && fault !== "too_large") return;
			got.ending = true;
			if (got.decoder === undefined || fault === "too_large") return settle(fault);
			// A truncated body is decoded too: the received part may contain a reference.
			got.decoder.end((state) => settle(fault ?? (state === "broken" ? "encoded" : undefined)));
		};
		const stop = (fault: ExchangeFault) => {
			end(fault);
			got.controller?.abort(new Error(fault));
			limits.onGiveUp?.();
		};
		// When a machine wakes, overdue timers run first; setImmediate lets data that has arrived be read before the timeout counts.
		const timer = setTimeout(() => setImmediate(() => got.ending || stop("total_timeout")), limits.totalMs);
		try {
			dispatcher.dispatch(request, collector(got, limits.maxBytes, end, stop));
		} catch {
			// The message of undici's error may quote the request with its keys, so the message is not kept.
			end("not_made");
		}
	});
}

const NO_HEAD = { status: undefined, contentType: "", retryAfterSeconds: undefined };

function collector(
	got: Collected,
	maxBytes: number,
	end: (fault: ExchangeFault | undefined) => void,
	stop: (fault: ExchangeFault) => void,
): Dispatcher.DispatchHandler {
	const take = (chunk: Buffer) => {
		if (got.over) return;
		got.bytes += chunk.length;
		if (got.bytes <= maxBytes) got.chunks.push(chunk);
		else stop("too_large");
	};
	return {
		onRequestStart(controller) {
			got.controller = controller;
			if (got.ending) controller.abort(new Error("given up"));
		},
		onRequestUpgrade(_controller, _status, _headers, socket) {
			socket.destroy();
			end("not_http");
		},
		onResponseStart(_controller, status, headers) {
			if (status < 200) return;
			const { encoding, ...head } = readHead(status, headers);
			got.head = head;
			if (isIdentity(encoding)) return;
			const open = decompressorOf(encoding);
			if (open) got.decoder = openDecoder(open, take);
			else stop("encoded");
		},
		// The body is collected directly and not through a stream, whose buffer would be lost on a reset.
		onResponseData(_controller, chunk) {
			if (got.ending) return;
			if (got.decoder === undefined) return take(chunk);
			got.encodedBytes += chunk.length;
			if (got.encodedBytes > maxBytes) return stop("too_large");
			got.decoder.write(chunk);
		},
		onResponseEnd: () => end(undefined),
		onResponseError: (_controller, error) => end(faultOf(error, got.controller !== undefined)),
	};
}
