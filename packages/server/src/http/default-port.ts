// The port that the daemon and its clients use without a setting.

/** The default port of the daemon. */
export const DEFAULT_PORT = 16_540
