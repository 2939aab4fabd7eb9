/** What the service says of one reference: its status, and its detail where a final word asks for a second look. */
import type { ServiceWord } from "#lib/payment-state.ts";
import { ServiceError } from "#server/errors.ts";
import { replaceUnprintable } from "#server/momo/foreign-text.ts";
import type { Service } from "#server/momo/service.ts";
import type { WireDetail, WireStatus } from "#server/momo/wire.ts";

export interface ServiceWords {
	word: ServiceWord;
	createdAt: Date | null;
	processedAt: Date | null;
	/** The detail's word where it was asked and answered; it may disagree. */
	detail: ServiceWord | null;
}

/** Null: the service knows no such reference. Throws ServiceError. */
export async function readServiceWords(service: Service, reference: string): Promise<ServiceWords | null> {
	const status = await service.readStatus(reference);
	if (status === null) return null;
	return {
		word: wordOf(status),
		createdAt: timeOf(status.created_at),
		processedAt: timeOf(status.processed_at),
		detail: status.status === "pending" ? null : await readDetailWord(service, reference),
	};
}

/** Assumption: the status is the word that counts; a detail that cannot be read does not hold it up. */
async function readDetailWord(service: Service, reference: string): Promise<ServiceWord | null> {
	try {
		const detail = await service.readDetail(reference);
		return detail === null ? null : wordOf(detail);
	} catch (error) {
		if (error instanceof ServiceError) return null;
		throw error;
	}
}

function wordOf(answer: WireStatus | WireDetail): ServiceWord {
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
