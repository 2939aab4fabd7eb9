import type { ServiceAnswer } from "#lib/payment-state.ts";
import { failureReasonIn } from "#lib/payments/failure-reasons.ts";
import { ServiceError } from "#server/errors.ts";
import { replaceUnprintable } from "#server/momo/foreign-text.ts";
import type { Service } from "#server/momo/service.ts";
import type { WireDetail, WireStatus } from "#server/momo/wire.ts";

export interface ServiceAnswers {
	answer: ServiceAnswer;
	createdAt: Date | null;
	processedAt: Date | null;
	/** The detail, if requested and answered; it may disagree with the status. */
	detail: ServiceAnswer | null;
	/** The service's own reason for the failure, from the detail's history. */
	failureReason: string | null;
}

const REASON_LENGTH = 200;

/** Null when the service knows no such reference. Throws ServiceError. */
export async function readServiceAnswers(service: Service, reference: string): Promise<ServiceAnswers | null> {
	const status = await service.readStatus(reference);
	if (status === null) return null;
	const detail = status.status === "pending" ? null : await readDetail(service, reference);
	return {
		answer: answerOf(status),
		createdAt: timeOf(status.created_at),
		processedAt: timeOf(status.processed_at),
		detail: detail && answerOf(detail),
		failureReason: detail && (failureReasonIn(detail.history, status.status)?.slice(0, REASON_LENGTH) ?? null),
	};
}

/** Assumption: the status endpoint's answer decides; an unreadable detail does not delay it. */
async function readDetail(service: Service, reference: string): Promise<WireDetail | null> {
	try {
		return await service.readDetail(reference);
	} catch (error) {
		if (error instanceof ServiceError) return null;
		throw error;
	}
}

function answerOf(answer: WireStatus | WireDetail): ServiceAnswer {
	return {
		reference: answer.reference,
		transactionType: answer.transaction_type,
		amount: answer.amount,
		currency: answer.currency,
		status: replaceUnprintable(answer.status),
	};
}

function timeOf(text: string | null | undefined): Date | null {
	return text ? new Date(text) : null;
}
