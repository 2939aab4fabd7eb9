/** Carries questions to the service from the web program to the worker, and the answers back. Times are the database's. */
import { sql } from "kysely";
import type { Database } from "#server/store/database.ts";
import type { QuestionKind } from "#server/store/tables/wallet-tables.ts";
import { IS_ALIVE } from "#server/store/worker-heartbeats.ts";

export const QUESTIONS_CHANNEL = "cauri_questions";
export const ANSWERS_CHANNEL = "cauri_answers";

export interface Question {
	id: string;
	kind: QuestionKind;
	subject: string;
	/** The W3C traceparent of the request that asks; null outside of a trace. */
	trace: string | null;
}

/** Returns the question's id, or null without adding one when no worker has a recent heartbeat. */
export async function addQuestion(
	database: Database,
	{ environment, kind, subject, trace }: Omit<Question, "id"> & { environment: string },
): Promise<string | null> {
	const { rows } = await sql<{ id: string }>`
		with asked as (
			insert into service_question (environment, kind, subject, trace)
			select ${environment}, ${kind}, ${subject}, ${trace}::text
			where exists (select from worker where ${IS_ALIVE})
			returning id
		) select id, pg_notify(${QUESTIONS_CHANNEL}, '') from asked`.execute(database);
	return rows[0]?.id ?? null;
}

export async function takeQuestions(database: Database, environment: string): Promise<Question[]> {
	const { rows } = await sql<Question>`
		update service_question set taken_at = clock_timestamp() where id in (
			select id from service_question where environment = ${environment} and taken_at is null
			order by id for update skip locked
		) returning id, kind, subject, trace`.execute(database);
	return rows;
}

export async function putAnswers(database: Database, answers: ReadonlyMap<string, string>): Promise<void> {
	const [ids, texts] = [[...answers.keys()], [...answers.values()]];
	await sql`
		with answered as (
			update service_question set answer = given.answer
			from unnest(${ids}::bigint[], ${texts}::text[]) as given (id, answer) where service_question.id = given.id
			returning service_question.id
		) select pg_notify(${ANSWERS_CHANNEL}, '') where exists (select from answered)`.execute(database);
}

/** Removes and returns answered questions, and unanswered ones that no worker took within `takeMs` or that are older than `totalMs`. */
export async function collectAnswers(
	database: Database,
	ids: readonly string[],
	{ takeMs, totalMs }: { takeMs: number; totalMs: number },
): Promise<{ id: string; answer: string | null }[]> {
	const { rows } = await sql<{ id: string; answer: string | null }>`
		delete from service_question where id = any(${ids}::bigint[]) and (answer is not null
			or (taken_at is null and asked_at < clock_timestamp() - ${takeMs} * interval '1 millisecond')
			or asked_at < clock_timestamp() - ${totalMs} * interval '1 millisecond')
		returning id, answer`.execute(database);
	return rows;
}

/** Deletes questions older than a minute: nobody waits for their answers any more. */
export async function forgetQuestions(database: Database): Promise<void> {
	await sql`delete from service_question where asked_at < clock_timestamp() - interval '1 minute'`.execute(database);
}
