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

const NO_HEAD = { status: undefined, contentType: "", retryAfterSeconds: undefined, encoding: undefined };

export function carry(
	dispatcher: Dispatcher,
	request: Dispatcher.DispatchOptions,
	{ totalMs, maxBytes, redact, onGiveUp }: CarryLimits,
): Promise<Exchange> {
	return new Promise((resolve) => {
		let received: ReturnType<typeof readHead> | typeof NO_HEAD = NO_HEAD;
		let controller: Dispatcher.DispatchController | undefined;
		let isOver = false;
		let bytes = 0;
		const chunks: Buffer[] = [];
		const settle = (body: Buffer, fault: ExchangeFault | undefined) => {
			const { encoding: _encoding, ...head } = received;
			const text = redact(body.toString("utf8").replace(/^\uFEFF/, ""));
			resolve({ ...head, connected: controller !== undefined, text, fault });
		};
		const end = (fault: ExchangeFault | undefined) => {
			if (isOver) return;
			isOver = true;
			clearTimeout(timer);
			const body = Buffer.concat(chunks);
			const open = decompressorOf(received.encoding);
			if (!open || body.length === 0) return settle(body, fault);
			// A truncated body is decoded too: the received part may contain a reference.
			void decodeBody(body, open, maxBytes).then(({ decoded, fault: inside }) =>
				settle(decoded, inside === "too_large" ? inside : (fault ?? inside)),
			);
		};
		const stop = (fault: ExchangeFault) => {
			end(fault);
			controller?.abort(new Error(fault));
			onGiveUp?.();
		};
		const handler: Dispatcher.DispatchHandler = {
			onRequestStart(started) {
				controller = started;
				if (isOver) started.abort(new Error("given up"));
			},
			onRequestUpgrade(_controller, _status, _headers, socket) {
				socket.destroy();
				end("not_http");
			},
			onResponseStart(_controller, status, headers) {
				if (status < 200) return;
				received = readHead(status, headers);
				if (!isIdentity(received.encoding) && !decompressorOf(received.encoding)) stop("encoded");
			},
			// The body is collected directly and not through a stream, whose buffer would be lost on a reset.
			onResponseData(_controller, chunk) {
				if (isOver) return;
				bytes += chunk.length;
				if (bytes <= maxBytes) chunks.push(chunk);
				else stop("too_large");
			},
			onResponseEnd: () => end(undefined),
			onResponseError: (_controller, error) => end(faultOf(error, controller !== undefined)),
		};
		// When a machine wakes, overdue timers run first; setImmediate lets data that has arrived be read before the timeout counts.
		const timer = setTimeout(() => setImmediate(() => isOver || stop("total_timeout")), totalMs);
		try {
			dispatcher.dispatch(request, handler);
		} catch {
			// The message of undici's error may quote the request with its keys, so the message is not kept.
			end("not_made");
		}
	});
}
