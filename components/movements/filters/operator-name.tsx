"use client";
import { useQuery } from "@tanstack/react-query";
import { operatorLabel } from "#lib/operators.ts";
import { operatorQueries } from "#lib/queries/operators.ts";

/** Loaded with the filter in use; the code stands until the name is read. */
export default function OperatorName({ code }: { code: string }) {
	const { data } = useQuery(operatorQueries.list());
	const operator = data?.items.find((one) => one.code === code);
	return operator ? operatorLabel(operator) : code;
}
