/** The version of the package. The build sets it. */
declare const __VERSION__: string
