// What is known of endpoints and rules that come from files. Who reads the files is no concern of ours.

/** What is wrong with a file. What was read of it before, if anything, is still there. */
export interface FileFault {
  /** Its path below the folder that is served, or the name of the file that is served alone. */
  readonly file: string
  /** From 1, where the fault has a place in the text. */
  readonly line?: number | undefined
  readonly column?: number | undefined
  /** A sentence. */
  readonly detail: string
}

/** How the files of a service are. */
export interface FilesHealth {
  /** The folder or file, as it was given. */
  readonly from: string
  /** Whether changes of the files take effect at once. */
  readonly watched: boolean
  /** Whether changes through the control API are saved to the files. */
  readonly saved: boolean
  /** The number of faults in the files. */
  readonly faulty: number
  /** The first 100 of them, in the order of their files. */
  readonly faults: readonly FileFault[]
}

/** Where an endpoint comes from. */
export interface FileOrigin {
  readonly file: string
  /** Whether somebody else has changed it since the file was read. */
  readonly isChanged: boolean
}

/** The files that the endpoints of a service come from, for who shows them. */
export interface Files {
  /** The file of the endpoint of that name; `undefined` when it comes from none. */
  originOf(name: string): FileOrigin | undefined
  /** What health tells of the files. */
  health(): FilesHealth
  /**
   * Is called by a reset, after the temporary rules were dropped. Puts back the temporary rules
   * that the files have; with `rules` also the permanent rules as they are in the files, and no others;
   * with `endpoints` everything as it is in the files, and nothing else.
   */
  restore(what: { readonly endpoints: boolean; readonly rules: boolean }): Promise<void>
}
