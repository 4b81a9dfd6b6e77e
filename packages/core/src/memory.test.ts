import { describe, test } from 'vitest'
import { createMemoryStore } from './memory.ts'
import { describeStore } from './store-contract.ts'

describeStore('createMemoryStore', createMemoryStore, { describe, test })
