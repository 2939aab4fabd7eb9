/** The seven calls as the rest of the house sees them. Every call throws ServiceError and nothing else (404 of a GET: null). */
import type { AmountMinor } from "#lib/money.ts";
import type { MovementChunk } from "#server/momo/movement-stream.ts";
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
	/** With the plus sign. */
	destination: string;
	metadata: Record<string, string>;
}

/** An answer of a POST with 2xx: its HTTP status and raw excerpt go to the attempt's row. */
export interface Started<Answer> {
	answer: Answer;
	httpStatus: number;
	excerpt: string;
}

/** Asked when the connection stands and before the first byte; false closes it, and that is proof that nothing was sent. */
export type MayStillSend = () => boolean;

export interface Service {
	/** Exactly one request, on a fresh connection, never repeated. ServiceError kinds: refused, not_sent, unknown. */
	startDeposit(order: DepositOrder, mayStillSend?: MayStillSend): Promise<Started<WireDeposit>>;
	/** Exactly one request, on a fresh connection, never repeated. ServiceError kinds: refused, not_sent, unknown. */
	startPayout(order: PayoutOrder, mayStillSend?: MayStillSend): Promise<Started<WirePayout>>;
	/** Null: the service knows no such reference (404). */
	readDetail(reference: string): Promise<WireDetail | null>;
	readHistory(reference: string): Promise<WireDetail | null>;
	readStatus(reference: string): Promise<WireStatus | null>;
	/** Null: no wallet in this currency (404). */
	readBalance(currency: string): Promise<WireWallet | null>;
	/** The array as it arrives, in chunks; caps on rows and bytes. `known`: how many lines those have that need not be read again. */
	streamMovements(currency: string, known?: ReadonlyMap<string, number>): AsyncIterable<MovementChunk>;
	/** The service's own clock at a moment of `performance.now()`, as its answers about then say it; null when none does. */
	timeAt(ticks: number): Date | null;
	close(): Promise<void>;
}
