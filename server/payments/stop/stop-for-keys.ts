import type { SystemContext } from "#server/context.ts";
import { stopSending } from "#server/continuity/sending-stop.ts";
import { refusesKeys, ServiceError } from "#server/errors.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";

/**
 * Stops sending if the service refuses our keys for a balance request, too: one refusal may be a firewall's page. If the balance cannot
 * be requested now, the next payout requests it before its permit.
 */
export async function stopForKeys(
	system: SystemContext,
	{ id, currency }: Pick<PaymentRow, "id" | "currency">,
): Promise<void> {
	const httpStatus = await refusalOfBalance(system, currency);
	if (httpStatus === null) return;
	const at = system.clock.now();
	await system.database.transaction().execute((trx) => stopSending(trx, at, { httpStatus, paymentId: id }));
}

async function refusalOfBalance({ service }: SystemContext, currency: string): Promise<401 | 403 | null> {
	try {
		await service.readBalance(currency);
		return null;
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		return refusesKeys(error.status) ? error.status : null;
	}
}
