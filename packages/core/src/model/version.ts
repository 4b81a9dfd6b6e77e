// The version of the package, inserted by the build.
declare const __VERSION__: string

export const version: string = __VERSION__
