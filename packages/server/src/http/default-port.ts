// Where the daemon is when nobody says where.

/** The port of the daemon. */
export const DEFAULT_PORT = 16_540
