/** The version of the package; the build puts it in. */
declare const __VERSION__: string
