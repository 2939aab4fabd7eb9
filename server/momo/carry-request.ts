/** Sends one request over a dispatcher and collects the answer. Never throws. */
import type { Dispatcher } from "undici";
import { decodeBody, decompressorOf } from "#server/momo/decode-body.ts";
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
	head: ReturnType<typeof readHead> | typeof NO_HEAD;
	/** As received. */
	chunks: Buffer[];
	bytes: number;
	controller: Dispatcher.DispatchController | undefined;
	isOver: boolean;
}

export function carry(
	dispatcher: Dispatcher,
	request: Dispatcher.DispatchOptions,
	limits: CarryLimits,
): Promise<Exchange> {
	return new Promise((resolve) => {
		const got: Collected = { head: NO_HEAD, chunks: [], bytes: 0, controller: undefined, isOver: false };
		const settle = (body: Buffer, fault: ExchangeFault | undefined) => {
			const { encoding: _encoding, ...head } = got.head;
			const text = limits.redact(body.toString("utf8").replace(/^\uFEFF/, ""));
			resolve({ ...head, connected: got.controller !== undefined, text, fault });
		};
		const end = (fault: ExchangeFault | undefined) => {
			if (got.isOver) return;
			got.isOver = true;
			clearTimeout(timer);
			const body = Buffer.concat(got.chunks);
			const open = decompressorOf(got.head.encoding);
			if (!open || body.length === 0) return settle(body, fault);
			// A truncated body is decoded too: the received part may contain a reference.
			void decodeBody(body, open, limits.maxBytes).then(({ decoded, fault: inside }) =>
				settle(decoded, inside === "too_large" ? inside : (fault ?? inside)),
			);
		};
		const stop = (fault: ExchangeFault) => {
			end(fault);
			got.controller?.abort(new Error(fault));
			limits.onGiveUp?.();
		};
		// When a machine wakes, overdue timers run first; setImmediate lets data that has arrived be read before the timeout counts.
		const timer = setTimeout(() => setImmediate(() => got.isOver || stop("total_timeout")), limits.totalMs);
		try {
			dispatcher.dispatch(request, collector(got, limits.maxBytes, end, stop));
		} catch {
			// The message of undici's error may quote the request with its keys, so the message is not kept.
			end("not_made");
		}
	});
}

const NO_HEAD = { status: undefined, contentType: "", retryAfterSeconds: undefined, encoding: undefined };

function collector(
	got: Collected,
	maxBytes: number,
	end: (fault: ExchangeFault | undefined) => void,
	stop: (fault: ExchangeFault) => void,
): Dispatcher.DispatchHandler {
	return {
		onRequestStart(controller) {
			got.controller = controller;
			if (got.isOver) controller.abort(new Error("given up"));
		},
		onRequestUpgrade(_controller, _status, _headers, socket) {
			socket.destroy();
			end("not_http");
		},
		onResponseStart(_controller, status, headers) {
			if (status < 200) return;
			got.head = readHead(status, headers);
			const { encoding } = got.head;
			if (!isIdentity(encoding) && !decompressorOf(encoding)) stop("encoded");
		},
		// The body is collected directly and not through a stream, whose buffer would be lost on a reset.
		onResponseData(_controller, chunk) {
			if (got.isOver) return;
			got.bytes += chunk.length;
			if (got.bytes <= maxBytes) got.chunks.push(chunk);
			else stop("too_large");
		},
		onResponseEnd: () => end(undefined),
		onResponseError: (_controller, error) => end(faultOf(error, got.controller !== undefined)),
	};
}
