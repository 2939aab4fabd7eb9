import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { advanceHead } from "#server/continuity/database-mismatch.ts";
import type { Service } from "#server/momo/service.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { QUICK } from "#tests/support/payment-desk.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

export function knownMachines(desk: { system: SystemContext }) {
	return {
		/** A machine that has known the database since before the test. */
		async machine(parts: Partial<Config> = {}): Promise<SystemContext> {
			const system = { ...desk.system, config: { ...desk.system.config, dataDir: temporaryFolder(), ...parts } };
			await advanceHead(system, "earlier");
			return system;
		},
		send: (system: SystemContext, id: string) => sendPayment(system, { paymentId: id, workerId: "w", timing: QUICK }),
		/** The service with some calls replaced. */
		serviceWith: (own: Partial<Service>): Service => Object.assign(Object.create(desk.system.service) as Service, own),
	};
}
