/** `ulid` by time and count instead of chance, so that a seed gives the same ids. */
let count = 0;

export function ulid(time = 0): string {
	count += 1;
	return `${time.toString(36).toUpperCase().padStart(10, "0")}${count.toString(36).toUpperCase().padStart(16, "0")}`;
}

/** Call it at the start of each run. */
export function resetIds(): void {
	count = 0;
}
