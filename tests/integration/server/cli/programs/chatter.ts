/** Says a line ten times a second, numbered, until it is told to end. */
let said = 0;
setInterval(() => {
	said += 1;
	console.log(`line ${said} ${"·".repeat(Number(process.env.WIDTH ?? 0))}`);
}, 100);
