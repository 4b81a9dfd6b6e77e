// The types of endpoints and rules that come from files. Core itself reads no files.

/** A fault in a file. Contents that were read from it earlier, if any, stay in effect. */
export interface FileFault {
  /** Its path below the served folder, or its name if only this file is served. */
  readonly file: string
  /** From 1. Absent if the fault has no place in the text. */
  readonly line?: number | undefined
  readonly column?: number | undefined
  /** The fault as a sentence. */
  readonly detail: string
}

/** The state of the files of a service. */
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

/** The file that an endpoint comes from. */
export interface FileOrigin {
  readonly file: string
  /** Whether the endpoint was changed since its file was read, such as through the control API. */
  readonly isChanged: boolean
}

/** The files that the endpoints of a service come from. */
export interface Files {
  /** Returns the origin of the endpoint with that name, or `undefined` if it comes from no file. */
  originOf(name: string): FileOrigin | undefined
  /** Returns the state of the files for the health response. */
  health(): FilesHealth
  /**
   * Called by a reset, after the temporary rules were removed. Restores the temporary rules of the
   * files. With `rules`, also makes the permanent rules exactly those of the files. With
   * `endpoints`, makes all endpoints and rules exactly those of the files.
   */
  restore(what: { readonly endpoints: boolean; readonly rules: boolean }): Promise<void>
}
