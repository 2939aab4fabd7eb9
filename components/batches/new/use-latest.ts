import { useRef } from "react";

/** Returns a function for the beginning of each reading; what it returns is true until a later reading begins. */
export function useLatest(): () => () => boolean {
	const last = useRef(0);
	return () => {
		last.current += 1;
		const own = last.current;
		return () => own === last.current;
	};
}
