/** The start of each run: a migrated database with its people. */
import type { DatabaseTransaction } from "#server/store/database.ts";
import { PEOPLE } from "#tests/simulation/people.ts";
import type { SimulatedDatabase } from "#tests/simulation/postgres/simulated-database.ts";
import { START } from "#tests/simulation/world.ts";

/** Rows that runs leave take room, so they are removed for good after this many runs. */
const RUNS_TO_TIDY = 10;

let runs = 0;

/** `wantsTwo`: a payout of any amount needs two approvers. */
export async function emptyDesk(database: SimulatedDatabase, wantsTwo: boolean): Promise<void> {
	runs += 1;
	await database.endAll();
	if (runs % RUNS_TO_TIDY === 0) await database.tidy();
	const at = new Date(START);
	await database.putBack(await database.beginning(() => database.asOwner(at, addPeople)));
	const rule = { currency: "XOF", one_approver_up_to: "500.00", no_approver_up_to: "0.00", changed_at: at };
	if (wantsTwo) await database.asOwner(at, (trx) => trx.insertInto("payout_rule").values(rule).execute());
}

async function addPeople(trx: DatabaseTransaction): Promise<void> {
	const facts = { password_hash: "opens-nothing", created_at: new Date(START) };
	const people = Object.values(PEOPLE).map((member) => ({ ...member, ...facts }));
	await trx.insertInto("member").values(people).execute();
	const value = JSON.stringify({ policy: "off", passwordless: true });
	const row = { name: "second_factor", value, changed_at: new Date(START), changed_by: null };
	await trx
		.insertInto("setting")
		.values(row)
		.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
		.execute();
}
