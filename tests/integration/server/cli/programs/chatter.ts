/** Prints a numbered line ten times a second until it is told to end. */
let said = 0;
setInterval(() => {
	said += 1;
	console.log(`line ${said} ${"·".repeat(Number(process.env.WIDTH ?? 0))}`);
}, 100);
