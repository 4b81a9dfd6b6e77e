// What an attack may cost everybody else.

/** The 99th of a hundred reads, in milliseconds. */
export const longestRead = 100
/** Memory of its own that a daemon with a heap of 512 MiB may have, in bytes. */
export const residentLimit: number = 700 * 1024 * 1024
