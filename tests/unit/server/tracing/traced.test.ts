import { afterEach, expect, test } from "vitest";
import { type Attributes, currentTrace, type Opening, openSpan, setTracer, traced } from "#server/tracing/traced.ts";

const ended: { name: string; parent: string | null; attributes: Attributes }[] = [];
const remember = () =>
	setTracer(({ name, parent }: Opening & { parent: string | null }) => ({
		trace: `trace of ${name}`,
		end: (attributes) => void ended.push({ name, parent, attributes }),
	}));

afterEach(() => {
	setTracer(null);
	ended.length = 0;
});

const inner = () => traced({ kind: "client", name: "inner" }, async () => currentTrace());

test("without a tracer what is traced runs as if nothing stood around it", async () => {
	expect(await inner()).toBeNull();
	const promise = Promise.resolve(1);
	expect(traced({ kind: "client", name: "same" }, () => promise)).toBe(promise);
	openSpan({ kind: "client", name: "open" }).end({});
	expect(ended).toEqual([]);
});

test("what runs inside is a child, in each of several at once; a parent that is given wins", async () => {
	remember();
	const outer = (name: string) => traced({ kind: "server", name, parent: null }, inner);
	expect(await Promise.all([outer("a"), outer("b")])).toEqual(["trace of inner", "trace of inner"]);
	await traced({ kind: "server", name: "c" }, () => traced({ kind: "client", name: "d", parent: "given" }, inner));
	openSpan({ kind: "client", name: "alone" }).end({});
	expect(ended.map(({ name, parent }) => `${name} below ${parent}`).sort()).toEqual([
		"a below null",
		"alone below null",
		"b below null",
		"c below null",
		"d below given",
		"inner below trace of a",
		"inner below trace of b",
		"inner below trace of d",
	]);
	expect(currentTrace()).toBeNull();
});

test("what throws ends its span with the name of the error alone, and throws the same", async () => {
	remember();
	const error = new RangeError("about +2250701020304");
	await expect(
		traced({ kind: "consumer", name: "job" }, async (note) => {
			note({ "http.response.status_code": 200 });
			throw error;
		}),
	).rejects.toBe(error);
	expect(ended[0]?.attributes).toEqual({ "http.response.status_code": 200, "error.type": "RangeError" });
});

test("a tracer that throws changes nothing for what it traces", async () => {
	const fail = () => {
		throw new Error("tracer");
	};
	setTracer(fail);
	expect(await inner()).toBeNull();
	setTracer(() => ({ trace: "t", end: fail }));
	expect(await inner()).toBe("t");
});
