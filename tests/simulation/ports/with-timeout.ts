/** The disks of the simulation always answer, and a timer of real time would go on in a process that was killed. */
export const withTimeout = <T>(_ms: number, work: Promise<T>, _late: () => T): Promise<T> => work;
export const inTime = <T>(work: Promise<T>, _ms?: number): Promise<T> => work;
