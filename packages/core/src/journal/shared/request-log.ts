// A log of requests that several journals write and read, as an engine keeps it for them.

/** What a journal appends to the log at once. */
export interface Frame {
  /** What it says, which only journals understand. */
  readonly text: string
  /** How many entries it has, each of which takes a position. */
  readonly entries: number
  /** How many requests it brings, with those that it only counts. */
  readonly requests: number
  /** About how many bytes of memory its requests and responses take where they are kept. */
  readonly bytes: number
}

/** A frame as the log has it. */
export interface LoggedFrame extends Omit<Frame, 'bytes'> {
  /** That of its last entry. */
  readonly position: number
  /** How many requests were brought before it since the log began. */
  readonly before: number
}

/** What the log has behind a position. */
export interface LogPage {
  /** Which log it is: another one after it was lost. Letters and digits. */
  readonly run: string
  /** That of the last entry there is. */
  readonly position: number
  /** How many requests were brought since the log began. */
  readonly requests: number
  /** Where it was last cleared, or began, and how many requests were brought before. */
  readonly cleared: { readonly position: number; readonly requests: number }
  /** The next frames, in order. Older ones may be gone. */
  readonly frames: readonly LoggedFrame[]
  /** Whether these are all there are. */
  readonly isWhole: boolean
}

/** How much of it the log keeps at least, counted from its end. */
export interface LogLimits {
  readonly entries: number
  readonly bytes: number
}

/**
 * A log of requests. Positions are whole numbers that only grow, also over the loss of a log. All
 * calls that return a promise reject with a `StoreError` when the log cannot be reached.
 */
export interface RequestLog {
  /** What the service is called that writes here: its requests show it. */
  readonly name: string
  /** An id that was never given before; they grow. 0 when none is at hand. */
  nextId(): number
  /**
   * Appends a frame; all may read it then. Afterwards the log keeps no more than the largest of the
   * limits that it was given. Resolves to whether anyone watches the log. When it rejects, the frame may
   * have been appended all the same: given again with the same number, it is not appended twice. The
   * frames of a service are numbered from 1 up.
   */
  append(frame: Frame, number: number, limits: LogLimits): Promise<boolean>
  /**
   * What lies behind a position. A log that does not reach as far is an old one that came back: it
   * begins anew, further on.
   */
  read(after: number): Promise<LogPage>
  /** Forgets what was appended before. */
  clear(): Promise<void>
  /** Has everyone who writes here, this one too, append what they have. Resolves when they have. */
  gather(): Promise<void>
  /** Is asked to append what there is. */
  onGather(append: () => Promise<void>): void
  /** Tells that something was appended, from when the promise resolves. Resolves to what ends it. */
  watch(listener: () => void): Promise<() => void>
}
