// LevelDB as the core's store has it: the class of the databases it opens.
import { createRequire } from 'node:module'

export const { Level } = createRequire(import.meta.resolve('@mock-endpoint/core/level'))('level')
