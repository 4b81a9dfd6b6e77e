// A log of requests that several journals write and read, and that a store such as Redis keeps.

/** The entries that a journal appends to the log at once. */
export interface Frame {
  /** The contents, in a format that only journals understand. */
  readonly text: string
  /** The number of entries, each of which takes a position. */
  readonly entries: number
  /** The number of requests that arrived, including requests that it only counts. */
  readonly requests: number
  /** The approximate memory that its requests and responses take where they are kept, in bytes. */
  readonly bytes: number
}

/** A frame in the log. */
export interface LoggedFrame extends Omit<Frame, 'bytes'> {
  /** The position of its last entry. */
  readonly position: number
  /** The number of requests in the log before it, since the log began. */
  readonly before: number
}

/** The contents of the log after a position. */
export interface LogPage {
  /** Identifies the log, and changes after the log was lost. Letters and digits. */
  readonly run: string
  /** The position of the last entry in the log. */
  readonly position: number
  /** The number of requests since the log began. */
  readonly requests: number
  /** The position of the last clear, or of the beginning, and the number of requests before it. */
  readonly cleared: { readonly position: number; readonly requests: number }
  /** The next frames, in order. Older ones may be gone. */
  readonly frames: readonly LoggedFrame[]
  /** Whether there are no more frames after these. */
  readonly isWhole: boolean
}

/** The minimum that the log keeps, counted from its end. */
export interface LogLimits {
  readonly entries: number
  readonly bytes: number
}

/**
 * A log of requests. Positions are whole numbers that only grow, even when the log is lost. All
 * calls that return a promise reject with a `StoreError` when the log cannot be reached.
 */
export interface RequestLog {
  /** The name of the service that writes here. Its requests include it. */
  readonly name: string
  /** Returns an id that was never returned before. Ids grow. Returns 0 when none is available. */
  nextId(): number
  /**
   * Appends a frame, which all services can read from then on. Then the log keeps no more than the
   * largest limits that it was given. Resolves to whether any service watches the log. When it
   * rejects, the frame may still have been appended. If it is given again with the same number, it
   * is not appended twice. The frames of a service are numbered from 1 up.
   */
  append(frame: Frame, number: number, limits: LogLimits): Promise<boolean>
  /**
   * Reads the log after a position. A log that ends before that position is an old one that was
   * restored. It begins again as a new log, at a higher position.
   */
  read(after: number): Promise<LogPage>
  /** Removes everything that was appended before. */
  clear(): Promise<void>
  /** Has all services, including this one, append what they have. Resolves when they have. */
  gather(): Promise<void>
  /** Adds a function that `gather` calls to append what this service has. */
  onGather(append: () => Promise<void>): void
  /** Calls back after each append or clear, once it resolves. Resolves to a function to end it. */
  watch(listener: () => void): Promise<() => void>
}
