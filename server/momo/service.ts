/** The seven calls of the service. All throw only ServiceError. A GET returns null for 404, but `streamMovements` throws `refused`. */
import type { AmountMinor } from "#lib/money.ts";
import type { MovementChunk } from "#server/momo/movements/movement-stream.ts";
import type { WireDeposit, WireDetail, WirePayout, WireStatus, WireWallet } from "#server/momo/wire.ts";

export interface DepositOrder {
	amountMinor: AmountMinor;
	currency: string;
	operator: string;
	country: string;
	/** Digits with country code, no plus sign. */
	phoneNumber: string;
	opaqueId: string;
}

export interface PayoutOrder {
	amountMinor: AmountMinor;
	currency: string;
	operator: string;
	country: string;
	/** Digits with country code and plus sign. */
	destination: string;
	metadata: Record<string, string>;
}

/** The transfer of one movements list. Assumption: a service may compress the list or send an ETag, but need not. */
export interface MovementList {
	/** Before the call the ETag of the caller's list, afterwards that of the service's list; null without one. */
	etag: string | null;
	/** 304: the caller's list is still the service's. No chunk follows. */
	isUnchanged: boolean;
	/** Bytes of the body on the wire. */
	bytes: number;
}

/** A 2xx answer of a POST: its HTTP status and raw excerpt go to the attempt's row. */
export interface Started<Answer> {
	answer: Answer;
	httpStatus: number;
	excerpt: string;
}

/** Called after connecting and before the first byte; false or an error closes the connection and proves that nothing was sent. */
export type MayStillSend = () => Promise<boolean>;

export interface Service {
	/** Sends at most one request, on a fresh connection, never again. Throws ServiceError: refused, not_sent or unknown. */
	startDeposit(order: DepositOrder, mayStillSend: MayStillSend): Promise<Started<WireDeposit>>;
	/** Sends at most one request, on a fresh connection, never again. Throws ServiceError: refused, not_sent or unknown. */
	startPayout(order: PayoutOrder, mayStillSend: MayStillSend): Promise<Started<WirePayout>>;
	readDetail(reference: string): Promise<WireDetail | null>;
	readHistory(reference: string): Promise<WireDetail | null>;
	readStatus(reference: string): Promise<WireStatus | null>;
	/** The wallet returned is of this currency. */
	readBalance(currency: string): Promise<WireWallet | null>;
	/**
	 * Streams the array in chunks, with caps on rows and bytes. `known`: line counts of chunks that need not be read again. `list` is
	 * filled while the array arrives; with an ETag the service may say that nothing has changed.
	 */
	streamMovements(
		currency: string,
		known?: ReadonlyMap<string, number>,
		list?: MovementList,
	): AsyncIterable<MovementChunk>;
	/** Returns the service's own time at a moment of `performance.now()`, from answers around it; null when unknown. */
	timeAt(ticks: number): Date | null;
	/** True for some seconds after several GETs in a row failed: this client then makes none. POSTs are not affected. */
	isCircuitOpen(): boolean;
	close(): Promise<void>;
}
