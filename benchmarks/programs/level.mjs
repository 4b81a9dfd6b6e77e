// LevelDB as the core's store uses it: the class of its databases.
import { createRequire } from 'node:module'

export const { Level } = createRequire(import.meta.resolve('@mock-endpoint/core/level'))('level')
