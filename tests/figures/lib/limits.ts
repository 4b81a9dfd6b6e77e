// Limits of the cost of an attack for other clients and for the machine.

/** Limit of the 99th percentile of reads, in milliseconds. */
export const longestRead = 100
/** Limit of the anonymous memory of a daemon with a heap of 512 MiB, in bytes. */
export const residentLimit: number = 700 * 1024 * 1024
